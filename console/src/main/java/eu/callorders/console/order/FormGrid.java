package eu.callorders.console.order;

import atlantafx.base.theme.Styles;
import eu.callorders.console.ui.Focus;
import eu.callorders.console.ui.Texts;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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

/** Draws the fields of a form below each other, each with what is wrong with it. */
final class FormGrid {
  private static final double NAMES = 150;
  private static final int LINES = 3;

  private final Texts texts;
  private final OrderForm form;
  private final Map<OrderField, Control> controls = new EnumMap<>(OrderField.class);

  FormGrid(Texts texts, OrderForm form) {
    this.texts = texts;
    this.form = form;
  }

  /** Those of the fields that the form has. */
  Node section(List<OrderField> fields) {
    GridPane grid = new GridPane();
    grid.getStyleClass().add("form");
    ColumnConstraints values = new ColumnConstraints();
    values.setHgrow(Priority.ALWAYS);
    grid.getColumnConstraints().setAll(new ColumnConstraints(NAMES), values);
    int row = 0;
    for (OrderField field : fields) {
      if (form.fields().contains(field)) {
        Control control = control(field);
        controls.put(field, control);
        named(
            grid,
            row++,
            texts.get(field.key()),
            new VBox(2, control, fault(field, control)),
            control);
      }
    }
    return grid;
  }

  /** A line with a name, for what is no field of the order too. */
  static void named(GridPane grid, int row, String name, Node value, Control control) {
    Label label = new Label(name);
    label.setWrapText(true);
    label.setLabelFor(control);
    GridPane.setValignment(label, VPos.TOP);
    label.getStyleClass().add("form-name");
    control.setAccessibleText(name);
    control.setMaxWidth(Double.MAX_VALUE);
    grid.addRow(row, label, value);
  }

  private Label fault(OrderField field, Control control) {
    Label fault = new Label();
    fault.getStyleClass().add("form-fault");
    fault.setWrapText(true);
    fault.setManaged(false);
    form.fault(field)
        .addListener(
            (ignored, before, now) -> {
              fault.setText(texts.bundle().containsKey(now) ? texts.get(now) : now);
              fault.setManaged(!now.isEmpty());
              control.setAccessibleHelp(fault.getText());
              control.pseudoClassStateChanged(Styles.STATE_DANGER, !now.isEmpty());
            });
    return fault;
  }

  private Control control(OrderField field) {
    Control control =
        switch (field.kind()) {
          case CHOICE, FLAG -> choice(field);
          case SUGGESTED -> suggested(field);
          case LINES, METADATA, CALL_TIMES -> area(field);
          default -> line(field);
        };
    control.setId("field-" + field.key().substring("field.".length()));
    return control;
  }

  private Control line(OrderField field) {
    TextField line = new TextField();
    line.setPromptText(prompt(field));
    line.textProperty().bindBidirectional(form.value(field));
    return line;
  }

  private String prompt(OrderField field) {
    String key = field.key() + ".prompt";
    return texts.bundle().containsKey(key) ? texts.get(key) : "";
  }

  private Control area(OrderField field) {
    TextArea area = new TextArea();
    area.setPrefRowCount(LINES);
    area.setWrapText(true);
    area.setPromptText(prompt(field));
    area.textProperty().bindBidirectional(form.value(field));
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

  private Control suggested(OrderField field) {
    ComboBox<String> box = new ComboBox<>();
    box.setEditable(true);
    box.getEditor().textProperty().bindBidirectional(form.value(field));
    return box;
  }

  private Control choice(OrderField field) {
    ComboBox<String> box = new ComboBox<>();
    box.getItems().add("");
    box.getItems().addAll(field.choices());
    box.setConverter(
        new StringConverter<>() {
          @Override
          public String toString(String value) {
            return value == null || value.isEmpty()
                ? texts.get(field.key() + ".default")
                : texts.value(registry(field), value);
          }

          @Override
          public String fromString(String text) {
            return text;
          }
        });
    box.valueProperty().bindBidirectional(form.value(field));
    return box;
  }

  private static String registry(OrderField field) {
    return switch (field.kind()) {
      case FLAG -> "flag";
      default -> field == OrderField.SIMULATED_OUTCOME ? "summary_code" : "on_violation";
    };
  }

  /** The editable list of that field, to be filled with what is known. */
  @SuppressWarnings("unchecked") // only such fields are drawn as a list of texts
  ComboBox<String> suggestions(OrderField field) {
    return (ComboBox<String>) Objects.requireNonNull(controls.get(field));
  }

  /** Leads to the first fault, or to the first field. */
  void focus() {
    Control control = controls.get(form.firstFault().orElse(form.fields().getFirst()));
    if (control != null) {
      Focus.on(control);
    }
  }
}
