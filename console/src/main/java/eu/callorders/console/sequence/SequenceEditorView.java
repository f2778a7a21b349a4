package eu.callorders.console.sequence;

import eu.callorders.console.form.FieldControls;
import eu.callorders.console.form.FieldRows;
import eu.callorders.console.form.FormView;
import eu.callorders.console.steps.SequenceSteps;
import eu.callorders.console.steps.StepsPane;
import eu.callorders.console.ui.Focus;
import eu.callorders.console.ui.Labels;
import eu.callorders.console.ui.Visibility;
import java.util.List;
import javafx.beans.binding.Bindings;
import javafx.beans.binding.BooleanBinding;
import javafx.collections.FXCollections;
import javafx.collections.ListChangeListener;
import javafx.collections.ObservableList;
import javafx.fxml.FXML;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Control;
import javafx.scene.control.Label;
import javafx.scene.control.TextArea;
import javafx.scene.layout.ColumnConstraints;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;

/** The form of a sequence or a new version, beside its drawing and its calendar. */
@SuppressWarnings("NullAway.Init") // FXML fills the fields
final class SequenceEditorView extends FormView<SequenceField> {
  private static final double NAME_WIDTH = 130;

  /** From this width on, the calendar stands beside the drawing and not above it. */
  private static final double WIDE = 1000;

  @FXML private Label heading;
  @FXML private Label uncertain;
  @FXML private VBox conflict;
  @FXML private VBox changes;
  @FXML private Button reload;
  @FXML private GridPane columns;
  @FXML private HBox undo;
  @FXML private Label removed;
  @FXML private FlowPane adding;
  @FXML private GridPane sides;
  @FXML private StepsPane drawing;
  @FXML private Button discard;
  @FXML private Button save;

  private final SequenceEditorViewModel model;
  private final StepFormats formats;
  private final PreviewViewModel preview;
  private final FieldControls<SequenceField> controls;
  private final StepCards cards;
  private final GridPane identity = rows.section();

  /**
   * @param orderTypes suggested for calls
   */
  SequenceEditorView(
      SequenceEditorViewModel model,
      StepFormats formats,
      PreviewViewModel preview,
      ObservableList<String> orderTypes,
      Runnable onClose) {
    super(model.form, NAME_WIDTH, onClose);
    this.model = model;
    this.formats = formats;
    this.preview = preview;
    this.controls =
        new FieldControls<>(texts, model.form, rows, FXCollections.emptyObservableList());
    this.cards = new StepCards(texts, model.steps, formats, orderTypes);
    load();
  }

  @FXML
  void initialize() {
    GridPane general = rows.section();
    List.of(SequenceField.KEY, SequenceField.TITLE).forEach(field -> add(identity, field));
    List.of(SequenceField.SIGNAL_TYPE, SequenceField.POLICY, SequenceField.EXITS)
        .forEach(field -> add(general, field));
    fields.getChildren().addAll(0, List.of(identity, general));
    fields.getChildren().add(cards);
    sides.add(new PreviewPane(texts, preview), 1, 0);
    columns.widthProperty().addListener((ignored, before, now) -> arrange(now.doubleValue()));
    arrange(0);
    BooleanBinding locked = Bindings.or(model.busy(), model.outcomeUnknown());
    fields.disableProperty().bind(locked);
    undo.disableProperty().bind(locked);
    adding
        .disableProperty()
        .bind(
            locked.or(Bindings.size(model.steps.forms()).greaterThanOrEqualTo(StepList.MAX_STEPS)));
    discard.disableProperty().bind(model.busy());
    model.draft.addListener(ignored -> draw());
    model.failure().addListener(ignored -> showState());
    model.outcomeUnknown().addListener(ignored -> showState());
    model.unsaved.addListener(ignored -> showState());
    model
        .changes()
        .addListener(
            (ListChangeListener<SequenceEditorViewModel.NewVersion>) ignored -> showConflict());
    model.busy().addListener((ignored, before, now) -> busyChanged(now));
    model.steps.removed().addListener((ignored, before, now) -> showRemoved(now));
    showRemoved(null);
    showConflict();
  }

  private void add(GridPane section, SequenceField field) {
    Control control = controls.create(field);
    Node[] more =
        field == SequenceField.EXITS && control instanceof TextArea area
            ? new Node[] {
              FieldRows.lineChoice(
                  area, formats.conditions().choices(), texts.get("choice.add"), NamedLines::split)
            }
            : new Node[0];
    rows.add(section, field, texts.get(field.key()), control, more);
  }

  /** Beside each other where there is room: the form, the drawing and the calendar. */
  private void arrange(double width) {
    boolean isWide = width >= WIDE;
    share(columns, isWide ? 45 : 54);
    share(sides, isWide ? 44 : 100);
    GridPane.setConstraints(sides.getChildren().getFirst(), 0, isWide ? 0 : 1);
    GridPane.setConstraints(sides.getChildren().getLast(), isWide ? 1 : 0, 0);
  }

  private static void share(GridPane pane, double first) {
    ColumnConstraints left = new ColumnConstraints();
    left.setPercentWidth(first);
    ColumnConstraints right = new ColumnConstraints();
    right.setPercentWidth(100 - first);
    pane.getColumnConstraints().setAll(first < 100 ? List.of(left, right) : List.of(left));
  }

  private void draw() {
    drawing.show(SequenceSteps.of(model.draft.get()), ignored -> {});
    preview.show(model.draft.get());
  }

  private void showState() {
    Visibility.set(uncertain, model.outcomeUnknown().get());
    boolean hasConflict = !model.changes().isEmpty();
    error.showOfWrite(hasConflict ? null : model.failure().get()); // the conflict notice covers it
    save.setText(texts.get(model.outcomeUnknown().get() ? "new.again" : "edit.save"));
    save.setDisable(model.busy().get() || hasConflict || !model.unsaved.get());
  }

  private void showConflict() {
    boolean hasConflict = !model.changes().isEmpty();
    Visibility.set(conflict, hasConflict);
    changes.getChildren().setAll(model.changes().stream().map(this::line).toList());
    if (hasConflict) {
      Focus.on(reload);
    }
    showState();
  }

  private Node line(SequenceEditorViewModel.NewVersion added) {
    return Labels.wrapped(
        texts.get(
            "edit.added", added.number(), model.baseNumber(), added.changes().describe(texts)));
  }

  private void busyChanged(boolean busy) {
    showState();
    if (!busy) {
      focusAfterReply(model.failure().get() != null, save);
    }
  }

  private void showRemoved(StepList.@Nullable Removed now) {
    Visibility.set(undo, now != null);
    if (now != null) {
      removed.setText(texts.get("step.removed", now.form().text(StepField.ID)));
    }
  }

  /** Shows what the model edits. */
  void onShown() {
    Visibility.set(identity, model.isNew());
    heading.setText(
        model.isNew()
            ? texts.get("edit.new")
            : texts.get("edit.version", model.title(), model.baseNumber()));
    showState();
    draw();
    if (!focusInvalid()) {
      rows.focus(model.isNew() ? SequenceField.KEY : SequenceField.SIGNAL_TYPE);
    }
  }

  @Override
  protected boolean focusInvalid() {
    return super.focusInvalid() || cards.focusInvalid();
  }

  @FXML
  void addWait() {
    cards.focus(model.steps.add(StepForm.WAIT));
  }

  @FXML
  void addCall() {
    cards.focus(model.steps.add(StepForm.CALL));
  }

  @FXML
  void restore() {
    StepForm restored = model.steps.restore();
    if (restored != null) {
      cards.focus(restored);
    }
  }

  @Override
  protected void submit() {
    if (!save.isDisabled()) {
      model.save();
    }
  }

  @FXML
  void reload() {
    model.reload();
    onShown();
  }

  @FXML
  void discard() {
    model.discard();
    close();
  }
}
