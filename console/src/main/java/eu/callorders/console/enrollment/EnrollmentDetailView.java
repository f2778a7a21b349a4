package eu.callorders.console.enrollment;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.api.Failure;
import eu.callorders.console.api.Scope;
import eu.callorders.console.steps.StepsPane;
import eu.callorders.console.ui.ConfirmDialog;
import eu.callorders.console.ui.CopyAction;
import eu.callorders.console.ui.ErrorPane;
import eu.callorders.console.ui.Facts;
import eu.callorders.console.ui.Fxml;
import eu.callorders.console.ui.JsonPane;
import eu.callorders.console.ui.Navigation;
import eu.callorders.console.ui.NeededScope;
import eu.callorders.console.ui.StatusBadge;
import eu.callorders.console.ui.Texts;
import eu.callorders.console.ui.TimestampFormatter;
import java.util.Map;
import javafx.fxml.FXML;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;
import javafx.scene.layout.HBox;
import javafx.scene.layout.StackPane;
import org.jspecify.annotations.Nullable;

/** The detail of one enrollment, shown beside the list. */
@SuppressWarnings("NullAway.Init") // FXML fills the fields
final class EnrollmentDetailView {
  @FXML private TextField id;
  @FXML private StackPane status;
  @FXML private HBox actions;
  @FXML private Button pause;
  @FXML private Button resume;
  @FXML private Button cancel;
  @FXML private Button copy;
  @FXML private ErrorPane error;
  @FXML private ErrorPane actionError;
  @FXML private Label advice;
  @FXML private Label statusText;
  @FXML private Label noSteps;
  @FXML private StepsPane steps;
  @FXML private Facts facts;
  @FXML private Label historyTitle;
  @FXML private Facts history;
  @FXML private Button sequence;
  @FXML private JsonPane json;

  private final EnrollmentDetailViewModel model;
  private final Navigation navigation;
  private final Runnable onClose;
  private final Texts texts = Texts.of(EnrollmentDetailView.class);
  private final EnrollmentFormatter formatter =
      new EnrollmentFormatter(texts, new TimestampFormatter());
  private NeededScope writeScope;
  private NeededScope sequenceScope;
  private final Parent root;

  /**
   * @param onClose runs when the operator closes the detail
   */
  EnrollmentDetailView(EnrollmentDetailViewModel model, Navigation navigation, Runnable onClose) {
    this.model = model;
    this.navigation = navigation;
    this.onClose = onClose;
    this.root = Fxml.load(this, texts);
  }

  Parent root() {
    return root;
  }

  @FXML
  void initialize() {
    model.detail().addListener((ignored, before, now) -> show(now));
    model.failure().addListener((ignored, before, now) -> error.show(now));
    model.actionFailure().addListener((ignored, before, now) -> showActionError(now));
    model.acting().addListener(ignored -> updateActions());
    sequenceScope = new NeededScope(texts, Scope.CONFIG_READ, sequence);
    writeScope = new NeededScope(texts, Scope.ORDERS_WRITE, actions);
    show(null);
  }

  /** Updates what depends on the scopes of the session. */
  void scopesChanged() {
    show(model.detail().get());
  }

  private void showActionError(@Nullable Failure cause) {
    actionError.showOfWrite(cause);
    showAdvice();
  }

  /** Shows the advice, which depends on the current status. */
  private void showAdvice() {
    EnrollmentDetail detail = model.detail().get();
    String key = model.adviceKey();
    visible(advice, !key.isEmpty());
    if (detail != null && !key.isEmpty()) {
      advice.setText(texts.get(key, texts.value("status", detail.status())));
    }
  }

  private void show(@Nullable EnrollmentDetail detail) {
    updateActions();
    showAdvice();
    if (detail == null) {
      id.setText("");
      status.getChildren().clear();
      statusText.setText("");
      return;
    }
    JsonNode shown = detail.enrollment();
    id.setText(detail.id());
    StatusBadge.Tone tone = EnrollmentStatusStyle.tone(detail.status());
    status.getChildren().setAll(new StatusBadge(texts.value("status", detail.status()), tone));
    statusText.setText(formatter.describeStatus(shown));
    steps.show(detail.steps(), order -> navigation.go("orders", order));
    showRemark(detail.stepsRemark());
    formatter.showFacts(facts, shown);
    formatter.showHistory(history, detail.events());
    visible(historyTitle, !detail.events().isEmpty());
    json.show(shown);
  }

  private void showRemark(String key) {
    boolean needsScope = key.equals("away") && !model.mayReadSequences();
    visible(noSteps, !key.isEmpty());
    if (!key.isEmpty()) {
      noSteps.setText(
          needsScope ? texts.get("needs.scope", "config:read") : texts.get("steps." + key));
    }
  }

  /** Disables actions that the status or the scopes forbid. */
  private void updateActions() {
    EnrollmentDetail detail = model.detail().get();
    Map.of(
            EnrollmentAction.PAUSE,
            pause,
            EnrollmentAction.RESUME,
            resume,
            EnrollmentAction.CANCEL,
            cancel)
        .forEach(
            (action, button) ->
                button.setDisable(
                    detail == null
                        || model.acting().get()
                        || !model.mayAct()
                        || !detail.allows(action)));
    sequence.setDisable(detail == null || !model.mayReadSequences());
    sequenceScope.setGranted(model.mayReadSequences());
    writeScope.setGranted(model.mayAct());
  }

  private static void visible(Node node, boolean visible) {
    node.setVisible(visible);
    node.setManaged(visible);
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
    if (ConfirmDialog.confirm(root.getScene().getWindow(), texts, action.key(), id.getText())) {
      model.act(action);
    }
  }

  @FXML
  void openSequence() {
    EnrollmentDetail detail = model.detail().get();
    if (detail != null) {
      navigation.go("sequences", detail.enrollment().path("sequence_id").asText());
    }
  }

  @FXML
  void openOrders() {
    navigation.go("orders", id.getText());
  }

  @FXML
  void copy() {
    CopyAction.copy(texts.get("copy.token") + "\n" + model.curl(), copy);
  }

  @FXML
  void close() {
    onClose.run();
  }
}
