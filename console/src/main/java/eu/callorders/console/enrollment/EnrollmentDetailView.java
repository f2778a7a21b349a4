package eu.callorders.console.enrollment;

import atlantafx.base.theme.Styles;
import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.api.Scope;
import eu.callorders.console.session.SubjectName;
import eu.callorders.console.session.SubjectNames;
import eu.callorders.console.steps.StepsPane;
import eu.callorders.console.ui.ActionDialog;
import eu.callorders.console.ui.CopyAction;
import eu.callorders.console.ui.DetailView;
import eu.callorders.console.ui.ErrorPane;
import eu.callorders.console.ui.Facts;
import eu.callorders.console.ui.Link;
import eu.callorders.console.ui.Navigation;
import eu.callorders.console.ui.NeededScope;
import eu.callorders.console.ui.ScreenContext;
import eu.callorders.console.ui.StatusStyle;
import eu.callorders.console.ui.Visibility;
import eu.callorders.console.work.ActionTarget;
import java.util.function.Consumer;
import javafx.fxml.FXML;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.layout.FlowPane;
import org.jspecify.annotations.Nullable;

/** The detail of one enrollment, shown beside the list. */
@SuppressWarnings("NullAway.Init") // FXML fills the fields
final class EnrollmentDetailView extends DetailView {
  @FXML private Label person;
  @FXML private FlowPane actions;
  @FXML private Button pause;
  @FXML private Button resume;
  @FXML private Button cancel;
  @FXML private Button copy;
  @FXML private ErrorPane actionError;
  @FXML private Label advice;
  @FXML private Label statusText;
  @FXML private Label noSteps;
  @FXML private StepsPane steps;
  @FXML private Facts facts;
  @FXML private Label historyTitle;
  @FXML private Facts history;
  @FXML private Button sequence;
  @FXML private Button subject;
  @FXML private Button signal;

  private final EnrollmentDetailViewModel model;
  private final Navigation navigation;
  private final SubjectNames names;
  private final EnrollmentFormatter formatter = new EnrollmentFormatter(texts, timestamps);
  private final NeededScope writeScope;
  private final NeededScope sequenceScope;

  EnrollmentDetailView(
      EnrollmentDetailViewModel model,
      ScreenContext context,
      Runnable onClose,
      Consumer<String> onAgreed) {
    super(onClose, onAgreed);
    this.model = model;
    this.navigation = context.navigation();
    this.names = context.names();
    load();
    model.detail().addListener((ignored, before, now) -> show(now));
    model.failure().addListener((ignored, before, now) -> showFailure(model.id(), now));
    model
        .actionFailure()
        .addListener(
            (ignored, before, now) -> {
              actionError.showOfWrite(now);
              showAdvice();
            });
    model.acting().addListener(ignored -> updateActions());
    sequenceScope = new NeededScope(texts, Scope.CONFIG_READ, sequence);
    writeScope = new NeededScope(texts, Scope.ORDERS_WRITE, actions);
    show(null);
  }

  /** Updates what depends on the scopes of the session. */
  void scopesChanged() {
    show(model.detail().get());
  }

  /** Shows the advice, which depends on the current status. */
  private void showAdvice() {
    EnrollmentDetail detail = model.detail().get();
    String key = model.adviceKey();
    Visibility.set(advice, !key.isEmpty());
    advice.pseudoClassStateChanged(Styles.STATE_SUCCESS, key.equals("advice.done"));
    if (detail != null && !key.isEmpty()) {
      advice.setText(texts.get(key, texts.value("status", detail.status())));
    }
  }

  private void show(@Nullable EnrollmentDetail detail) {
    updateActions();
    showAdvice();
    showPerson(detail);
    if (detail == null) {
      clearHead(model.id());
      statusText.setText("");
      return;
    }
    JsonNode shown = detail.enrollment();
    id.setText(detail.id());
    showStatus(
        texts.value("status", detail.status()),
        StatusStyle.enrollment(detail.status(), shown.path("exit_reason").asText("")));
    statusText.setText(formatter.describeStatus(shown));
    steps.show(detail.steps(), order -> navigation.go(Link.to("orders", order)));
    showRemark(detail.stepsRemark());
    formatter.showFacts(facts, shown);
    formatter.showHistory(history, detail.events());
    Visibility.set(historyTitle, !detail.events().isEmpty());
    json.show(shown);
  }

  /** The name arrives later when the enrollment has made no order yet. */
  private void showPerson(@Nullable EnrollmentDetail detail) {
    if (detail != null) {
      detail.orders().forEach(order -> names.put(SubjectName.ofOrder(order)));
    }
    String reference = detail == null ? "" : detail.subject();
    person.textProperty().bind(names.ofSubject(reference).map(SubjectName::text));
    Visibility.set(person, !reference.isEmpty());
  }

  private void showRemark(String key) {
    boolean needsScope = key.equals("away") && !model.mayReadSequences();
    Visibility.set(noSteps, !key.isEmpty());
    if (!key.isEmpty()) {
      noSteps.setText(
          needsScope ? texts.get("needs.scope", "config:read") : texts.get("steps." + key));
    }
  }

  /** Disables actions that the status or the scopes forbid. */
  private void updateActions() {
    EnrollmentDetail detail = model.detail().get();
    pause.setDisable(!allows(EnrollmentAction.PAUSE));
    resume.setDisable(!allows(EnrollmentAction.RESUME));
    cancel.setDisable(!allows(EnrollmentAction.CANCEL));
    subject.setDisable(detail == null || detail.subject().isEmpty());
    signal.setDisable(detail == null);
    sequence.setDisable(detail == null || !model.mayReadSequences());
    sequenceScope.setGranted(model.mayReadSequences());
    writeScope.setGranted(model.mayAct());
  }

  private boolean allows(EnrollmentAction action) {
    EnrollmentDetail detail = model.detail().get();
    return detail != null && !model.acting().get() && model.mayAct() && detail.allows(action);
  }

  @FXML
  void pause() {
    confirm(EnrollmentAction.PAUSE);
  }

  @FXML
  void resume() {
    confirm(EnrollmentAction.RESUME);
  }

  @FXML
  void cancel() {
    confirm(EnrollmentAction.CANCEL);
  }

  private void confirm(EnrollmentAction action) {
    EnrollmentDetail shown = model.detail().get();
    if (shown == null) {
      return;
    }
    SubjectName subjectName = names.ofSubject(shown.subject()).getValue();
    ActionTarget target = new ActionTarget(shown.id(), subjectName.textWith(shown.id()));
    ActionDialog dialog = new ActionDialog(window(), texts, action.key(), target.name());
    if (action == EnrollmentAction.CANCEL) {
      dialog.danger();
    }
    if (dialog.confirm()) {
      agreed(shown.id());
      model.act(target, action);
    }
  }

  @FXML
  void openSequence() {
    EnrollmentDetail detail = model.detail().get();
    if (detail != null) {
      navigation.go(Link.to("sequences", detail.enrollment().path("sequence_id").asText()));
    }
  }

  @FXML
  void openSignal() {
    EnrollmentDetail detail = model.detail().get();
    if (detail != null) {
      navigation.go(
          Link.to("signals", detail.enrollment().path("triggered_by_signal_id").asText()));
    }
  }

  @FXML
  void openPerson() {
    EnrollmentDetail detail = model.detail().get();
    if (detail != null) {
      navigation.go(Link.to("subjects", detail.subject()));
    }
  }

  @FXML
  void openOrders() {
    navigation.go(Link.filtered("orders", "enrollment_id", id.getText()));
  }

  @FXML
  void copy() {
    CopyAction.copy(texts.get("copy.token") + "\n" + model.curl(), copy);
  }
}
