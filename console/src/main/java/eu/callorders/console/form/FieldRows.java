package eu.callorders.console.form;

import atlantafx.base.theme.Styles;
import eu.callorders.console.ui.Focus;
import eu.callorders.console.ui.Labels;
import eu.callorders.console.ui.Texts;
import eu.callorders.console.ui.ValueConverter;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import javafx.geometry.VPos;
import javafx.scene.Node;
import javafx.scene.TraversalDirection;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Label;
import javafx.scene.control.TextArea;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.ColumnConstraints;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;

/** Renders fields in rows, each with its error. */
public final class FieldRows<F> {
  private final Texts texts;
  private final Fields<F> form;
  private final double nameWidth;
  private final Map<F, Region> controls = new HashMap<>();

  public FieldRows(Texts texts, Fields<F> form, double names) {
    this.texts = texts;
    this.form = form;
    this.nameWidth = names;
  }

  /** Creates a grid for a group of fields. */
  public GridPane section() {
    GridPane grid = new GridPane();
    grid.getStyleClass().add("form");
    ColumnConstraints values = new ColumnConstraints();
    values.setHgrow(Priority.ALWAYS);
    grid.getColumnConstraints().setAll(new ColumnConstraints(nameWidth), values);
    return grid;
  }

  /** Adds a row; more nodes below the control help to fill it in. */
  public void add(GridPane section, F field, String name, Region control, Node... more) {
    controls.put(field, control);
    VBox value = new VBox(2, control);
    value.getChildren().addAll(more);
    value.getChildren().add(errorLabel(field, control));
    addRow(section, name, value, control);
  }

  /** Adds a control as wide as the section, whose heading names it. */
  public void addWide(GridPane section, F field, String name, Region control) {
    controls.put(field, control);
    control.setAccessibleText(name);
    VBox value = new VBox(2, control, errorLabel(field, control));
    section.add(value, 0, section.getRowCount(), 2, 1);
  }

  /** Adds a row with a name, also for values that are no fields. */
  public static void addRow(GridPane section, String name, Node value, Region control) {
    Label label = Labels.wrapped(name, "form-name");
    label.setLabelFor(control);
    GridPane.setValignment(label, VPos.TOP);
    control.setAccessibleText(name);
    control.setMaxWidth(Double.MAX_VALUE);
    section.addRow(section.getRowCount(), label, value);
  }

  private Label errorLabel(F field, Region control) {
    control
        .focusedProperty()
        .addListener(
            (ignored, before, isFocused) -> {
              if (!isFocused) {
                form.left(field);
              }
            });
    Label error = Labels.wrapped("", "form-error");
    error.setManaged(false);
    form.error(field)
        .addListener(
            (ignored, before, now) -> {
              error.setText(texts.bundle().containsKey(now) ? texts.get(now) : now);
              error.setManaged(!now.isEmpty());
              control.setAccessibleHelp(error.getText());
              control.pseudoClassStateChanged(Styles.STATE_DANGER, !now.isEmpty());
            });
    return error;
  }

  public TextField textField(F field, String prompt) {
    TextField line = new TextField();
    line.setPromptText(prompt);
    Labels.explainedWhenCut(line);
    line.textProperty().bindBidirectional(form.value(field));
    return line;
  }

  /** Several lines; Tab moves the focus instead of inserting a tab. */
  public TextArea textArea(F field, String prompt, int lines) {
    TextArea area = new TextArea();
    area.setPrefRowCount(lines);
    area.setWrapText(true);
    area.setPromptText(prompt);
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

  /**
   * A choice whose values are appended to the lines of an area.
   *
   * @param split the values that a text contains
   */
  public static ComboBox<String> lineChoice(
      TextArea area, List<String> values, String prompt, Function<String, List<String>> split) {
    ComboBox<String> choice = new ComboBox<>();
    choice.getItems().setAll(values);
    choice.setPromptText(prompt);
    choice.setAccessibleText(prompt);
    choice.setMaxWidth(Double.MAX_VALUE);
    choice.setOnAction(
        ignored -> {
          String value = choice.getValue();
          List<String> present = split.apply(area.getText());
          if (value != null && !present.contains(value)) {
            area.setText(present.isEmpty() ? value : String.join("\n", present) + "\n" + value);
          }
        });
    return choice;
  }

  /** A choice of one value; {@code name} also names the empty one. */
  public ComboBox<String> comboBox(F field, List<String> values, UnaryOperator<String> name) {
    ComboBox<String> box = new ComboBox<>();
    box.getItems().setAll(values);
    box.setConverter(new ValueConverter<>(value -> name.apply(value == null ? "" : value)));
    box.valueProperty().bindBidirectional(form.value(field));
    return box;
  }

  /** Focuses the first field with an error, or the first field. */
  public void focus() {
    focus(form.firstInvalid().orElse(form.fields().getFirst()));
  }

  public void focus(F field) {
    Region control = controls.get(field);
    if (control != null) {
      Focus.on(control);
    }
  }
}
