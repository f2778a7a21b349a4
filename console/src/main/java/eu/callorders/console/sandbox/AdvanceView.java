package eu.callorders.console.sandbox;

import eu.callorders.console.api.AdminRole;
import eu.callorders.console.form.DurationFormat;
import eu.callorders.console.session.Session;
import eu.callorders.console.ui.ActionDialog;
import eu.callorders.console.ui.DateField;
import eu.callorders.console.ui.FxmlView;
import eu.callorders.console.ui.InstantConverter;
import eu.callorders.console.ui.Labels;
import eu.callorders.console.ui.NeededScope;
import eu.callorders.console.ui.TimestampFormatter;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.fxml.FXML;
import javafx.scene.control.Button;
import javafx.scene.control.DatePicker;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;
import javafx.scene.layout.FlowPane;

/** Controls that advance the test clock. */
@SuppressWarnings("NullAway.Init") // FXML fills the fields
final class AdvanceView extends FxmlView {
  private static final List<String> PRESETS = List.of("PT1H", "P1D", "P3D", "P7D", "P21D");

  @FXML private FlowPane presets;
  @FXML private TextField duration;
  @FXML private Button byButton;
  @FXML private Label byTarget;
  @FXML private DatePicker day;
  @FXML private TextField time;
  @FXML private Button toButton;
  @FXML private Label toTarget;

  private final SandboxViewModel model;
  private final Session session;
  private final BooleanProperty forbidden = new SimpleBooleanProperty();
  private final TimestampFormatter timestamps = new TimestampFormatter();
  private final InstantConverter instants = new InstantConverter();
  private NeededScope role;

  AdvanceView(SandboxViewModel model, Session session) {
    this.model = model;
    this.session = session;
    load();
  }

  @FXML
  void initialize() {
    for (String preset : PRESETS) {
      Button button = new Button(texts.get("advance." + preset));
      button.setId("advance-" + preset);
      button.setOnAction(ignored -> byDuration(preset).ifPresent(this::ask));
      button
          .disableProperty()
          .bind(model.clock.advancing.or(model.clock.now.isNull()).or(forbidden));
      presets.getChildren().add(button);
    }
    DateField.install(day, session.clock()::now);
    role = new NeededScope(texts, AdminRole.OPERATE, presets, byButton, toButton);
    duration.textProperty().addListener(ignored -> render());
    time.textProperty().addListener(ignored -> render());
    day.valueProperty().addListener(ignored -> render());
    model.clock.now.addListener(ignored -> render());
    model.clock.advancing.addListener(ignored -> render());
    render();
  }

  private Optional<AdvanceRequest> byDuration(String typed) {
    Instant now = model.clock.start();
    return now == null ? Optional.empty() : AdvanceRequest.by(now, typed.strip());
  }

  private Optional<AdvanceRequest> toDate() {
    Instant now = model.clock.start();
    LocalDate date = day.getValue();
    return now == null || date == null
        ? Optional.empty()
        : typedTime(date).instant().flatMap(target -> AdvanceRequest.to(now, target));
  }

  private InstantConverter.Input typedTime(LocalDate date) {
    return instants.parse(date, time.getText());
  }

  void render() {
    boolean permitted = session.may(AdminRole.OPERATE);
    role.setGranted(permitted);
    forbidden.set(!permitted);
    boolean walking = model.clock.advancing.get() || !permitted;
    LocalDate date = day.getValue();
    String wrongTime = date == null ? "" : typedTime(date).error();
    describe(
        byTarget,
        byDuration(duration.getText()),
        duration.getText().isBlank(),
        texts.get(DurationFormat.ERROR_KEY));
    describe(
        toTarget,
        toDate(),
        date == null,
        wrongTime.isEmpty() ? texts.get("wrong.past") : wrongTime);
    byButton.setDisable(walking || byDuration(duration.getText()).isEmpty());
    toButton.setDisable(walking || toDate().isEmpty());
  }

  private void describe(
      Label label, Optional<AdvanceRequest> request, boolean isBlank, String error) {
    boolean isShown = !isBlank && model.clock.now.get() != null;
    boolean isWrong = isShown && request.isEmpty();
    label.getStyleClass().setAll(List.of("label", isWrong ? "form-error" : "timeline-time"));
    label.setText(
        isShown
            ? request
                .map(advance -> texts.get("leads", timestamps.text(advance.target().toString())))
                .orElse(error)
            : "");
  }

  @FXML
  void advanceBy() {
    byDuration(duration.getText()).ifPresent(this::ask);
  }

  @FXML
  void advanceTo() {
    toDate().ifPresent(this::ask);
  }

  /**
   * Asks before an advance, and says what it brings about. Enter in a field comes here too, past
   * the disabled button.
   */
  private void ask(AdvanceRequest request) {
    Instant now = model.clock.now.get();
    if (now == null || forbidden.get()) {
      return;
    }
    String target = timestamps.text(request.target().toString());
    Label due = Labels.wrapped(texts.get("advance.counting"));
    due.setId("advance-due");
    ActionDialog dialog =
        new ActionDialog(window(), texts, "advance", target)
            .effect(texts.get("advance.effect", timestamps.text(now.toString()), target))
            .danger()
            .with(due);
    model.loadImpact(
        request.target(),
        impact -> {
          due.setText(impact.map(this::describe).orElseGet(() -> texts.get("advance.unread")));
          dialog.resize();
        });
    if (dialog.confirm()) {
      model.advance(request);
    }
  }

  private String describe(SandboxViewModel.AdvanceImpact impact) {
    return texts.get(
        impact.isIncomplete() ? "advance.due.newest" : "advance.due",
        impact.orders(),
        impact.enrollments());
  }

  void focus() {
    duration.requestFocus();
  }
}
