package eu.callorders.console.form;

import eu.callorders.console.ui.Texts;
import java.util.List;
import java.util.stream.Stream;
import javafx.collections.ObservableList;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Control;

/** Creates the controls of the fields of a form, by their kinds. */
public final class FieldControls<F extends JsonField> {
  private static final int AREA_LINES = 3;

  private final Texts texts;
  private final JsonForm<F> form;
  private final FieldRows<F> rows;
  private final ObservableList<String> suggestions;

  /**
   * @param suggestions for fields of kind {@link JsonField.Kind#SUGGESTED}
   */
  public FieldControls(
      Texts texts, JsonForm<F> form, FieldRows<F> rows, ObservableList<String> suggestions) {
    this.texts = texts;
    this.form = form;
    this.rows = rows;
    this.suggestions = suggestions;
  }

  /** A control that edits the field. */
  public Control create(F field) {
    Control control =
        switch (field.kind()) {
          case CHOICE, FLAG -> choiceBox(field);
          case SUGGESTED -> suggestions(field);
          case LINES, METADATA, CALL_TIMES -> rows.textArea(field, prompt(field), AREA_LINES);
          case TEXT, AMOUNT, CURRENCY, DATE, NUMBER, TIMESTAMP, END, LIST, PHONE ->
              rows.textField(field, prompt(field));
        };
    control.setId("field-" + field.key().substring("field.".length()));
    return control;
  }

  private String prompt(F field) {
    String key = field.key() + ".prompt";
    if (texts.bundle().containsKey(key)) {
      return texts.get(key);
    }
    return switch (field.kind()) {
      case TIMESTAMP -> texts.get("field.start.prompt");
      case END -> texts.get("field.end.prompt");
      default -> "";
    };
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
