package eu.callorders.console.bulk;

import eu.callorders.console.ui.ActionDialog;
import eu.callorders.console.ui.ErrorPane;
import eu.callorders.console.ui.FailureMessage;
import eu.callorders.console.ui.Labels;
import eu.callorders.console.ui.Link;
import eu.callorders.console.ui.Navigation;
import eu.callorders.console.ui.NeededScope;
import eu.callorders.console.ui.ScreenContext;
import eu.callorders.console.ui.Texts;
import eu.callorders.console.ui.TimestampFormatter;
import eu.callorders.console.ui.Visibility;
import eu.callorders.console.work.ActionJournal.Item;
import eu.callorders.console.work.ActionJournal.State;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import javafx.beans.InvalidationListener;
import javafx.beans.value.ObservableValue;
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

/** Several selected rows and an action on them, beside the list. */
public final class BulkPane extends VBox {
  private static final double SPACING = 10;
  private static final int MAX_REASON_LENGTH = 200;

  /** Starts an action, or sends the rest of it again. */
  private record ActionButton(BulkAction action, Button button, NeededScope neededScope) {}

  private final Texts texts = Texts.of(BulkPane.class);
  private final BulkViewModel model;
  private final Navigation navigation;
  private final Function<String, ObservableValue<String>> names;
  private final TimestampFormatter times;
  private final Label title = Labels.wrapped("", "card-title");
  private final Label note = Labels.wrapped("", "text-muted");
  private final ProgressBar progress = new ProgressBar(0);
  private final ErrorPane error = new ErrorPane();
  private final FlowPane buttons = new FlowPane(SPACING, SPACING);
  private final List<ActionButton> actions;
  private final Button stop = button("bulk-stop", this::stop);
  private final Button close = button("bulk-close", this::close);
  private final ListView<Item> rest = new ListView<>();
  private final Runnable onClose;

  /**
   * @param names describes the row with an identifier
   */
  public BulkPane(
      BulkViewModel model,
      ScreenContext context,
      Function<String, ObservableValue<String>> names,
      Runnable onClose) {
    super(SPACING);
    this.model = model;
    this.navigation = context.navigation();
    this.times = new TimestampFormatter(context.session().clock());
    this.names = names;
    this.onClose = onClose;
    setId("bulk");
    getStyleClass().addAll("detail", "detail-page");
    stop.setText(texts.get("bulk.stop"));
    close.setText(texts.get("close"));
    title.setId("bulk-title");
    note.setId("bulk-note");
    progress.setMaxWidth(Double.MAX_VALUE);
    rest.setId("bulk-rest");
    rest.setAccessibleText(texts.get("bulk.rest"));
    rest.setCellFactory(ignored -> new ItemCell());
    VBox.setVgrow(rest, Priority.ALWAYS);
    actions = model.actions.all().stream().map(this::actionButton).toList();
    buttons.getChildren().addAll(stop, close);
    getChildren().setAll(title, note, progress, error, buttons, rest);
    model.visible.bind(sceneProperty().isNotNull());
    InvalidationListener changed = ignored -> render();
    model.items.addListener(changed);
    model.selected.addListener(changed);
    model.running().addListener(changed);
    model.pending().addListener(changed);
    model.failure().addListener(changed);
    model.scopes().addListener(changed);
    render();
  }

  private static Button button(String id, Runnable action) {
    Button button = new Button();
    button.setId(id);
    button.setMinWidth(USE_PREF_SIZE);
    button.setOnAction(ignored -> action.run());
    return button;
  }

  private ActionButton actionButton(BulkAction action) {
    Button button = button("bulk-" + action.id(), () -> press(action));
    if (action.isDestructive()) {
      button.getStyleClass().addAll("button-outlined", "danger");
    }
    buttons.getChildren().add(button);
    return new ActionButton(
        action, button, new NeededScope(model.actions.texts(), action.scope(), button));
  }

  private void press(BulkAction action) {
    if (model.pending().get()) {
      model.retry();
    } else {
      ask(action);
    }
  }

  private void render() {
    boolean running = model.running().get();
    boolean pending = model.pending().get();
    boolean selecting = !pending && model.items.isEmpty();
    Selection selected = model.selected.get();
    title.setText(
        selecting
            ? model.actions.texts().get("bulk.selected", selected.count())
            : model.progress());
    note.setText(selecting ? selectionNote(selected) : actionNote());
    Visibility.set(note, !note.getText().isEmpty());
    Visibility.set(progress, running);
    progress.setProgress(model.items.isEmpty() ? 0 : handled() / model.items.size());
    error.showOfWrite(model.failure().get());
    actions.forEach(it -> render(it, selecting, selected));
    Visibility.set(stop, running);
    Visibility.set(close, !running);
    showRest(model.items.stream().filter(item -> isShown(item, running)).toList());
    Visibility.set(rest, pending && !rest.getItems().isEmpty());
  }

  private void render(ActionButton shown, boolean selecting, Selection selected) {
    BulkAction action = shown.action();
    boolean may = model.may(action);
    boolean retries =
        model.pending().get() && !model.running().get() && action.equals(model.action());
    Button button = shown.button();
    button.setText(
        retries ? texts.get("bulk.retry") : model.actions.button(action, selected.count(action)));
    button.setDisable(retries ? !may : !model.canStart(action, selected));
    shown.neededScope().setGranted(may);
    Visibility.set(button, selecting || retries);
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

  private String selectionNote(Selection selected) {
    return model.actions.all().stream()
        .map(action -> selectionNote(action, selected))
        .filter(line -> !line.isEmpty())
        .collect(Collectors.joining("\n"));
  }

  private String selectionNote(BulkAction action, Selection selected) {
    if (selected.isTooMany(action)) {
      return model.actions.text(action, "limit", Selection.LIMIT);
    }
    int leftOut = selected.count() - selected.count(action);
    return leftOut == 0 ? "" : model.actions.text(action, "left_out", leftOut);
  }

  private String actionNote() {
    return model.startedAt().map(at -> texts.get("bulk.started", times.realTime(at))).orElse("");
  }

  /** Asks before it does that with the selected rows. */
  void ask(BulkAction action) {
    List<String> ids = model.selected.get().ids(action);
    ActionDialog dialog =
        new ActionDialog(getScene().getWindow(), model.actions.texts(), action.name(), ids.size());
    if (action.isDestructive()) {
      dialog.danger().withReason(MAX_REASON_LENGTH, false);
    }
    if (dialog.confirm()) {
      model.start(action, ids, dialog.reason());
    }
  }

  private void stop() {
    model.stop();
  }

  private void close() {
    model.dismiss();
    hide();
  }

  void hide() {
    onClose.run();
  }

  /** A row and why nothing was done with it. */
  private final class ItemCell extends ListCell<Item> {
    @Override
    protected void updateItem(@Nullable Item item, boolean empty) {
      super.updateItem(item, empty);
      accessibleTextProperty().unbind();
      if (item == null || empty) {
        setAccessibleText(null);
        setGraphic(null);
        return;
      }
      ObservableValue<String> name = names.apply(item.id());
      String reason = reason(item);
      accessibleTextProperty().bind(name.map(text -> text + ": " + reason));
      setGraphic(new VBox(link(item, name), Labels.wrapped(reason, "text-muted")));
    }

    private Hyperlink link(Item item, ObservableValue<String> name) {
      Hyperlink link = new Hyperlink();
      link.textProperty().bind(name);
      link.getStyleClass().add("order-link");
      link.setOnAction(ignored -> navigation.go(Link.to(model.actions.feature(), item.id())));
      return link;
    }

    private String reason(Item item) {
      return item.refusal() == null
          ? texts.value("bulk.state", item.state().name())
          : FailureMessage.of(item.refusal()).title();
    }
  }
}
