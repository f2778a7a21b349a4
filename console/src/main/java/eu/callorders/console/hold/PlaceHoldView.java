package eu.callorders.console.hold;

import atlantafx.base.theme.Styles;
import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.api.Failure;
import eu.callorders.console.api.Problem;
import eu.callorders.console.session.TenantClock;
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
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import javafx.fxml.FXML;
import javafx.scene.Parent;
import javafx.scene.control.Button;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Control;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import javafx.stage.Window;
import org.jspecify.annotations.Nullable;

/** The dialog for a new hold; closes when the service accepts it. */
@SuppressWarnings("NullAway.Init") // FXML fills the fields
public final class PlaceHoldView {
  /** What an empty form still needs. */
  private static final List<NewHold.Fault> MISSING =
      List.of(
          NewHold.Fault.NOTHING_NAMED,
          NewHold.Fault.EXTENT,
          NewHold.Fault.CLAIM_MISSING,
          NewHold.Fault.REASON);

  private static final List<Integer> WEEKS = List.of(1, 2, 4);

  private record Row(String pointer, NewHold.Fault fault, Control control, Label error) {}

  @FXML private TextField subject;
  @FXML private TextField phone;
  @FXML private VBox extent;
  @FXML private ComboBox<String> reason;
  @FXML private HBox untilLine;
  @FXML private TextField until;
  @FXML private TextField note;
  @FXML private Label subjectError;
  @FXML private Label phoneError;
  @FXML private Label reasonError;
  @FXML private Label untilError;
  @FXML private Label noteError;
  @FXML private Label missing;
  @FXML private Label summary;
  @FXML private ErrorPane error;

  private final TenantClock clock;
  private final NewHoldViewModel model;
  private final Texts texts = Texts.of(PlaceHoldView.class);
  private final InstantConverter instants = new InstantConverter();
  private final ActionDialog dialog;
  private final KnownClaimsViewModel claims;
  private HoldExtentPane extentPane;
  private List<Row> rows = List.of();

  /**
   * Prepares the dialog.
   *
   * @param person the reference that is entered already; empty for none
   * @param claim that of an order of the person, which is chosen already; missing for none
   * @param onPlaced receives what the new hold stops, or that an equal one stood already
   */
  public PlaceHoldView(
      ScreenContext context,
      Window owner,
      String person,
      JsonNode claim,
      Consumer<String> onPlaced) {
    clock = context.session().clock();
    dialog = new ActionDialog(owner, texts, "place");
    model =
        new NewHoldViewModel(
            context.background(),
            context.session(),
            existed -> {
              dialog.close();
              onPlaced.accept(
                  existed ? texts.get("existed") : texts.get("placed", summary.getText()));
            });
    claims =
        new KnownClaimsViewModel(
            context.background(), context.session(), KnownClaimsViewModel.DELAY);
    Parent root = Fxml.load(this, texts);
    dialog.with(root).focus(person.isEmpty() ? subject : reason);
    Optional<KnownClaims.Claim> own = KnownClaims.Claim.of(claim);
    claims
        .claims()
        .addListener(
            (ignored, before, now) ->
                extentPane.show(
                    own.filter(it -> person.equals(now.person().reference()))
                        .map(now::with)
                        .orElse(now)));
    subject.setText(person);
    own.ifPresent(extentPane::preselect);
    model.failure.addListener((ignored, before, now) -> showFailure(now));
    model.busy.addListener(ignored -> validate());
    validate();
  }

  public void show() {
    dialog.show(() -> model.place(hold()));
  }

  @FXML
  void initialize() {
    ComboBox<String> claimMember = new ComboBox<>();
    choices(claimMember, "claim_member", HoldRow.CLAIM_MEMBERS);
    claimMember.setValue(HoldRow.CLAIM_MEMBERS.getFirst());
    extentPane = new HoldExtentPane(texts, claimMember, this::validate);
    extent.getChildren().add(extentPane);
    rows =
        List.of(
            new Row("/subject_reference", NewHold.Fault.SUBJECT, subject, subjectError),
            new Row("/phone", NewHold.Fault.PHONE, phone, phoneError),
            new Row("/claim", NewHold.Fault.CLAIM, extentPane.number, extentPane.error),
            new Row("/reason", NewHold.Fault.REASON, reason, reasonError),
            new Row("/until", NewHold.Fault.UNTIL, until, untilError),
            new Row("/note", NewHold.Fault.NOTE, note, noteError));
    choices(reason, "hold_reason", HoldRow.REASONS);
    until.setPromptText(texts.get("until.prompt", instants.example()));
    WEEKS.forEach(weeks -> untilLine.getChildren().add(button(weeks)));
    for (TextField field : List.of(subject, phone, until, note)) {
      field.textProperty().addListener(ignored -> validate());
    }
    reason.valueProperty().addListener(ignored -> validate());
    for (TextField field : List.of(subject, note)) {
      Labels.explainedWhenCut(field);
    }
  }

  /** Enters an end that many weeks from now. */
  private Button button(int weeks) {
    Button button = new Button(texts.get("until.weeks", weeks));
    button.setId("hold-weeks-" + weeks);
    button.setMinWidth(Region.USE_PREF_SIZE);
    button.getStyleClass().add("small");
    button.setOnAction(
        ignored -> {
          ZonedDateTime now = clock.now().atZone(ZoneId.systemDefault());
          Instant end = now.plusWeeks(weeks).truncatedTo(ChronoUnit.MINUTES).toInstant();
          until.setText(instants.text(end));
        });
    return button;
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
        extentPane.extent(),
        extentPane.member(),
        extentPane.number.getText(),
        Optional.ofNullable(reason.getValue()).orElse(""),
        time.isEmpty() ? new InstantConverter.Input(Optional.empty(), "") : instants.parseEnd(time),
        note.getText());
  }

  private void validate() {
    NewHold typed = hold();
    claims.show(typed.subject());
    extentPane.nameWhole(typed.subject().isBlank() && !typed.phone().isBlank());
    Set<NewHold.Fault> faults = typed.faults();
    for (Row row : rows) {
      boolean isFaulty = faults.contains(row.fault()) && !MISSING.contains(row.fault());
      showError(row, isFaulty ? message(row.fault(), typed) : "");
    }
    missing.setText(missing(faults));
    Visibility.set(missing, !missing.getText().isEmpty());
    summary.setText(
        faults.isEmpty()
            ? typed.summary(claims.claims().get().person().text(), texts, instants)
            : "");
    Visibility.set(summary, faults.isEmpty());
    dialog.accept().setDisable(!faults.isEmpty() || model.busy.get());
    dialog.resize();
  }

  /** What an empty form still needs is no error of a field. */
  private String missing(Set<NewHold.Fault> faults) {
    return MISSING.stream()
        .filter(faults::contains)
        .findFirst()
        .map(fault -> texts.get("fault." + fault.name().toLowerCase(Locale.ROOT)))
        .orElse("");
  }

  private String message(NewHold.Fault fault, NewHold typed) {
    return switch (fault) {
      case SUBJECT -> texts.get("fault.subject");
      case PHONE -> texts.get("fault.phone");
      case CLAIM -> texts.get("fault.claim");
      case UNTIL -> typed.until().error();
      case NOTE -> texts.get("fault.note");
      case NOTHING_NAMED, EXTENT, CLAIM_MISSING, REASON -> "";
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
