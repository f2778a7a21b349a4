package eu.callorders.console.webhook;

import eu.callorders.console.ui.Fxml;
import eu.callorders.console.ui.Texts;
import eu.callorders.console.ui.TroublePane;
import javafx.event.ActionEvent;
import javafx.fxml.FXML;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.control.Button;
import javafx.scene.control.ButtonBar;
import javafx.scene.control.ButtonType;
import javafx.scene.control.CheckBox;
import javafx.scene.control.DatePicker;
import javafx.scene.control.Dialog;
import javafx.scene.control.DialogPane;
import javafx.scene.control.Label;
import javafx.scene.control.ProgressIndicator;
import javafx.scene.control.RadioButton;
import javafx.scene.control.TextField;
import javafx.scene.control.ToggleGroup;
import javafx.scene.layout.Region;
import javafx.stage.Window;

/** Asks what to send again, counts it, and has it sent. */
@SuppressWarnings("NullAway.Init") // FXML fills the fields
final class ReplayView {
  @FXML private RadioButton byTime;
  @FXML private RadioButton byCursor;
  @FXML private DatePicker sinceDay;
  @FXML private TextField sinceTime;
  @FXML private TextField after;
  @FXML private DatePicker untilDay;
  @FXML private TextField untilTime;
  @FXML private TextField eventTypes;
  @FXML private CheckBox onlyFailed;
  @FXML private Button count;
  @FXML private Label counted;
  @FXML private ProgressIndicator busy;
  @FXML private TroublePane trouble;

  private final ReplayViewModel model;
  private final Texts texts;
  private final String url;
  private final Dialog<ButtonType> dialog = new Dialog<>();

  ReplayView(ReplayViewModel model, Texts texts, String url) {
    this.model = model;
    this.texts = texts;
    this.url = url;
  }

  void show(Window owner) {
    Parent form = Fxml.load(this, texts);
    ButtonType send = new ButtonType(texts.get("replay.start"), ButtonBar.ButtonData.OK_DONE);
    ButtonType cancel = new ButtonType(texts.get("cancel"), ButtonBar.ButtonData.CANCEL_CLOSE);
    DialogPane pane = dialog.getDialogPane();
    pane.setId("replay-dialog");
    pane.setContent(form);
    pane.getButtonTypes().setAll(send, cancel);
    Button start = (Button) pane.lookupButton(send);
    start.setId("replay-start");
    start.setMinWidth(Region.USE_PREF_SIZE);
    ButtonBar.setButtonUniformSize(start, false); // it says how many
    start.addEventFilter(
        ActionEvent.ACTION,
        pressed -> {
          pressed.consume(); // it closes once the service has taken it
          model.start();
        });
    model.counted().addListener(ignored -> redraw(start));
    model.busy().addListener(ignored -> redraw(start));
    model.fault().addListener(ignored -> redraw(start));
    model
        .started()
        .addListener(
            ignored -> {
              dialog.setResult(send);
              dialog.close();
            });
    redraw(start);
    dialog.initOwner(owner);
    dialog.setTitle(texts.get("replay.title"));
    dialog.setHeaderText(texts.get("replay.header", url));
    dialog.show();
  }

  @FXML
  void initialize() {
    ReplayForm form = model.form();
    ToggleGroup range = new ToggleGroup();
    byTime.setToggleGroup(range);
    byCursor.setToggleGroup(range);
    byCursor.setSelected(!form.byTime().get());
    byTime.selectedProperty().bindBidirectional(form.byTime());
    sinceDay.valueProperty().bindBidirectional(form.sinceDay());
    sinceTime.textProperty().bindBidirectional(form.sinceTime());
    after.textProperty().bindBidirectional(form.after());
    untilDay.valueProperty().bindBidirectional(form.untilDay());
    untilTime.textProperty().bindBidirectional(form.untilTime());
    eventTypes.textProperty().bindBidirectional(form.eventTypes());
    onlyFailed.selectedProperty().bindBidirectional(form.onlyFailed());
    sinceDay.disableProperty().bind(byCursor.selectedProperty());
    sinceTime.disableProperty().bind(byCursor.selectedProperty());
    after.disableProperty().bind(byTime.selectedProperty());
    model.failure().addListener((ignored, before, now) -> trouble.show(now));
  }

  private void redraw(Button start) {
    int events = model.counted().get();
    boolean working = model.busy().get();
    String fault = model.fault().get();
    busy.setVisible(working);
    count.setDisable(working || !fault.isEmpty());
    start.setDisable(working || events <= 0);
    start.setText(events > 0 ? texts.get("replay.start.count", events) : texts.get("replay.start"));
    if (!fault.isEmpty()) {
      counted.setText(texts.value("fault", fault));
    } else {
      counted.setText(
          events < 0 ? texts.get("replay.uncounted") : texts.get("replay.counted", events));
    }
    fit(counted);
  }

  private void fit(Node changed) {
    if (changed.getScene() != null && changed.getScene().getWindow() != null) {
      changed.getScene().getWindow().sizeToScene();
    }
  }

  @FXML
  void count() {
    model.count();
  }
}
