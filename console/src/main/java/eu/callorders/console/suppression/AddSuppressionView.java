package eu.callorders.console.suppression;

import atlantafx.base.theme.Styles;
import eu.callorders.console.api.Failure;
import eu.callorders.console.ui.ActionDialog;
import eu.callorders.console.ui.ErrorPane;
import eu.callorders.console.ui.Fxml;
import eu.callorders.console.ui.Labels;
import eu.callorders.console.ui.ReasonPresets;
import eu.callorders.console.ui.ScreenContext;
import eu.callorders.console.ui.Texts;
import eu.callorders.console.ui.Visibility;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import javafx.fxml.FXML;
import javafx.scene.Parent;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;
import javafx.stage.Window;
import org.jspecify.annotations.Nullable;

/** The dialog for new entries; closes when the service accepts them. */
@SuppressWarnings("NullAway.Init") // FXML fills the fields
public final class AddSuppressionView {
  private static final Set<String> FIELDS = Set.of("/phone", "/subject_reference", "/reason");

  @FXML private TextField phone;
  @FXML private TextField subject;
  @FXML private TextField reason;
  @FXML private ReasonPresets presets;
  @FXML private Label phoneError;
  @FXML private Label subjectError;
  @FXML private Label reasonError;
  @FXML private Label emptyError;
  @FXML private ErrorPane error;

  private final NewSuppressionViewModel model;
  private final Texts texts = Texts.of(AddSuppressionView.class);
  private final ActionDialog dialog;

  /**
   * Prepares the dialog.
   *
   * @param known what is entered already
   * @param onAdded receives whether equal entries existed
   */
  public AddSuppressionView(
      ScreenContext context, Window owner, NewSuppression known, Consumer<Boolean> onAdded) {
    dialog = new ActionDialog(owner, texts, "add").danger();
    model =
        new NewSuppressionViewModel(
            context.background(),
            context.session(),
            existed -> {
              dialog.close();
              onAdded.accept(existed);
            });
    Parent root = Fxml.load(this, texts);
    dialog.with(root).focus(known.faults().isEmpty() ? reason : phone);
    phone.setText(known.phones());
    subject.setText(known.subject());
    model.actions.failure.addListener((ignored, before, now) -> showFailure(now));
    model.actions.busy.addListener(ignored -> validate());
    validate();
  }

  public void show() {
    dialog.show(() -> model.add(entry()));
  }

  @FXML
  void initialize() {
    for (TextField field : new TextField[] {phone, subject, reason}) {
      field.textProperty().addListener(ignored -> validate());
    }
    presets.show(texts.get("add.presets"), reason);
    Labels.explainedWhenCut(reason);
  }

  private NewSuppression entry() {
    return new NewSuppression(phone.getText(), subject.getText(), reason.getText());
  }

  private void validate() {
    Set<NewSuppression.Fault> faults = entry().faults();
    validateField(phoneError, phone, faults.contains(NewSuppression.Fault.PHONE), "fault.phone");
    validateField(
        subjectError, subject, faults.contains(NewSuppression.Fault.SUBJECT), "fault.subject");
    validateField(
        reasonError, reason, faults.contains(NewSuppression.Fault.REASON), "fault.reason");
    boolean isEmpty = faults.contains(NewSuppression.Fault.EMPTY);
    emptyError.setText(isEmpty ? texts.get("fault.nothing_given") : "");
    dialog.accept().setDisable(!faults.isEmpty() || model.actions.busy.get());
    dialog.resize();
  }

  private void validateField(Label label, TextField field, boolean isFaulty, String key) {
    showError(label, field, isFaulty ? texts.get(key) : "");
  }

  private static void showError(Label label, TextField field, String message) {
    label.setText(message);
    Visibility.set(label, !message.isEmpty());
    field.setAccessibleHelp(message);
    field.pseudoClassStateChanged(Styles.STATE_DANGER, !message.isEmpty());
  }

  /** Shows errors at their fields, others above; the input stays. */
  private void showFailure(@Nullable Failure failure) {
    Map<String, String> faults = NewSuppression.fieldErrors(failure);
    showError(phoneError, phone, faults.getOrDefault("/phone", ""));
    showError(subjectError, subject, faults.getOrDefault("/subject_reference", ""));
    showError(reasonError, reason, faults.getOrDefault("/reason", ""));
    boolean allShown = !faults.isEmpty() && FIELDS.containsAll(faults.keySet());
    error.showOfWrite(allShown ? null : failure);
    dialog.resize();
  }
}
