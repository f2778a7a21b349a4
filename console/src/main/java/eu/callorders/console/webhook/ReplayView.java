package eu.callorders.console.webhook;

import eu.callorders.console.ui.ActionDialog;
import eu.callorders.console.ui.DateField;
import eu.callorders.console.ui.ErrorPane;
import eu.callorders.console.ui.Fxml;
import eu.callorders.console.ui.Texts;
import java.util.stream.Stream;
import javafx.beans.Observable;
import javafx.fxml.FXML;
import javafx.scene.control.Button;
import javafx.scene.control.CheckBox;
import javafx.scene.control.DatePicker;
import javafx.scene.control.Label;
import javafx.scene.control.ProgressIndicator;
import javafx.scene.control.RadioButton;
import javafx.scene.control.TextField;
import javafx.scene.layout.GridPane;
import javafx.stage.Window;

/** The dialog of a replay: selects events, counts them, starts the replay. */
@SuppressWarnings("NullAway.Init") // FXML fills the fields
final class ReplayView {
  @FXML private RadioButton byTime;
  @FXML private DatePicker sinceDay;
  @FXML private TextField sinceTime;
  @FXML private TextField after;
  @FXML private DatePicker untilDay;
  @FXML private TextField untilTime;
  @FXML private TextField eventTypes;
  @FXML private CheckBox onlyFailed;
  @FXML private GridPane fields;
  @FXML private Label sinceError;
  @FXML private Label afterError;
  @FXML private Label untilError;
  @FXML private Label typesError;
  @FXML private Label clock;
  @FXML private Label uncertain;
  @FXML private Button count;
  @FXML private Label counted;
  @FXML private ProgressIndicator busy;
  @FXML private ErrorPane error;

  private final ReplayViewModel model;
  private final Texts texts;
  private final ActionDialog dialog;

  ReplayView(ReplayViewModel model, Texts texts, Window owner, String url) {
    this.model = model;
    this.texts = texts;
    this.dialog = new ActionDialog(owner, texts, "replay", url);
  }

  void show() {
    dialog.with(Fxml.load(this, texts));
    Stream.<Observable>of(model.counted, model.busy, model.outcomeUnknown)
        .forEach(state -> state.addListener(ignored -> redraw()));
    model.started.addListener(ignored -> dialog.close());
    redraw();
    model.count();
    dialog.show(model::start);
  }

  @FXML
  void initialize() {
    ReplayForm form = model.form;
    byTime.selectedProperty().bindBidirectional(form.byTime);
    DateField.install(sinceDay, model.clock()::now);
    DateField.install(untilDay, model.clock()::now);
    sinceDay.valueProperty().bindBidirectional(form.sinceDay);
    untilDay.valueProperty().bindBidirectional(form.untilDay);
    onlyFailed.selectedProperty().bindBidirectional(form.onlyFailed);
    bind(sinceTime, sinceError, ReplayForm.Field.SINCE);
    bind(after, afterError, ReplayForm.Field.AFTER);
    bind(untilTime, untilError, ReplayForm.Field.UNTIL);
    bind(eventTypes, typesError, ReplayForm.Field.EVENT_TYPES);
    clock.visibleProperty().bind(model.clock().differs());
    uncertain.visibleProperty().bind(model.outcomeUnknown);
    model.failure.addListener(
        (ignored, before, now) -> {
          error.show(now);
          dialog.resize();
        });
  }

  private void bind(TextField input, Label errorLabel, ReplayForm.Field field) {
    input.textProperty().bindBidirectional(model.form.value(field));
    errorLabel.setVisible(false);
    model
        .form
        .error(field)
        .addListener(
            (ignored, before, now) -> {
              errorLabel.setText(texts.bundle().containsKey(now) ? texts.get(now) : now);
              errorLabel.setVisible(!now.isEmpty());
              dialog.resize();
            });
  }

  private void redraw() {
    Button start = dialog.accept();
    int events = model.counted.get();
    boolean working = model.busy.get();
    boolean isUncertain = model.outcomeUnknown.get();
    busy.setVisible(working);
    fields.setDisable(isUncertain);
    count.setDisable(working || isUncertain);
    start.setDisable(working || !(isUncertain || events > 0));
    start.setText(
        isUncertain
            ? texts.get("replay.again")
            : texts.get(events > 0 ? "replay.yes.count" : "replay.yes", events));
    counted.setText(
        events < 0 ? texts.get("replay.uncounted") : texts.get("replay.counted", events));
    dialog.resize();
  }

  @FXML
  void count() {
    model.count();
  }
}
