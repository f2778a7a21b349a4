package eu.callorders.console.webhook;

import eu.callorders.console.api.Failure;
import eu.callorders.console.event.KnownEventTypes;
import eu.callorders.console.form.FieldRows;
import eu.callorders.console.ui.ErrorPane;
import eu.callorders.console.ui.Focus;
import eu.callorders.console.ui.Fxml;
import eu.callorders.console.ui.Texts;
import java.util.List;
import javafx.beans.value.ObservableBooleanValue;
import javafx.beans.value.ObservableValue;
import javafx.fxml.FXML;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.control.Button;
import javafx.scene.control.ComboBox;
import javafx.scene.control.TextArea;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyCodeCombination;
import javafx.scene.input.KeyCombination;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;

/** A form for an endpoint, shown beside the list. */
@SuppressWarnings("NullAway.Init") // FXML fills the fields, load() the root
abstract class EndpointFormView {
  private static final KeyCombination SEND =
      new KeyCodeCombination(KeyCode.ENTER, KeyCombination.SHORTCUT_DOWN);
  private static final double NAME_WIDTH = 120;
  private static final int LINES = 5;

  @FXML private VBox fields;
  @FXML private ErrorPane error;
  @FXML protected Button send;

  protected final Texts texts = Texts.of(EndpointFormView.class);
  private final EndpointForm form;
  private final Runnable onClose;
  private final FieldRows<EndpointForm.Member> rows;
  private final GridPane grid;
  private Parent root;

  protected EndpointFormView(EndpointForm form, Runnable onClose) {
    this.form = form;
    this.onClose = onClose;
    this.rows = new FieldRows<>(texts, form, NAME_WIDTH);
    this.grid = rows.section();
    addRow(EndpointForm.Member.URL, rows.textField(EndpointForm.Member.URL, "https://"));
    addRow(EndpointForm.Member.DESCRIPTION, rows.textField(EndpointForm.Member.DESCRIPTION, ""));
    String prompt = texts.get("field.event_types.prompt");
    TextArea types = rows.textArea(EndpointForm.Member.EVENT_TYPES, prompt, LINES);
    addRow(EndpointForm.Member.EVENT_TYPES, types, addChoice(types));
    addRow(
        EndpointForm.Member.PAYLOAD_MODE,
        rows.comboBox(
            EndpointForm.Member.PAYLOAD_MODE,
            List.of("full", "thin"),
            mode -> mode.isEmpty() ? "" : texts.value("payload_mode", mode)));
  }

  private void addRow(EndpointForm.Member field, Region control, Node... more) {
    control.setId("endpoint-" + field.wireName());
    rows.add(grid, field, texts.get("field." + field.wireName()), control, more);
  }

  /** Appends a name to the text. */
  private ComboBox<String> addChoice(TextArea types) {
    ComboBox<String> choice = new ComboBox<>();
    choice.getItems().setAll(KnownEventTypes.ALL);
    choice.setPromptText(texts.get("field.event_types.add"));
    choice.setAccessibleText(texts.get("field.event_types.add"));
    choice.setMaxWidth(Double.MAX_VALUE);
    choice.setOnAction(
        ignored -> {
          String name = choice.getValue();
          List<String> names = EndpointForm.split(types.getText());
          if (name != null && !names.contains(name)) {
            types.setText(names.isEmpty() ? name : String.join("\n", names) + "\n" + name);
          }
        });
    return choice;
  }

  /**
   * Loads the FXML; call it once the fields that {@code initialize} needs are set.
   *
   * @param frozen whether the input must not change
   */
  protected final void load(
      ObservableBooleanValue frozen,
      ObservableBooleanValue busy,
      ObservableValue<@Nullable Failure> failure) {
    root = Fxml.load(this, texts);
    fields.getChildren().addFirst(grid);
    grid.disableProperty().bind(frozen);
    failure.addListener((ignored, before, now) -> error.showOfWrite(now));
    busy.addListener(
        (ignored, before, isBusy) -> {
          if (!isBusy && form.firstInvalid().isPresent()) {
            rows.focus();
          } else if (!isBusy && failure.getValue() != null) {
            Focus.on(send); // the focused control was disabled meanwhile
          }
        });
  }

  final Parent root() {
    return root;
  }

  /** Prepares the form for input. */
  void shown() {
    rows.focus();
  }

  @FXML
  abstract void send();

  @FXML
  final void close() {
    onClose.run();
  }

  @FXML
  final void pressed(KeyEvent key) {
    if (SEND.match(key)) {
      key.consume();
      send();
    }
  }
}
