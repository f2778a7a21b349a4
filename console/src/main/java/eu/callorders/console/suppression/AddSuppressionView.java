package eu.callorders.console.suppression;

import eu.callorders.console.ui.Fxml;
import eu.callorders.console.ui.Texts;
import eu.callorders.console.ui.TroublePane;
import java.util.Set;
import javafx.event.ActionEvent;
import javafx.fxml.FXML;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.control.ButtonBar;
import javafx.scene.control.ButtonType;
import javafx.scene.control.Dialog;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;
import javafx.stage.Window;

/** Asks for a new entry, and stays open until the service has taken it. */
@SuppressWarnings("NullAway.Init") // FXML fills the fields
final class AddSuppressionView {
  private static final double WIDTH = 460;

  @FXML private TextField phone;
  @FXML private TextField subject;
  @FXML private TextField reason;
  @FXML private Label faults;
  @FXML private TroublePane trouble;

  private final SuppressionsViewModel model;
  private final Texts texts = Texts.beside(AddSuppressionView.class);
  private final Dialog<ButtonType> dialog = new Dialog<>();
  private final Node accept;

  AddSuppressionView(SuppressionsViewModel model, Window owner) {
    this.model = model;
    Parent root = Fxml.load(this, texts);
    ButtonType add = new ButtonType(texts.get("add"), ButtonBar.ButtonData.OK_DONE);
    ButtonType cancel = new ButtonType(texts.get("cancel"), ButtonBar.ButtonData.CANCEL_CLOSE);
    dialog.initOwner(owner);
    dialog.setTitle(texts.get("add.title"));
    dialog.setHeaderText(texts.get("add.header"));
    dialog.getDialogPane().setContent(root);
    dialog.getDialogPane().setPrefWidth(WIDTH);
    dialog.getDialogPane().getButtonTypes().addAll(add, cancel);
    accept = dialog.getDialogPane().lookupButton(add);
    accept.setId("add-accept");
    accept.addEventFilter(ActionEvent.ACTION, this::send);
    model.begin();
    model.addFailure().addListener((ignored, before, now) -> trouble.show(now));
    model.busy().addListener(ignored -> validate());
    model
        .added()
        .addListener(
            (ignored, before, now) -> {
              if (now != null) {
                dialog.close();
              }
            });
    validate();
  }

  void show() {
    dialog.show();
    phone.requestFocus();
  }

  @FXML
  void initialize() {
    for (TextField field : new TextField[] {phone, subject, reason}) {
      field.textProperty().addListener(ignored -> validate());
    }
  }

  private NewSuppression typed() {
    return new NewSuppression(phone.getText(), subject.getText(), reason.getText());
  }

  private void validate() {
    Set<NewSuppression.Fault> wrong = typed().faults();
    faults.setText(
        wrong.stream()
            .map(fault -> texts.get("fault." + fault.name().toLowerCase(java.util.Locale.ROOT)))
            .reduce((one, other) -> one + "\n" + other)
            .orElse(""));
    accept.setDisable(!wrong.isEmpty() || model.busy().get());
  }

  private void send(ActionEvent event) {
    event.consume(); // the dialog closes when the service has agreed
    model.add(typed());
  }
}
