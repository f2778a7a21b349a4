package eu.callorders.console.webhook;

import eu.callorders.console.api.Failure;
import eu.callorders.console.event.KnownEventTypes;
import eu.callorders.console.form.FieldRows;
import eu.callorders.console.ui.ErrorPane;
import eu.callorders.console.ui.Focus;
import eu.callorders.console.ui.Texts;
import java.util.List;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.value.ObservableValue;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.ComboBox;
import javafx.scene.control.TextArea;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyCodeCombination;
import javafx.scene.input.KeyCombination;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.Region;
import org.jspecify.annotations.Nullable;

/** The fields of an endpoint, common to the forms for new and changed ones. */
final class EndpointGrid {
  private static final KeyCombination SEND =
      new KeyCodeCombination(KeyCode.ENTER, KeyCombination.SHORTCUT_DOWN);
  private static final double NAME_WIDTH = 120;
  private static final int LINES = 5;

  private final Texts texts;
  private final EndpointForm form;
  private final FieldRows<EndpointForm.Member> rows;
  final GridPane root;

  EndpointGrid(Texts texts, EndpointForm form) {
    this.texts = texts;
    this.form = form;
    this.rows = new FieldRows<>(texts, form, NAME_WIDTH);
    this.root = rows.section();
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
    rows.add(root, field, texts.get("field." + field.wireName()), control, more);
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

  /** Shows each failure; after a failed attempt, focuses an invalid field or the send button. */
  void showFailures(
      ErrorPane error,
      Button send,
      ReadOnlyBooleanProperty busy,
      ObservableValue<@Nullable Failure> failure) {
    failure.addListener((ignored, before, now) -> error.showOfWrite(now));
    busy.addListener(
        (ignored, before, isBusy) -> {
          if (!isBusy && form.firstInvalid().isPresent()) {
            focus();
          } else if (!isBusy && failure.getValue() != null) {
            Focus.on(send); // the focused control was disabled meanwhile
          }
        });
  }

  /** Focuses the first field with an error, or the first field. */
  void focus() {
    rows.focus();
  }

  static void onSendKey(KeyEvent key, Runnable send) {
    if (SEND.match(key)) {
      key.consume();
      send.run();
    }
  }
}
