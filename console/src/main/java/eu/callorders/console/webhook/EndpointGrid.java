package eu.callorders.console.webhook;

import eu.callorders.console.form.FieldRows;
import eu.callorders.console.ui.Texts;
import java.util.List;
import javafx.scene.Node;
import javafx.scene.control.ComboBox;
import javafx.scene.control.TextArea;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.Region;

/** The form of an endpoint. */
final class EndpointGrid {
  private static final double NAME_WIDTH = 120;
  private static final int LINES = 5;

  private final Texts texts;
  private final FieldRows<EndpointField> rows;
  private final GridPane root;

  EndpointGrid(Texts texts, EndpointForm form) {
    this.texts = texts;
    this.rows = new FieldRows<>(texts, form, NAME_WIDTH);
    this.root = rows.section();
    addRow(EndpointField.URL, rows.textField(EndpointField.URL, "https://"));
    addRow(EndpointField.DESCRIPTION, rows.textField(EndpointField.DESCRIPTION, ""));
    String prompt = texts.get("field.event_types.prompt");
    TextArea types = rows.textArea(EndpointField.EVENT_TYPES, prompt, LINES);
    addRow(EndpointField.EVENT_TYPES, types, addChoice(types));
    addRow(EndpointField.PAYLOAD_MODE, mode());
  }

  Node root() {
    return root;
  }

  private void addRow(EndpointField field, Region control, Node... more) {
    control.setId("endpoint-" + field.member());
    rows.add(root, field, texts.get("field." + field.member()), control, more);
  }

  /** Appends a name to the text. */
  private ComboBox<String> addChoice(TextArea types) {
    ComboBox<String> choice = new ComboBox<>();
    choice.getItems().setAll(EventTypeFilters.FILTERS);
    choice.setPromptText(texts.get("field.event_types.add"));
    choice.setAccessibleText(texts.get("field.event_types.add"));
    choice.setMaxWidth(Double.MAX_VALUE);
    choice.setOnAction(
        ignored -> {
          String name = choice.getValue();
          List<String> names = EndpointField.split(types.getText());
          if (name != null && !names.contains(name)) {
            types.setText(names.isEmpty() ? name : String.join("\n", names) + "\n" + name);
          }
        });
    return choice;
  }

  private ComboBox<String> mode() {
    return rows.comboBox(
        EndpointField.PAYLOAD_MODE,
        List.of("full", "thin"),
        mode -> mode.isEmpty() ? "" : texts.value("payload_mode", mode));
  }

  /** Focuses the first field with an error, or the first field. */
  void focus() {
    rows.focus();
  }
}
