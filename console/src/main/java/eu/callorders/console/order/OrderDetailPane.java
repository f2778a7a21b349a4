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
 * What stands beside the list: an order, its changes, or the form of a new one. Whatever was
 * written stays as it is while the operator looks at something else.
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
   * @param ordered hears of an order that was made here
   * @param shown hears which order stands there from now on; empty for none
   * @param toList moves the keyboard to the list
   */
  OrderDetailPane(
      SplitPane split,
      ScreenContext desk,
      Texts texts,
      Consumer<JsonNode> ordered,
      Consumer<String> shown,
      Runnable toList) {
    this.side = new SidePane(split, desk.settings());
    this.texts = texts;
    this.ordered = ordered;
    this.shown = shown;
    this.toList = toList;
    BackgroundExecutor background = desk.background();
    Session session = desk.session();
    OrderFieldConverter written = new OrderFieldConverter(ZoneId.systemDefault());
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
                    desk.navigation(),
                    this));
    this.edit = new EditOrderViewModel(background, session, written, this::edited);
    this.editView = new Lazy<>(() -> new EditOrderView(edit, this::back));
    this.draft =
        new NewOrderViewModel(background, session, written, new SecureRandom(), this::ordered);
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

  /** From a form to its order; the keyboard goes to the list, since what held it is gone. */
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

  /** What the session may do has changed. */
  void allow() {
    detailView.made().ifPresent(OrderDetailView::allow);
  }

  void newOrder() {
    side.show(draftView.get().root());
    shown.accept("");
    draftView.get().shown();
  }

  private BooleanBinding isOutOfSight(BooleanSupplier inSight) {
    return Bindings.createBooleanBinding(
        // read in any case: a property that nobody reads tells of its first change only
        () -> side.shown().get() == null || !inSight.getAsBoolean(), side.shown());
  }

  private boolean isOrdering() {
    return draftView.made().map(NewOrderView::root).filter(side::shows).isPresent();
  }

  private boolean isChanging() {
    return editView.made().map(EditOrderView::root).filter(side::shows).isPresent();
  }

  /** Whether a new order is written that nobody has in sight. */
  BooleanBinding waitsToBeOrdered() {
    return draft.written().and(isOutOfSight(this::isOrdering));
  }

  /** Whether there are changes that nobody has in sight and that are not saved. */
  BooleanBinding waitsToBeSaved() {
    return edit.unsaved().and(isOutOfSight(this::isChanging));
  }

  /** What is written and neither ordered nor saved, in sight or not. */
  List<String> unsaved() {
    List<String> all = new ArrayList<>();
    if (draft.written().get()) {
      all.add(texts.get("unsaved.new_order"));
    }
    if (edit.unsaved().get()) {
      all.add(texts.get("unsaved.changes", edit.id()));
    }
    return all;
  }

  /** The form gives way to the order that it has become, when it is still in sight. */
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

  /** Back to the changes that are not saved. */
  void goOn() {
    detail.show(edit.id()); // what the form leads back to
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

  /** The service answers again, or the operator comes back. */
  void looked() {
    detail.retry();
  }
}
