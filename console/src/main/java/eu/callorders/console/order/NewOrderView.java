package eu.callorders.console.order;

import eu.callorders.console.ui.ValueConverter;
import eu.callorders.console.ui.Visibility;
import java.util.List;
import javafx.beans.binding.Bindings;
import javafx.collections.FXCollections;
import javafx.fxml.FXML;
import javafx.scene.control.Button;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Label;
import javafx.scene.control.Tooltip;

/** The form of a new order, shown beside the list. */
@SuppressWarnings("NullAway.Init") // FXML fills the fields
final class NewOrderView extends OrderFormView {
  @FXML private Label uncertain;
  @FXML private Button send;
  @FXML private Button startOver;

  private final NewOrderViewModel model;
  private final ComboBox<String> magicNumbers = new ComboBox<>();

  NewOrderView(NewOrderViewModel model, Runnable onClose) {
    super(model.form, model.orderTypes, onClose);
    this.model = model;
    load();
    addSections();
    fields.disableProperty().bind(Bindings.or(model.busy, model.outcomeUnknown));
    send.disableProperty().bind(model.busy);
    startOver.disableProperty().bind(model.busy);
    model.failure.addListener((ignored, before, now) -> error.showOfWrite(now));
    model.busy.addListener((ignored, before, now) -> busyChanged(now));
    model.outcomeUnknown.addListener((ignored, before, now) -> showUncertain(now));
    showUncertain(false);
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

  private void busyChanged(boolean busy) {
    if (!busy) {
      focusAfterReply(model.failure.get() != null, send);
    }
  }

  private void showUncertain(boolean isUncertain) {
    Visibility.set(uncertain, isUncertain);
    send.setText(texts.get(isUncertain ? "new.again" : "new.send"));
  }

  void onShown() {
    model.loadTypes();
    rows.focus();
  }

  @Override
  protected void submit() {
    model.send();
  }

  @FXML
  void startOver() {
    magicNumbers.setValue(null);
    model.startOver();
    rows.focus();
  }
}
