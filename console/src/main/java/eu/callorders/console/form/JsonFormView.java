package eu.callorders.console.form;

import java.util.List;
import javafx.collections.ObservableList;
import javafx.scene.control.Control;
import javafx.scene.control.Label;
import javafx.scene.layout.GridPane;

/** A form whose fields are members of a resource, in sections. */
public abstract class JsonFormView<F extends JsonField> extends FormView<F> {
  private static final double LABEL_WIDTH = 150;

  private final JsonForm<F> form;
  private final FieldControls<F> controls;

  /**
   * @param suggestions for fields of kind {@link JsonField.Kind#SUGGESTED}
   */
  protected JsonFormView(JsonForm<F> form, ObservableList<String> suggestions, Runnable onClose) {
    super(form, LABEL_WIDTH, onClose);
    this.form = form;
    this.controls = new FieldControls<>(texts, form, rows, suggestions);
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
        rows.add(section, field, texts.get(field.key()), controls.create(field));
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
}
