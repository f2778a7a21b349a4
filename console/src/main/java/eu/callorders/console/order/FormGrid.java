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
  private static final double NAMES = 150;
  private static final int LINES = 3;

  private final Texts texts;
  private final OrderForm form;
  private final ObservableList<String> suggested;
  private final FieldRows<OrderField> rows;

  /**
   * @param suggestions for fields of kind {@link OrderField.Kind#SUGGESTED}
   */
  FormGrid(Texts texts, OrderForm form, ObservableList<String> suggestions) {
    this.texts = texts;
    this.form = form;
    this.suggested = suggestions;
    this.rows = new FieldRows<>(texts, form, NAMES);
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
  Node line(String name, Control control) {
    GridPane section = rows.section();
    FieldRows.named(section, name, control, control);
    return section;
  }

  private Control control(OrderField field) {
    Control control =
        switch (field.kind()) {
          case CHOICE, FLAG -> choice(field);
          case SUGGESTED -> suggested(field);
          case LINES, METADATA, CALL_TIMES -> area(field);
          default -> rows.line(field, prompt(field));
        };
    control.setId("field-" + field.key().substring("field.".length()));
    return control;
  }

  private String prompt(OrderField field) {
    String key = field.key() + ".prompt";
    return texts.bundle().containsKey(key) ? texts.get(key) : "";
  }

  private Control area(OrderField field) {
    TextArea area = rows.area(field, prompt(field), LINES);
    area.setWrapText(true);
    return area;
  }

  private Control suggested(OrderField field) {
    ComboBox<String> box = new ComboBox<>(suggested);
    box.setEditable(true);
    box.getEditor().textProperty().bindBidirectional(form.value(field));
    return box;
  }

  private Control choice(OrderField field) {
    List<String> values = Stream.concat(Stream.of(""), field.choices().stream()).toList();
    return rows.choice(field, values, value -> name(field, value));
  }

  private String name(OrderField field, String value) {
    return value.isEmpty()
        ? texts.get(field.key() + ".default")
        : texts.value(registry(field), value);
  }

  private static String registry(OrderField field) {
    return switch (field.kind()) {
      case FLAG -> "flag";
      default -> field == OrderField.SIMULATED_OUTCOME ? "summary_code" : "on_violation";
    };
  }

  /** Focuses the first field with an error, otherwise the first field. */
  void focus() {
    rows.focus();
  }
}
