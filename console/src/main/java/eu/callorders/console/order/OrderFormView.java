package eu.callorders.console.order;

import eu.callorders.console.form.FieldControls;
import eu.callorders.console.form.FieldKind;
import eu.callorders.console.form.FieldRows;
import eu.callorders.console.form.FormView;
import java.util.List;
import javafx.collections.ObservableList;
import javafx.scene.control.Control;
import javafx.scene.control.Label;
import javafx.scene.layout.GridPane;

/** A form of an order. */
abstract class OrderFormView extends FormView<OrderField> {
  private static final double LABEL_WIDTH = 150;

  private final OrderForm form;
  private final FieldControls<OrderField> controls;

  /**
   * @param suggestions for fields of kind {@link FieldKind#SUGGESTED}
   */
  OrderFormView(OrderForm form, ObservableList<String> suggestions, Runnable onClose) {
    super(form, LABEL_WIDTH, onClose);
    this.form = form;
    this.controls = new FieldControls<>(texts, form, rows, suggestions, OrderFormView::registry);
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
        rows.add(section, field, texts.get(field.key()), controls.create(field));
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

  private static String registry(OrderField field) {
    return switch (field.kind()) {
      case FLAG -> "flag";
      default -> field == OrderField.SIMULATED_OUTCOME ? "summary_code" : "on_violation";
    };
  }
}
