package eu.callorders.console.order;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.form.JsonFieldConverter;
import eu.callorders.console.session.Session;
import eu.callorders.console.ui.ActionDialog;
import eu.callorders.console.ui.DetailPane;
import eu.callorders.console.ui.ScreenContext;
import eu.callorders.console.ui.Texts;
import eu.callorders.console.ui.TimestampFormatter;
import eu.callorders.console.work.BackgroundExecutor;
import eu.callorders.console.work.FailedActions;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;
import javafx.beans.binding.Bindings;
import javafx.beans.binding.BooleanBinding;
import javafx.scene.Parent;
import javafx.scene.control.Button;
import javafx.scene.control.SplitPane;
import org.jspecify.annotations.Nullable;

/**
 * The pane beside the list: an order, its edit form or the form of a new order. Forms keep their
 * input while hidden.
 */
final class OrderDetailPane {
  private static final double DIVIDER = 0.57;
  private static final Duration POLL_INTERVAL = Duration.ofSeconds(3);

  private final SplitPane split;
  private final DetailPane detailPane;
  private final Texts texts;
  private final OrderDetailViewModel detail;
  private final OrderSuppressionsViewModel suppressions;
  private final Lazy<OrderDetailView> detailView;
  private final EditOrderViewModel edit;
  private final Lazy<EditOrderView> editView;
  private final NewOrderViewModel draft;
  private final Lazy<NewOrderView> draftView;
  private final Consumer<JsonNode> orderCreated;
  private final Consumer<String> onShown;
  private final Runnable focusList;

  /**
   * @param onCreated receives an order created here
   * @param onShown receives the identifier of the shown order; empty for none
   * @param onAgreed shows the order with that identifier
   * @param focusList moves the focus to the list
   */
  OrderDetailPane(
      SplitPane split,
      ScreenContext context,
      Texts texts,
      Consumer<JsonNode> onCreated,
      Consumer<String> onShown,
      Consumer<String> onAgreed,
      Runnable focusList) {
    this.split = split;
    this.detailPane = new DetailPane(split, "orders", DIVIDER, context.settings());
    this.texts = texts;
    this.orderCreated = onCreated;
    this.onShown = onShown;
    this.focusList = focusList;
    BackgroundExecutor background = context.background();
    Session session = context.session();
    JsonFieldConverter converter = new JsonFieldConverter(ZoneId.systemDefault());
    this.detail = new OrderDetailViewModel(background, session);
    this.suppressions = new OrderSuppressionsViewModel(background, session);
    this.detailView =
        new Lazy<>(
            () ->
                new OrderDetailView(
                    detail,
                    new TranscriptViewModel(background, session),
                    new EvidenceViewModel(background, session, detail.failedActions()),
                    new TraceViewModel(background, session, POLL_INTERVAL),
                    reports(background, session),
                    suppressions,
                    context,
                    this::edit,
                    this::close,
                    onAgreed));
    this.edit = new EditOrderViewModel(background, session, converter, this::orderSaved);
    this.editView = new Lazy<>(() -> new EditOrderView(edit, this::returnToDetail));
    this.draft =
        new NewOrderViewModel(
            background, session, converter, new SecureRandom(), this::orderCreated);
    this.draftView = new Lazy<>(() -> new NewOrderView(draft, this::close));
  }

  /** A report that fails after another order was selected is reported above the list. */
  private ReportViewModel reports(BackgroundExecutor background, Session session) {
    ReportViewModel reports =
        new ReportViewModel(
            background,
            session,
            new OrderReport(texts, new TimestampFormatter(session.clock())),
            session.api().clock(),
            ZoneId.systemDefault());
    reports
        .export
        .failure()
        .addListener(
            (ignored, before, now) -> {
              if (now != null) {
                detail.keepUnlessShown(reports.reported(), now);
              }
            });
    return reports;
  }

  void show(String orderId) {
    detail.show(orderId);
    showDetail();
  }

  private void showDetail() {
    show(detailView.get().root());
    onShown.accept(detail.id());
  }

  /** Returns from a form to its order and focuses the list. */
  private void returnToDetail() {
    showDetail();
    focusList.run();
  }

  void close() {
    detailPane.hide();
    detail.clear();
    onShown.accept("");
  }

  boolean mayCreateOrders() {
    return draft.mayCreateOrders();
  }

  void scopesChanged() {
    detailView.existing().ifPresent(OrderDetailView::scopesChanged);
  }

  void newOrder() {
    detail.clear();
    show(draftView.get().root());
    onShown.accept("");
    draftView.get().onShown();
  }

  /** Asks before it cancels the order. */
  void cancel(OrderRow row) {
    show(row.id());
    detailView.get().cancel(row.id(), row.person());
  }

  /** Shows that instead of an order; the selection stays. */
  void showInstead(Parent pane) {
    detail.clear();
    show(pane);
  }

  private void show(Parent pane) {
    detailPane.show(pane);
  }

  private BooleanBinding isHidden(BooleanSupplier isVisible) {
    return Bindings.createBooleanBinding(() -> !isVisible.getAsBoolean(), split.getItems());
  }

  private boolean showsNewOrder() {
    return draftView.existing().map(NewOrderView::root).filter(this::isShown).isPresent();
  }

  private boolean showsEdit() {
    return editView.existing().map(EditOrderView::root).filter(this::isShown).isPresent();
  }

  private boolean isShown(Parent pane) {
    return split.getItems().contains(pane);
  }

  /** Whether a filled-in new order is hidden. */
  BooleanBinding hasHiddenDraft() {
    return draft.hasInput.and(isHidden(this::showsNewOrder));
  }

  /** Whether unsaved changes are hidden. */
  BooleanBinding hasHiddenChanges() {
    return edit.unsaved.and(isHidden(this::showsEdit));
  }

  /** Descriptions of all unsaved input, visible or hidden. */
  List<String> unsaved() {
    List<String> descriptions = new ArrayList<>();
    if (draft.hasInput.get()) {
      descriptions.add(texts.get("unsaved.new_order"));
    }
    if (edit.unsaved.get()) {
      descriptions.add(texts.get("unsaved.changes", edit.person().textWith(edit.id())));
    }
    return descriptions;
  }

  /** Replaces the form, if still visible, by the created order. */
  private void orderCreated(JsonNode order) {
    orderCreated.accept(order);
    if (showsNewOrder()) {
      show(JsonValues.text(order, "id"));
      focusList.run();
    }
  }

  private void edit(OrderDetail shown) {
    if (!edit.edit(shown)) {
      if (confirmDiscard()) {
        edit.discard();
        edit(shown);
      }
      return;
    }
    resumeEdit();
  }

  /** Whether the changes of another order may be discarded; the operator may go to them instead. */
  private boolean confirmDiscard() {
    Button resume = new Button(texts.get("unsaved.go"));
    resume.setId("go-to-changes");
    ActionDialog dialog =
        new ActionDialog(
                split.getScene().getWindow(), texts, "unsaved", edit.person().textWith(edit.id()))
            .danger()
            .with(resume);
    resume.setOnAction(
        ignored -> {
          dialog.close();
          resumeEdit();
        });
    return dialog.confirm();
  }

  void resumeEdit() {
    detail.show(edit.id()); // shown after the form closes
    show(editView.get().root());
    onShown.accept(edit.id());
    editView.get().onShown();
  }

  private void orderSaved() {
    detail.load();
    if (showsEdit()) {
      returnToDetail();
    }
  }

  /** Failures of actions on orders that are not shown. */
  FailedActions failedActions() {
    return detail.failedActions();
  }

  void handleEvents(List<JsonNode> events) {
    detail.handleEvents(events);
    suppressions.handleEvents(events);
  }

  void load() {
    detail.load();
  }

  void retryFailedRead() {
    detail.retry();
  }

  /** A value that is created at its first use, such as a form that most sessions never open. */
  private static final class Lazy<T> {
    private final Supplier<T> factory;
    private @Nullable T existing;

    private Lazy(Supplier<T> factory) {
      this.factory = factory;
    }

    /** The value if it exists already. */
    Optional<T> existing() {
      return Optional.ofNullable(existing);
    }

    T get() {
      if (existing == null) {
        existing = factory.get();
      }
      return existing;
    }
  }
}
