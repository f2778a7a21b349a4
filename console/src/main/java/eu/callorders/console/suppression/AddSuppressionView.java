package eu.callorders.console.suppression;

import atlantafx.base.theme.Styles;
import eu.callorders.console.api.Failure;
import eu.callorders.console.ui.ErrorPane;
import eu.callorders.console.ui.Fxml;
import eu.callorders.console.ui.Texts;
import java.util.Map;
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
import javafx.scene.layout.Region;
import javafx.stage.Window;
import org.jspecify.annotations.Nullable;

/** Asks for a new entry, and stays open until the service has taken it. */
@SuppressWarnings("NullAway.Init") // FXML fills the fields
final class AddSuppressionView {
  private static final double WIDTH = 460;
  private static final Set<String> FIELDS = Set.of("/phone", "/subject_reference", "/reason");

  @FXML private TextField phone;
  @FXML private TextField subject;
  @FXML private TextField reason;
  @FXML private Label phoneFault;
  @FXML private Label subjectFault;
  @FXML private Label reasonFault;
  @FXML private Label nothing;
  @FXML private ErrorPane error;

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
    dialog.getDialogPane().setMinHeight(Region.USE_PREF_SIZE);
    model.addFailure().addListener((ignored, before, now) -> refused(now));
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
    fault(phoneFault, phone, wrong.contains(NewSuppression.Fault.PHONE), "fault.phone");
    fault(subjectFault, subject, wrong.contains(NewSuppression.Fault.SUBJECT), "fault.subject");
    fault(reasonFault, reason, wrong.contains(NewSuppression.Fault.REASON), "fault.reason");
    boolean none = wrong.contains(NewSuppression.Fault.NOTHING_GIVEN);
    nothing.setText(none ? texts.get("fault.nothing_given") : "");
    accept.setDisable(!wrong.isEmpty() || model.busy().get());
    fit();
  }

  private void fault(Label label, TextField field, boolean wrong, String key) {
    told(label, field, wrong ? texts.get(key) : "");
  }

  private static void told(Label label, TextField field, String fault) {
    label.setText(fault);
    label.setManaged(!fault.isEmpty());
    label.setVisible(!fault.isEmpty());
    field.setAccessibleHelp(fault);
    field.pseudoClassStateChanged(Styles.STATE_DANGER, !fault.isEmpty());
  }

  /** At the fields, when the service says which; what is typed stays. */
  private void refused(@Nullable Failure why) {
    Map<String, String> faults = NewSuppression.refused(why);
    told(phoneFault, phone, faults.getOrDefault("/phone", ""));
    told(subjectFault, subject, faults.getOrDefault("/subject_reference", ""));
    told(reasonFault, reason, faults.getOrDefault("/reason", ""));
    boolean placed = !faults.isEmpty() && FIELDS.containsAll(faults.keySet());
    error.showOfWrite(placed ? null : why);
    fit();
  }

  /** Faults need room. */
  private void fit() {
    if (dialog.isShowing()) {
      dialog.getDialogPane().getScene().getWindow().sizeToScene();
    }
  }

  private void send(ActionEvent event) {
    event.consume(); // the dialog closes when the service has agreed
    model.add(typed());
  }
}
