package eu.callorders.console.form;

import java.util.List;
import java.util.stream.Stream;
import javafx.collections.ObservableList;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Control;
import javafx.scene.control.Label;
import javafx.scene.control.TextArea;
import javafx.scene.layout.GridPane;

/** A form whose fields are members of a resource, in sections. */
public abstract class JsonFormView<F extends JsonField> extends FormView<F> {
  private static final double LABEL_WIDTH = 150;
  private static final int AREA_LINES = 3;

  private final JsonForm<F> form;
  private final ObservableList<String> suggestions;

  /**
   * @param suggestions for fields of kind {@link JsonField.Kind#SUGGESTED}
   */
  protected JsonFormView(JsonForm<F> form, ObservableList<String> suggestions, Runnable onClose) {
    super(form, LABEL_WIDTH, onClose);
    this.form = form;
    this.suggestions = suggestions;
  }

  /** Adds a section with those of the fields that the form contains. */
  protected final void addSection(String title, List<F> members) {
    Label label = new Label(texts.get(title));
    label.getStyleClass().add("section");
    fields.getChildren().add(label);
    addFields(members);
  }

  protected final void addFields(List<F> members) {
    GridPane section = rows.section();
    for (F field : members) {
      if (form.fields().contains(field)) {
        rows.add(section, field, texts.get(field.key()), control(field));
      }
    }
    fields.getChildren().add(section);
  }

  /** Adds a control that is not a field of the form. */
  protected final void addControl(String name, Control control) {
    GridPane section = rows.section();
    FieldRows.addRow(section, name, control, control);
    fields.getChildren().add(section);
  }

  private Control control(F field) {
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

  private String prompt(F field) {
    if (field.kind() == JsonField.Kind.TIMESTAMP) {
      return form.timeExample();
    }
    String key = field.key() + ".prompt";
    return texts.bundle().containsKey(key) ? texts.get(key) : "";
  }

  private Control textArea(F field) {
    TextArea area = rows.textArea(field, prompt(field), AREA_LINES);
    area.setWrapText(true);
    return area;
  }

  private Control suggestions(F field) {
    ComboBox<String> box = new ComboBox<>(suggestions);
    box.setEditable(true);
    box.getEditor().textProperty().bindBidirectional(form.value(field));
    return box;
  }

  private Control choiceBox(F field) {
    List<String> values = Stream.concat(Stream.of(""), field.choices().stream()).toList();
    return rows.comboBox(field, values, value -> choiceName(field, value));
  }

  private String choiceName(F field, String value) {
    return value.isEmpty()
        ? texts.get(field.key() + ".default")
        : texts.value(field.registry(), value);
  }
}
