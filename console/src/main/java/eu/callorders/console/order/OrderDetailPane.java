package eu.callorders.console.order;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.session.Session;
import eu.callorders.console.ui.ScreenContext;
import eu.callorders.console.ui.Texts;
import eu.callorders.console.ui.TimestampFormatter;
import eu.callorders.console.work.BackgroundExecutor;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import javafx.beans.binding.Bindings;
import javafx.beans.binding.BooleanBinding;
import javafx.scene.control.SplitPane;

/**
 * The pane beside the list: an order, its edit form or the form of a new order. Forms keep their
 * input while hidden.
 */
final class OrderDetailPane implements OrderDetailView.Callbacks {
  private static final Duration PACE = Duration.ofSeconds(3);

  private final SidePane side;
  private final Texts texts;
  private final OrderDetailViewModel detail;
  private final Lazy<OrderDetailView> detailView;
  private final EditOrderViewModel edit;
  private final Lazy<EditOrderView> editView;
  private final NewOrderViewModel draft;
  private final Lazy<NewOrderView> draftView;
  private final Consumer<JsonNode> ordered;
  private final Consumer<String> shown;
  private final Runnable toList;

  /**
   * @param onCreated receives an order created here
   * @param onShown receives the identifier of the shown order; empty for none
   * @param focusList moves the focus to the list
   */
  OrderDetailPane(
      SplitPane split,
      ScreenContext context,
      Texts texts,
      Consumer<JsonNode> onCreated,
      Consumer<String> onShown,
      Runnable focusList) {
    this.side = new SidePane(split, context.settings());
    this.texts = texts;
    this.ordered = onCreated;
    this.shown = onShown;
    this.toList = focusList;
    BackgroundExecutor background = context.background();
    Session session = context.session();
    OrderFieldConverter converter = new OrderFieldConverter(ZoneId.systemDefault());
    ReportFile report =
        new ReportFile(
            session,
            new OrderReport(texts, new TimestampFormatter()),
            InstantSource.system(),
            ZoneId.systemDefault());
    this.detail = new OrderDetailViewModel(background, session);
    this.detailView =
        new Lazy<>(
            () ->
                new OrderDetailView(
                    detail,
                    new TranscriptViewModel(background, session),
                    new TraceViewModel(background, session, PACE),
                    new ReportViewModel(background, report),
                    context.navigation(),
                    this));
    this.edit = new EditOrderViewModel(background, session, converter, this::edited);
    this.editView = new Lazy<>(() -> new EditOrderView(edit, this::back));
    this.draft =
        new NewOrderViewModel(background, session, converter, new SecureRandom(), this::ordered);
    this.draftView = new Lazy<>(() -> new NewOrderView(draft, this::close));
  }

  void show(String orderId) {
    detail.show(orderId);
    showDetail();
  }

  private void showDetail() {
    side.show(detailView.get().root());
    shown.accept(detail.id());
  }

  /** Returns from a form to its order and focuses the list. */
  private void back() {
    showDetail();
    toList.run();
  }

  @Override
  public void close() {
    side.hide();
    detail.clear();
    shown.accept("");
    toList.run();
  }

  boolean mayOrder() {
    return draft.mayOrder();
  }

  /** Updates the actions after a change of the scopes. */
  void allow() {
    detailView.made().ifPresent(OrderDetailView::allow);
  }

  void newOrder() {
    side.show(draftView.get().root());
    shown.accept("");
    draftView.get().shown();
  }

  private BooleanBinding isOutOfSight(BooleanSupplier isVisible) {
    return Bindings.createBooleanBinding(
        // always reads the property: an unread one reports only its first change
        () -> side.shown().get() == null || !isVisible.getAsBoolean(), side.shown());
  }

  private boolean isOrdering() {
    return draftView.made().map(NewOrderView::root).filter(side::shows).isPresent();
  }

  private boolean isChanging() {
    return editView.made().map(EditOrderView::root).filter(side::shows).isPresent();
  }

  /** Whether a filled-in new order is hidden. */
  BooleanBinding waitsToBeOrdered() {
    return draft.written().and(isOutOfSight(this::isOrdering));
  }

  /** Whether unsaved changes are hidden. */
  BooleanBinding waitsToBeSaved() {
    return edit.unsaved().and(isOutOfSight(this::isChanging));
  }

  /** Descriptions of all unsaved input, visible or hidden. */
  List<String> unsaved() {
    List<String> descriptions = new ArrayList<>();
    if (draft.written().get()) {
      descriptions.add(texts.get("unsaved.new_order"));
    }
    if (edit.unsaved().get()) {
      descriptions.add(texts.get("unsaved.changes", edit.id()));
    }
    return descriptions;
  }

  /** Replaces the form, if still visible, by the created order. */
  private void ordered(JsonNode order) {
    ordered.accept(order);
    if (isOrdering()) {
      show(JsonValues.text(order, "id"));
      toList.run();
    }
  }

  @Override
  public void edit(OrderDetail shown) {
    if (!edit.edit(shown)) {
      switch (UnsavedDialog.ask(texts, side.window(), edit.id())) {
        case GO_THERE -> goOn();
        case DISCARD -> {
          edit.discard();
          edit(shown);
        }
        case STAY -> {}
      }
      return;
    }
    goOn();
  }

  /** Returns to the unsaved changes. */
  void goOn() {
    detail.show(edit.id()); // shown after the form closes
    side.show(editView.get().root());
    shown.accept(edit.id());
    editView.get().shown();
  }

  private void edited() {
    detail.load();
    if (isChanging()) {
      back();
    }
  }

  void happened(List<JsonNode> events) {
    detail.happened(events);
  }

  void load() {
    detail.load();
  }

  /** Retries a failed read. */
  void looked() {
    detail.retry();
  }
}
