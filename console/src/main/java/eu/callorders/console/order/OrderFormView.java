package eu.callorders.console.order;

import eu.callorders.console.form.FieldRows;
import eu.callorders.console.form.FormView;
import java.util.List;
import java.util.stream.Stream;
import javafx.collections.ObservableList;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Control;
import javafx.scene.control.Label;
import javafx.scene.control.TextArea;
import javafx.scene.layout.GridPane;

/** A form of an order. */
abstract class OrderFormView extends FormView<OrderField> {
  private static final double LABEL_WIDTH = 150;
  private static final int AREA_LINES = 3;

  private final OrderForm form;
  private final ObservableList<String> suggestions;

  /**
   * @param suggestions for fields of kind {@link OrderField.Kind#SUGGESTED}
   */
  OrderFormView(OrderForm form, ObservableList<String> suggestions, Runnable onClose) {
    super(form, LABEL_WIDTH, onClose);
    this.form = form;
    this.suggestions = suggestions;
  }

  /** Adds a section with those of the fields that the form contains. */
  protected final void addSection(String title, List<OrderField> members) {
    Label label = new Label(texts.get(title));
    label.getStyleClass().add("section");
    fields.getChildren().add(label);
    addFields(members);
  }

  protected final void addFields(List<OrderField> members) {
    GridPane section = rows.section();
    for (OrderField field : members) {
      if (form.fields().contains(field)) {
        rows.add(section, field, texts.get(field.key()), control(field));
      }
    }
    fields.getChildren().add(section);
  }

  /** Adds a control that is not an order field. */
  protected final void addControl(String name, Control control) {
    GridPane section = rows.section();
    FieldRows.addRow(section, name, control, control);
    fields.getChildren().add(section);
  }

  private Control control(OrderField field) {
    Control control =
        switch (field.kind()) {
          case CHOICE, FLAG -> choiceBox(field);
          case SUGGESTED -> suggestions(field);
          case LINES, METADATA, CALL_TIMES -> textArea(field);
          default -> rows.textField(field, prompt(field));
        };
    control.setId("field-" + field.key().substring("field.".length()));
    return control;
  }

  private String prompt(OrderField field) {
    if (field.kind() == OrderField.Kind.TIMESTAMP) {
      return form.timeExample();
    }
    String key = field.key() + ".prompt";
    return texts.bundle().containsKey(key) ? texts.get(key) : "";
  }

  private Control textArea(OrderField field) {
    TextArea area = rows.textArea(field, prompt(field), AREA_LINES);
    area.setWrapText(true);
    return area;
  }

  private Control suggestions(OrderField field) {
    ComboBox<String> box = new ComboBox<>(suggestions);
    box.setEditable(true);
    box.getEditor().textProperty().bindBidirectional(form.value(field));
    return box;
  }

  private Control choiceBox(OrderField field) {
    List<String> values = Stream.concat(Stream.of(""), field.choices().stream()).toList();
    return rows.comboBox(field, values, value -> choiceName(field, value));
  }

  private String choiceName(OrderField field, String value) {
    return value.isEmpty()
        ? texts.get(field.key() + ".default")
        : texts.value(textKey(field), value);
  }

  private static String textKey(OrderField field) {
    return switch (field.kind()) {
      case FLAG -> "flag";
      default -> field == OrderField.SIMULATED_OUTCOME ? "summary_code" : "on_violation";
    };
  }
}
