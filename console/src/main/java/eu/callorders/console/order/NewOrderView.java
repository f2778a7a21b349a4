package eu.callorders.console.order;

import eu.callorders.console.form.NewResourceView;
import eu.callorders.console.ui.ValueConverter;
import java.util.List;
import javafx.collections.FXCollections;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Tooltip;

/** The form of a new order, shown beside the list. */
final class NewOrderView extends NewResourceView<OrderField> {
  private final NewOrderViewModel model;
  private final ComboBox<String> magicNumbers = new ComboBox<>();

  NewOrderView(NewOrderViewModel model, Runnable onClose) {
    super(model, model.form, model.orderTypes, onClose);
    this.model = model;
    loadForm();
    addSections();
  }

  private void addSections() {
    addSection("section.order", List.of(OrderField.ORDER_TYPE, OrderField.CLIENT_REFERENCE));
    addSection(
        "section.person",
        List.of(
            OrderField.SUBJECT_REFERENCE,
            OrderField.GIVEN_NAME,
            OrderField.FAMILY_NAME,
            OrderField.LOCALE));
    if (model.isSandbox()) {
      addMagicNumbers();
    }
    addFields(List.of(OrderField.PHONE));
    addSection(
        "section.claim",
        List.of(
            OrderField.OUTSTANDING,
            OrderField.CURRENCY,
            OrderField.CREDITOR,
            OrderField.BASIS,
            OrderField.INVOICE_NUMBER,
            OrderField.DUE_DATE,
            OrderField.NOTES));
    addSection("section.scheduling", OrderField.SCHEDULING);
    addSection("section.metadata", List.of(OrderField.METADATA));
    if (model.isSandbox()) {
      addSection("section.simulation", OrderField.SIMULATION);
    }
  }

  private void addMagicNumbers() {
    magicNumbers.setId("magic");
    magicNumbers.setItems(FXCollections.observableArrayList(MagicPhones.ENDINGS));
    magicNumbers.setPromptText(texts.get("magic.prompt"));
    magicNumbers.setConverter(
        new ValueConverter<>(
            ending -> ending == null ? "" : ending + "  ·  " + texts.get("magic." + ending)));
    magicNumbers
        .valueProperty()
        .addListener(
            (ignored, before, now) -> {
              if (now != null) {
                model.useMagicEnding(now);
              }
            });
    Tooltip whole = new Tooltip(); // many are wider than the form
    whole
        .textProperty()
        .bind(
            magicNumbers
                .valueProperty()
                .map(magicNumbers.getConverter()::toString)
                .orElse(magicNumbers.getPromptText()));
    magicNumbers.setTooltip(whole);
    addControl(texts.get("magic"), magicNumbers);
  }

  void onShown() {
    model.loadTypes();
    rows.focus();
  }

  @Override
  protected void startOver() {
    magicNumbers.setValue(null);
    super.startOver();
  }
}
