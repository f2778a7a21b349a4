package eu.callorders.console.hold;

import atlantafx.base.theme.Styles;
import eu.callorders.console.api.Failure;
import eu.callorders.console.api.Problem;
import eu.callorders.console.ui.ActionDialog;
import eu.callorders.console.ui.ErrorPane;
import eu.callorders.console.ui.FailureMessage;
import eu.callorders.console.ui.Fxml;
import eu.callorders.console.ui.InstantConverter;
import eu.callorders.console.ui.Labels;
import eu.callorders.console.ui.ScreenContext;
import eu.callorders.console.ui.TextWidth;
import eu.callorders.console.ui.Texts;
import eu.callorders.console.ui.ValueConverter;
import eu.callorders.console.ui.Visibility;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import javafx.fxml.FXML;
import javafx.scene.Parent;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Control;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;
import javafx.stage.Window;
import org.jspecify.annotations.Nullable;

/** The dialog for a new hold; closes when the service accepts it. */
@SuppressWarnings("NullAway.Init") // FXML fills the fields
public final class PlaceHoldView {
  private record Row(String pointer, NewHold.Fault fault, Control control, Label error) {}

  @FXML private TextField subject;
  @FXML private TextField phone;
  @FXML private ComboBox<String> claimMember;
  @FXML private TextField claimNumber;
  @FXML private ComboBox<String> reason;
  @FXML private TextField until;
  @FXML private TextField note;
  @FXML private Label subjectError;
  @FXML private Label phoneError;
  @FXML private Label claimError;
  @FXML private Label reasonError;
  @FXML private Label untilError;
  @FXML private Label noteError;
  @FXML private Label emptyError;
  @FXML private ErrorPane error;

  private final NewHoldViewModel model;
  private final Texts texts = Texts.of(PlaceHoldView.class);
  private final InstantConverter instants = new InstantConverter();
  private final ActionDialog dialog;
  private List<Row> rows = List.of();

  /**
   * Prepares the dialog.
   *
   * @param person the reference that is entered already; empty for none
   * @param onPlaced receives whether an equal hold stood already
   */
  public PlaceHoldView(
      ScreenContext context, Window owner, String person, Consumer<Boolean> onPlaced) {
    dialog = new ActionDialog(owner, texts, "place");
    model =
        new NewHoldViewModel(
            context.background(),
            context.session(),
            existed -> {
              dialog.close();
              onPlaced.accept(existed);
            });
    Parent root = Fxml.load(this, texts);
    dialog.with(root).focus(person.isEmpty() ? subject : reason);
    subject.setText(person);
    model.failure.addListener((ignored, before, now) -> showFailure(now));
    model.busy.addListener(ignored -> validate());
    validate();
  }

  public void show() {
    dialog.show(() -> model.place(hold()));
  }

  @FXML
  void initialize() {
    rows =
        List.of(
            new Row("/subject_reference", NewHold.Fault.SUBJECT, subject, subjectError),
            new Row("/phone", NewHold.Fault.PHONE, phone, phoneError),
            new Row("/claim", NewHold.Fault.CLAIM, claimNumber, claimError),
            new Row("/reason", NewHold.Fault.REASON, reason, reasonError),
            new Row("/until", NewHold.Fault.UNTIL, until, untilError),
            new Row("/note", NewHold.Fault.NOTE, note, noteError));
    choices(claimMember, "claim_member", HoldRow.CLAIM_MEMBERS);
    claimMember.setValue(HoldRow.CLAIM_MEMBERS.getFirst());
    choices(reason, "hold_reason", HoldRow.REASONS);
    until.setPromptText(texts.get("until.prompt", instants.example()));
    for (TextField field : List.of(subject, phone, claimNumber, until, note)) {
      field.textProperty().addListener(ignored -> validate());
    }
    reason.valueProperty().addListener(ignored -> validate());
    for (TextField field : List.of(subject, claimNumber, note)) {
      Labels.explainedWhenCut(field);
    }
  }

  private void choices(ComboBox<String> box, String registry, List<String> values) {
    box.getItems().setAll(values);
    box.setConverter(
        new ValueConverter<>(value -> value == null ? "" : texts.value(registry, value)));
    TextWidth.fitChoices(box);
  }

  private NewHold hold() {
    String time = until.getText().strip();
    return new NewHold(
        subject.getText(),
        phone.getText(),
        claimMember.getValue(),
        claimNumber.getText(),
        Optional.ofNullable(reason.getValue()).orElse(""),
        time.isEmpty() ? new InstantConverter.Input(Optional.empty(), "") : instants.parse(time),
        note.getText());
  }

  private void validate() {
    NewHold typed = hold();
    Set<NewHold.Fault> faults = typed.faults();
    for (Row row : rows) {
      boolean isFaulty = faults.contains(row.fault()) && row.fault() != NewHold.Fault.REASON;
      showError(row, isFaulty ? message(row.fault(), typed) : "");
    }
    emptyError.setText(missing(faults));
    dialog.accept().setDisable(!faults.isEmpty() || model.busy.get());
    dialog.resize();
  }

  /** What an empty form still needs is no error of a field. */
  private String missing(Set<NewHold.Fault> faults) {
    if (faults.contains(NewHold.Fault.NOTHING_NAMED)) {
      return texts.get("fault.nothing_named");
    }
    return faults.contains(NewHold.Fault.REASON) ? texts.get("fault.reason") : "";
  }

  private String message(NewHold.Fault fault, NewHold typed) {
    return switch (fault) {
      case SUBJECT -> texts.get("fault.subject");
      case PHONE -> texts.get("fault.phone");
      case CLAIM -> texts.get("fault.claim");
      case UNTIL -> typed.until().error();
      case NOTE -> texts.get("fault.note");
      case NOTHING_NAMED, REASON -> "";
    };
  }

  private static void showError(Row row, String message) {
    row.error().setText(message);
    Visibility.set(row.error(), !message.isEmpty());
    row.control().setAccessibleHelp(message);
    row.control().pseudoClassStateChanged(Styles.STATE_DANGER, !message.isEmpty());
  }

  /** Shows errors at their fields, others above; the input stays. */
  private void showFailure(@Nullable Failure failure) {
    List<Problem.FieldError> others = new ArrayList<>(fieldErrors(failure));
    for (Row row : rows) {
      List<String> messages =
          fieldErrors(failure).stream()
              .filter(it -> isAt(it, row.pointer()))
              .map(FailureMessage::of)
              .toList();
      others.removeIf(it -> isAt(it, row.pointer()));
      showError(row, String.join("\n", messages));
    }
    boolean allShown = !fieldErrors(failure).isEmpty() && others.isEmpty();
    error.showOfWrite(allShown ? null : failure);
    dialog.resize();
  }

  private static boolean isAt(Problem.FieldError fault, String pointer) {
    return fault.pointer().equals(pointer) || fault.pointer().startsWith(pointer + "/");
  }

  private static List<Problem.FieldError> fieldErrors(@Nullable Failure failure) {
    return failure instanceof Failure.Refused refused ? refused.problem().fieldErrors() : List.of();
  }
}
