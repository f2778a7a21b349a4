package eu.callorders.console.imports;

import eu.callorders.console.api.Scope;
import eu.callorders.console.imports.ImportViewModel.State;
import eu.callorders.console.ui.ActionDialog;
import eu.callorders.console.ui.ErrorPane;
import eu.callorders.console.ui.Feature;
import eu.callorders.console.ui.FxmlView;
import eu.callorders.console.ui.Labels;
import eu.callorders.console.ui.NeededScope;
import eu.callorders.console.ui.Screen;
import eu.callorders.console.ui.ScreenContext;
import eu.callorders.console.ui.Texts;
import eu.callorders.console.ui.Visibility;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import javafx.fxml.FXML;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ListCell;
import javafx.scene.control.ListView;
import javafx.scene.control.ProgressBar;
import javafx.scene.control.SplitPane;
import javafx.scene.layout.VBox;
import javafx.stage.FileChooser;
import javafx.util.Subscription;
import org.jspecify.annotations.Nullable;

/** The import of orders from a file: its columns, its check, and its progress. */
@SuppressWarnings("NullAway.Init") // FXML fills the fields
public final class ImportView extends FxmlView implements Screen {
  @FXML private Button choose;
  @FXML private Label file;
  @FXML private Label busy;
  @FXML private Label obstacle;
  @FXML private ErrorPane error;
  @FXML private Label title;
  @FXML private Label note;
  @FXML private ProgressBar progress;
  @FXML private Button check;
  @FXML private Button local;
  @FXML private Button start;
  @FXML private Button pause;
  @FXML private Button resume;
  @FXML private Button dismiss;
  @FXML private SplitPane split;
  @FXML private MappingPane mapping;
  @FXML private ListView<RowError> errors;

  private final ScreenContext context;
  private final ImportViewModel model;
  private final ImportFormatter formatter;
  private NeededScope neededScope;
  private Subscription subscription = Subscription.EMPTY;

  ImportView(ScreenContext context, ImportViewModel model) {
    this.context = context;
    this.model = model;
    this.formatter = new ImportFormatter(texts, model);
    load();
    model.visible.bind(root().sceneProperty().isNotNull());
  }

  /**
   * The screen of the import.
   *
   * @param imports what does not end with the screen
   */
  public static Feature feature(Function<ScreenContext, ImportViewModel> imports) {
    return Feature.of(
        "imports",
        Texts.of(ImportView.class),
        "fth-upload",
        Scope.ORDERS_WRITE,
        context -> new ImportView(context, imports.apply(context)));
  }

  @FXML
  void initialize() {
    neededScope = new NeededScope(texts, Scope.ORDERS_WRITE, choose, start, resume);
    local.setText(
        texts.get("local", MappingPane.countryName(texts, FaultFormatter.offeredCountry())));
    errors.setCellFactory(ignored -> new ErrorCell());
    mapping.show(model);
    subscription =
        Subscription.combine(
            model.job.subscribe(ignored -> render()),
            model.head.subscribe(ignored -> render()),
            model.tally.subscribe(ignored -> render()),
            model.failure.subscribe(ignored -> render()),
            model.state.subscribe(this::stateChanged));
  }

  /** The next action has the focus, since the last one is gone. */
  private void stateChanged(State state) {
    render();
    @Nullable Button next =
        switch (state) {
          case CHECKED -> start;
          case RUNNING -> pause;
          case PAUSED -> resume;
          case ENDED -> choose;
          case EMPTY, OPEN, CHECKING -> null;
        };
    if (next != null && next.isVisible() && !next.isDisabled()) {
      next.requestFocus();
    }
  }

  private void render() {
    State state = model.state.get();
    @Nullable ImportJob job = model.job.get();
    boolean isRunning = state == State.RUNNING;
    file.setText(job == null ? texts.get("hint") : job.file().toString());
    choose.setDisable(!model.canOpen());
    show(busy, formatter.busy());
    show(obstacle, formatter.obstacle());
    error.showOfWrite(model.failure.get());
    show(title, formatter.title());
    show(note, formatter.note());
    Visibility.set(progress, isRunning || state == State.CHECKING);
    progress.setProgress(isRunning ? formatter.progress() : ProgressBar.INDETERMINATE_PROGRESS);
    mapping.setDisable(isRunning);
    Visibility.set(check, Set.of(State.OPEN, State.CHECKED, State.PAUSED).contains(state));
    check.setDisable(!model.isComplete());
    Visibility.set(local, state == State.CHECKED && model.tally.get().isLocal());
    start.setText(formatter.startText());
    Visibility.set(start, state == State.CHECKED);
    Visibility.set(pause, isRunning);
    Visibility.set(resume, state == State.PAUSED);
    start.setDisable(!model.mayCreate() || formatter.sendable() == 0);
    resume.setDisable(!model.mayCreate());
    neededScope.setGranted(model.mayCreate());
    dismiss.setText(texts.get(model.pending.get() ? "dismiss" : "close"));
    Visibility.set(dismiss, job != null && !isRunning);
    showErrors(model.tally.get().errors());
  }

  private static void show(Label label, String text) {
    label.setText(text);
    Visibility.set(label, !text.isEmpty());
  }

  private void showErrors(List<RowError> rows) {
    if (!rows.equals(errors.getItems())) {
      errors.getItems().setAll(rows);
    }
    if (rows.isEmpty()) {
      split.getItems().remove(errors);
    } else if (!split.getItems().contains(errors)) {
      split.getItems().add(errors);
    }
  }

  @FXML
  void choose() {
    FileChooser chooser = new FileChooser();
    chooser.setTitle(texts.get("choose"));
    chooser.getExtensionFilters().add(new FileChooser.ExtensionFilter("CSV", "*.csv", "*.txt"));
    context.files().choose(chooser, window()).ifPresent(model::open);
  }

  @FXML
  void check() {
    model.check();
  }

  /** Reads the numbers as in the offered country. */
  @FXML
  void readLocal() {
    model.change(job -> job.withCountry(FaultFormatter.offeredCountry()));
    model.check();
  }

  @FXML
  void start() {
    ActionDialog dialog =
        new ActionDialog(
                window(),
                texts,
                "run",
                formatter.sendable(),
                texts.value("environment", context.session().environment()),
                context.session().tenantName())
            .effect(formatter.effect());
    dialog.accept().setText(formatter.acceptText());
    if (dialog.confirm()) {
      model.start();
    }
  }

  @FXML
  void pause() {
    model.pause();
  }

  @FXML
  void resume() {
    model.start();
  }

  @FXML
  void dismiss() {
    if (!model.pending.get()
        || new ActionDialog(window(), texts, "end", formatter.name()).danger().confirm()) {
      model.dismiss();
    }
  }

  @Override
  public boolean canCreate() {
    return model.canOpen();
  }

  @Override
  public void makeNew() {
    choose();
  }

  @Override
  public void applyScopes() {
    render();
  }

  @Override
  public List<String> unsaved() {
    return model.state.get() == State.RUNNING ? List.of(formatter.leave()) : List.of();
  }

  @Override
  public void close() {
    subscription.unsubscribe();
    model.visible.unbind();
  }

  /** A row and what is wrong with it. */
  private final class ErrorCell extends ListCell<RowError> {
    private ErrorCell() {
      setPrefWidth(0); // wraps the text
    }

    @Override
    protected void updateItem(@Nullable RowError item, boolean empty) {
      super.updateItem(item, empty);
      if (item == null || empty) {
        setGraphic(null);
        setText(null);
        return;
      }
      String row = texts.get("row", item.row(), item.line());
      setGraphic(new VBox(Labels.wrapped(row, "timeline-time"), Labels.wrapped(item.text())));
      setAccessibleText(row + ": " + item.text());
    }
  }
}
