package eu.callorders.console.order;

import eu.callorders.console.api.Scope;
import eu.callorders.console.session.SubjectName;
import eu.callorders.console.ui.ActionDialog;
import eu.callorders.console.ui.ErrorPane;
import eu.callorders.console.ui.FailureMessage;
import eu.callorders.console.ui.Labels;
import eu.callorders.console.ui.Link;
import eu.callorders.console.ui.NeededScope;
import eu.callorders.console.ui.ScreenContext;
import eu.callorders.console.ui.Texts;
import eu.callorders.console.ui.TimestampFormatter;
import eu.callorders.console.ui.Visibility;
import eu.callorders.console.work.ActionJournal.Item;
import eu.callorders.console.work.ActionJournal.State;
import java.util.List;
import javafx.beans.InvalidationListener;
import javafx.scene.control.Button;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.Label;
import javafx.scene.control.ListCell;
import javafx.scene.control.ListView;
import javafx.scene.control.ProgressBar;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;

/** Several selected orders and their cancellation, beside the list. */
final class BulkCancelPane extends VBox {
  private static final double SPACING = 10;
  private static final int MAX_REASON_LENGTH = 200;

  private final Texts texts;
  private final BulkCancelViewModel model;
  private final ScreenContext context;
  private final TimestampFormatter times = new TimestampFormatter();
  private final Label title = Labels.wrapped("", "card-title");
  private final Label note = Labels.wrapped("", "text-muted");
  private final ProgressBar progress = new ProgressBar(0);
  private final ErrorPane error = new ErrorPane();
  private final Button cancel = button("bulk-cancel", this::ask);
  private final Button stop = button("bulk-stop", this::stop);
  private final Button retry = button("bulk-retry", this::retry);
  private final Button close = button("bulk-close", this::close);
  private final ListView<Item> rest = new ListView<>();
  private final NeededScope neededScope;
  private final Runnable onClose;

  BulkCancelPane(Texts texts, BulkCancelViewModel model, ScreenContext context, Runnable onClose) {
    super(SPACING);
    this.texts = texts;
    this.model = model;
    this.context = context;
    this.onClose = onClose;
    setId("bulk");
    getStyleClass().addAll("detail", "detail-page");
    cancel.getStyleClass().add("danger");
    stop.setText(texts.get("bulk.stop"));
    retry.setText(texts.get("bulk.retry"));
    close.setText(texts.get("close"));
    title.setId("bulk-title");
    note.setId("bulk-note");
    progress.setMaxWidth(Double.MAX_VALUE);
    rest.setId("bulk-rest");
    rest.setAccessibleText(texts.get("bulk.rest"));
    rest.setCellFactory(ignored -> new ItemCell());
    VBox.setVgrow(rest, Priority.ALWAYS);
    FlowPane buttons = new FlowPane(SPACING, SPACING, cancel, stop, retry, close);
    getChildren().setAll(title, note, progress, error, buttons, rest);
    neededScope = new NeededScope(texts, Scope.ORDERS_WRITE, cancel, retry);
    model.visible.bind(sceneProperty().isNotNull());
    InvalidationListener changed = ignored -> render();
    model.items.addListener(changed);
    model.selected.addListener(changed);
    model.running().addListener(changed);
    model.pending().addListener(changed);
    model.failure().addListener(changed);
    render();
  }

  private static Button button(String id, Runnable action) {
    Button button = new Button();
    button.setId(id);
    button.setMinWidth(USE_PREF_SIZE);
    button.setOnAction(ignored -> action.run());
    return button;
  }

  void scopesChanged() {
    render();
  }

  private void render() {
    boolean running = model.running().get();
    boolean pending = model.pending().get();
    boolean selecting = !pending && model.items.isEmpty();
    SelectedOrders selected = model.selected.get();
    title.setText(title(selecting));
    note.setText(selecting ? selectionNote(selected) : actionNote());
    Visibility.set(note, !note.getText().isEmpty());
    Visibility.set(progress, running);
    progress.setProgress(model.items.isEmpty() ? 0 : handled() / model.items.size());
    error.showOfWrite(model.failure().get());
    int cancelable = selected.isTooMany() ? selected.count() : selected.cancelable().size();
    cancel.setText(texts.get("bulk.cancel", cancelable));
    cancel.setDisable(!model.canCancel(selected));
    retry.setDisable(!model.mayCancel());
    neededScope.setGranted(model.mayCancel());
    Visibility.set(cancel, selecting);
    Visibility.set(stop, running);
    Visibility.set(retry, pending && !running);
    Visibility.set(close, !running);
    showRest(model.items.stream().filter(item -> isShown(item, running)).toList());
    Visibility.set(rest, pending && !rest.getItems().isEmpty());
  }

  /** The same items keep their place and the focus. */
  private void showRest(List<Item> items) {
    if (!items.equals(rest.getItems())) {
      rest.getItems().setAll(items);
    }
  }

  /** While the action runs, those that wait are no result. */
  private static boolean isShown(Item item, boolean running) {
    return running ? item.state() == State.REFUSED : item.state() != State.DONE;
  }

  private double handled() {
    return model.items.stream()
        .filter(item -> item.state() == State.DONE || item.state() == State.REFUSED)
        .count();
  }

  private String title(boolean selecting) {
    int count = model.items.size();
    if (selecting) {
      return texts.get("bulk.selected", model.selected.get().count());
    }
    if (model.running().get()) {
      return texts.get("bulk.running", model.done(), count);
    }
    return model.pending().get()
        ? texts.get("bulk.incomplete", model.done(), count)
        : texts.get("bulk.done", count);
  }

  private String selectionNote(SelectedOrders selected) {
    if (selected.isTooMany()) {
      return texts.get("bulk.limit", SelectedOrders.LIMIT);
    }
    int leftOut = selected.count() - selected.cancelable().size();
    return leftOut == 0 ? "" : texts.get("bulk.left_out", leftOut);
  }

  private String actionNote() {
    return model.startedAt().map(at -> texts.get("bulk.started", times.text(at))).orElse("");
  }

  /** Asks before it cancels the selected orders. */
  void ask() {
    List<String> ids = model.selected.get().cancelable();
    ActionDialog dialog =
        new ActionDialog(getScene().getWindow(), texts, "cancel.many", ids.size())
            .danger()
            .withReason(MAX_REASON_LENGTH, false);
    if (dialog.confirm()) {
      model.start(ids, dialog.reason());
    }
  }

  private void stop() {
    model.stop();
  }

  private void retry() {
    model.retry();
  }

  private void close() {
    model.dismiss();
    onClose.run();
  }

  /** An order and why it is not canceled. */
  private final class ItemCell extends ListCell<Item> {
    @Override
    protected void updateItem(@Nullable Item item, boolean empty) {
      super.updateItem(item, empty);
      setGraphic(item == null || empty ? null : new VBox(link(item), reason(item)));
    }

    private Hyperlink link(Item item) {
      Hyperlink link = new Hyperlink();
      link.textProperty()
          .bind(
              context
                  .names()
                  .ofOrder(item.id(), "")
                  .map((SubjectName name) -> name.textWith(item.id())));
      link.getStyleClass().add("order-link");
      link.setOnAction(ignored -> context.navigation().go(Link.to("orders", item.id())));
      return link;
    }

    private Label reason(Item item) {
      return Labels.wrapped(
          item.refusal() == null
              ? texts.value("bulk.state", item.state().name())
              : FailureMessage.of(item.refusal()).title(),
          "text-muted");
    }
  }
}
