package eu.callorders.console.order;

import eu.callorders.console.ui.ErrorPane;
import eu.callorders.console.ui.Focus;
import eu.callorders.console.ui.Fxml;
import eu.callorders.console.ui.Texts;
import java.util.List;
import javafx.beans.binding.Bindings;
import javafx.collections.FXCollections;
import javafx.fxml.FXML;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.control.Button;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Label;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyCodeCombination;
import javafx.scene.input.KeyCombination;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.VBox;
import javafx.util.StringConverter;

/** The form of a new order, shown beside the list. */
@SuppressWarnings("NullAway.Init") // FXML fills the fields
final class NewOrderView {
  private static final KeyCombination SEND =
      new KeyCodeCombination(KeyCode.ENTER, KeyCombination.SHORTCUT_DOWN);

  @FXML private VBox fields;
  @FXML private ErrorPane error;
  @FXML private Label uncertain;
  @FXML private Button send;
  @FXML private Button startOver;

  private final NewOrderViewModel model;
  private final Texts texts = Texts.of(NewOrderView.class);
  private final FormGrid grid;
  private final ComboBox<String> magicNumbers = new ComboBox<>();
  private final Runnable onClose;
  private final Parent root;

  /**
   * @param onClose runs when the operator closes the form; its values stay
   */
  NewOrderView(NewOrderViewModel model, Runnable onClose) {
    this.model = model;
    this.onClose = onClose;
    this.grid = new FormGrid(texts, model.form(), model.orderTypes());
    this.root = Fxml.load(this, texts);
  }

  Parent root() {
    return root;
  }

  @FXML
  void initialize() {
    section("section.order", OrderField.ORDER_TYPE, OrderField.CLIENT_REFERENCE);
    section(
        "section.person",
        OrderField.SUBJECT_REFERENCE,
        OrderField.GIVEN_NAME,
        OrderField.FAMILY_NAME,
        OrderField.LOCALE);
    if (model.isSandbox()) {
      fields.getChildren().add(magicNumbers());
    }
    fields.getChildren().add(grid.section(List.of(OrderField.PHONE)));
    section(
        "section.claim",
        OrderField.OUTSTANDING,
        OrderField.CURRENCY,
        OrderField.CREDITOR,
        OrderField.BASIS,
        OrderField.INVOICE_NUMBER,
        OrderField.DUE_DATE,
        OrderField.NOTES);
    section("section.scheduling", OrderField.SCHEDULING.toArray(OrderField[]::new));
    section("section.metadata", OrderField.METADATA);
    if (model.isSandbox()) {
      section("section.simulation", OrderField.SIMULATION.toArray(OrderField[]::new));
    }
    fields.disableProperty().bind(Bindings.or(model.busy(), model.uncertain()));
    send.disableProperty().bind(model.busy());
    startOver.disableProperty().bind(model.busy());
    model.failure().addListener((ignored, before, now) -> error.showOfWrite(now));
    model.busy().addListener((ignored, before, now) -> busyChanged(now));
    model.uncertain().addListener((ignored, before, now) -> showUncertain(now));
    showUncertain(false);
  }

  private void section(String title, OrderField... members) {
    Label label = new Label(texts.get(title));
    label.getStyleClass().add("section");
    fields.getChildren().addAll(label, grid.section(List.of(members)));
  }

  private Node magicNumbers() {
    magicNumbers.setId("magic");
    magicNumbers.setItems(FXCollections.observableArrayList(MagicPhones.ENDINGS));
    magicNumbers.setPromptText(texts.get("magic.prompt"));
    magicNumbers.setConverter(
        new StringConverter<>() {
          @Override
          public String toString(String ending) {
            return ending == null ? "" : ending + "  ·  " + texts.get("magic." + ending);
          }

          @Override
          public String fromString(String text) {
            return text;
          }
        });
    magicNumbers
        .valueProperty()
        .addListener(
            (ignored, before, now) -> {
              if (now != null) {
                model.useMagicEnding(now);
              }
            });
    return grid.labeledRow(texts.get("magic"), magicNumbers);
  }

  private void busyChanged(boolean busy) {
    if (busy) {
      return;
    }
    if (model.form().firstInvalid().isPresent()) {
      grid.focusFirstError();
    } else if (model.failure().get() != null) {
      Focus.on(send); // the focused field was disabled meanwhile
    }
  }

  private void showUncertain(boolean isUncertain) {
    uncertain.setVisible(isUncertain);
    uncertain.setManaged(isUncertain);
    send.setText(texts.get(isUncertain ? "new.again" : "new.send"));
  }

  void onShown() {
    model.loadTypes();
    grid.focusFirstError();
  }

  @FXML
  void send() {
    model.send();
    if (model.form().firstInvalid().isPresent()) {
      grid.focusFirstError();
    }
  }

  @FXML
  void startOver() {
    magicNumbers.setValue(null);
    model.startOver();
    grid.focusFirstError();
  }

  @FXML
  void close() {
    onClose.run();
  }

  @FXML
  void pressed(KeyEvent key) {
    if (SEND.match(key)) {
      key.consume();
      send();
    }
  }
}
