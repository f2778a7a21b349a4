package eu.callorders.console.order;

import eu.callorders.console.form.FieldRows;
import eu.callorders.console.ui.Texts;
import java.util.List;
import java.util.stream.Stream;
import javafx.collections.ObservableList;
import javafx.scene.Node;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Control;
import javafx.scene.control.TextArea;
import javafx.scene.layout.GridPane;

/** Lays out the fields of an order, each with its error. */
final class FormGrid {
  private static final double LABEL_WIDTH = 150;
  private static final int AREA_LINES = 3;

  private final Texts texts;
  private final OrderForm form;
  private final ObservableList<String> suggestions;
  private final FieldRows<OrderField> rows;

  /**
   * @param suggestions for fields of kind {@link OrderField.Kind#SUGGESTED}
   */
  FormGrid(Texts texts, OrderForm form, ObservableList<String> suggestions) {
    this.texts = texts;
    this.form = form;
    this.suggestions = suggestions;
    this.rows = new FieldRows<>(texts, form, LABEL_WIDTH);
  }

  /** A section with those of the fields that the form contains. */
  Node section(List<OrderField> fields) {
    GridPane section = rows.section();
    for (OrderField field : fields) {
      if (form.fields().contains(field)) {
        rows.add(section, field, texts.get(field.key()), control(field));
      }
    }
    return section;
  }

  /** A labeled row for a control that is not an order field. */
  Node labeledRow(String name, Control control) {
    GridPane section = rows.section();
    FieldRows.addRow(section, name, control, control);
    return section;
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

  /** Focuses the first field with an error, otherwise the first field. */
  void focusFirstError() {
    rows.focus();
  }
}
