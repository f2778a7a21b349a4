package eu.callorders.console.webhook;

import eu.callorders.console.ui.Focus;
import eu.callorders.console.ui.Texts;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import javafx.geometry.VPos;
import javafx.scene.Node;
import javafx.scene.TraversalDirection;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Control;
import javafx.scene.control.Label;
import javafx.scene.control.TextArea;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.ColumnConstraints;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import javafx.util.StringConverter;

/** The fields of an endpoint below each other, each with what is wrong with it. */
final class EndpointGrid extends GridPane {
  private static final double NAMES = 120;
  private static final int LINES = 5;

  private final Texts texts;
  private final EndpointForm form;
  private final Map<EndpointField, Control> controls = new EnumMap<>(EndpointField.class);

  EndpointGrid(Texts texts, EndpointForm form) {
    this.texts = texts;
    this.form = form;
    getStyleClass().add("form");
    ColumnConstraints values = new ColumnConstraints();
    values.setHgrow(Priority.ALWAYS);
    getColumnConstraints().setAll(new ColumnConstraints(NAMES), values);
    line(EndpointField.URL, field(EndpointField.URL));
    line(EndpointField.DESCRIPTION, field(EndpointField.DESCRIPTION));
    TextArea types = types();
    line(EndpointField.EVENT_TYPES, types, adding(types));
    line(EndpointField.PAYLOAD_MODE, mode());
  }

  private void line(EndpointField field, Control control, Node... more) {
    Label label = new Label(texts.get("field." + field.member()));
    label.setWrapText(true);
    label.setLabelFor(control);
    label.getStyleClass().add("form-name");
    GridPane.setValignment(label, VPos.TOP);
    control.setId("endpoint-" + field.member());
    control.setAccessibleText(label.getText());
    control.setMaxWidth(Double.MAX_VALUE);
    VBox value = new VBox(2, control);
    value.getChildren().addAll(more);
    value.getChildren().add(fault(field, control));
    addRow(getRowCount(), label, value);
    controls.put(field, control);
  }

  private Label fault(EndpointField field, Control control) {
    Label fault = new Label();
    fault.setWrapText(true);
    fault.getStyleClass().add("form-fault");
    fault.textProperty().bind(form.fault(field));
    fault.visibleProperty().bind(fault.textProperty().isNotEmpty());
    fault.managedProperty().bind(fault.visibleProperty());
    fault.textProperty().addListener((ignored, before, now) -> control.setAccessibleHelp(now));
    return fault;
  }

  private TextField field(EndpointField field) {
    TextField line = new TextField();
    line.textProperty().bindBidirectional(form.value(field));
    if (field == EndpointField.URL) {
      line.setPromptText("https://");
    }
    return line;
  }

  private TextArea types() {
    TextArea area = new TextArea();
    area.setPrefRowCount(LINES);
    area.setPromptText(texts.get("field.event_types.prompt"));
    area.textProperty().bindBidirectional(form.value(EndpointField.EVENT_TYPES));
    area.addEventFilter(
        KeyEvent.KEY_PRESSED,
        key -> {
          if (key.getCode() == KeyCode.TAB && !key.isControlDown()) {
            key.consume();
            area.requestFocusTraversal(
                key.isShiftDown() ? TraversalDirection.PREVIOUS : TraversalDirection.NEXT);
          }
        });
    return area;
  }

  /** Puts a name behind those that stand there. */
  private ComboBox<String> adding(TextArea types) {
    ComboBox<String> choice = new ComboBox<>();
    choice.getItems().setAll(EventTypes.FILTERS);
    choice.setPromptText(texts.get("field.event_types.add"));
    choice.setAccessibleText(texts.get("field.event_types.add"));
    choice.setMaxWidth(Double.MAX_VALUE);
    choice.setOnAction(
        ignored -> {
          String name = choice.getValue();
          List<String> names = EndpointField.names(types.getText());
          if (name != null && !names.contains(name)) {
            types.setText(names.isEmpty() ? name : String.join("\n", names) + "\n" + name);
          }
        });
    return choice;
  }

  private ComboBox<String> mode() {
    ComboBox<String> choice = new ComboBox<>();
    choice.getItems().setAll("full", "thin");
    choice.setConverter(
        new StringConverter<>() {
          @Override
          public String toString(String mode) {
            return mode == null ? "" : texts.value("payload_mode", mode);
          }

          @Override
          public String fromString(String text) {
            return text;
          }
        });
    choice.valueProperty().bindBidirectional(form.value(EndpointField.PAYLOAD_MODE));
    return choice;
  }

  /** Leads to the first fault, or to the first field. */
  void focus() {
    Control control = controls.get(form.firstFault().orElse(EndpointField.URL));
    if (control != null) {
      Focus.on(control);
    }
  }
}
