package eu.callorders.console.webhook;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.api.Failure;
import eu.callorders.console.ui.DetailView;
import eu.callorders.console.ui.Facts;
import eu.callorders.console.ui.Link;
import eu.callorders.console.ui.Navigation;
import eu.callorders.console.ui.StatusBadge;
import eu.callorders.console.ui.StatusStyle;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import javafx.fxml.FXML;
import javafx.scene.control.Label;
import javafx.scene.control.ProgressIndicator;
import javafx.scene.control.TextField;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;

/** The details of an endpoint, with its actions and their results. */
@SuppressWarnings("NullAway.Init") // FXML fills the fields
final class EndpointView extends DetailView {
  @FXML private TextField url;
  @FXML private VBox actions;
  @FXML private ProgressIndicator busy;
  @FXML private VBox replaying;
  @FXML private VBox tested;
  @FXML private VBox recent;
  @FXML private Facts health;
  @FXML private Facts verification;
  @FXML private Facts configuration;

  private final EndpointViewModel model;
  private final Navigation navigation;
  private final AttemptBars bars = new AttemptBars(texts, timestamps);
  private final RecentDeliveriesChart recentDeliveries =
      new RecentDeliveriesChart(texts, timestamps);
  private final ReplayCard replayCard = new ReplayCard();
  private final EndpointBar bar;

  EndpointView(
      EndpointViewModel model,
      Navigation navigation,
      Consumer<EndpointViewModel.Detail> onEdit,
      Runnable onClose,
      Consumer<String> onAgreed) {
    super(onClose);
    this.model = model;
    this.navigation = navigation;
    this.bar = new EndpointBar(model, onEdit, onAgreed);
    load();
  }

  @FXML
  void initialize() {
    actions.getChildren().add(bar.root());
    recent.getChildren().add(recentDeliveries);
    replaying.getChildren().add(replayCard.root());
    busy.visibleProperty().bind(model.actions.busy);
    model.detail.addListener((ignored, before, now) -> show(now));
    model.replay.addListener((ignored, before, now) -> replayCard.show(now));
    model.loadFailure.addListener(ignored -> showError());
    model.actions.testResult.addListener((ignored, before, now) -> tested(now));
    model.actions.failure.addListener(ignored -> showError());
    show(null);
    tested(null);
  }

  void applyScopes() {
    bar.updateButtons();
  }

  private void show(EndpointViewModel.@Nullable Detail detail) {
    Stream.of(health, verification, configuration).forEach(Facts::clear);
    status.getChildren().clear();
    if (detail == null) {
      showMissing();
      json.clear();
      recentDeliveries.show(List.of());
      return;
    }
    EndpointRow row = detail.row();
    url.setText(row.url());
    status.getChildren().setAll(badge("endpoint_status", row.status()));
    recentDeliveries.show(detail.recent());
    showFacts(detail);
    json.show(detail.json());
  }

  private StatusBadge badge(String registry, String state) {
    return new StatusBadge(texts.value(registry, state), StatusStyle.of(state));
  }

  private void showFacts(EndpointViewModel.Detail detail) {
    EndpointRow row = detail.row();
    JsonNode endpoint = detail.json();
    StatusBadge healthBadge = new StatusBadge(row.healthText(texts), StatusStyle.of(row.health()));
    health.add(texts.get("column.health"), new HBox(healthBadge));
    fact(health, "column.last_success_at", timestamps.text(row.lastSuccessAt()));
    fact(health, "column.last_failure_at", timestamps.text(row.lastFailureAt()));
    fact(health, "last_error", detail.lastError().map(bars::describeResponse).orElse(""));
    showVerification(row.verification(), endpoint.path("verification"));
    fact(configuration, "column.endpoint_id", row.id());
    configuration.addText(texts.get("column.description"), row.description());
    configuration.addText(
        texts.get("column.event_types"),
        row.eventTypes().isEmpty()
            ? texts.get("event_types.all")
            : String.join(", ", row.eventTypes()));
    fact(configuration, "payload_mode", texts.value("payload_mode", row.payloadMode()));
    fact(configuration, "api_version", endpoint.path("api_version").asText());
    fact(configuration, "column.created_at", timestamps.text(row.createdAt()));
  }

  private void showVerification(String state, JsonNode details) {
    verification.add(texts.get("column.verification"), new HBox(badge("verification", state)));
    fact(
        verification,
        "verification.last",
        timestamps.text(details.path("last_attempt_at").asText()));
    if (!state.equals("succeeded")) {
      fact(
          verification,
          "verification.expires",
          timestamps.text(details.path("expires_at").asText()));
      String reason = details.path("failure_reason").asText();
      verification.addText(
          texts.get("verification.reason"),
          reason.isEmpty() ? "" : texts.value("attempt_error", reason));
    }
  }

  private void fact(Facts section, String key, String value) {
    section.add(texts.get(key), value);
  }

  private void showError() {
    Failure actionFailure = model.actions.failure.get();
    error.show(actionFailure == null ? model.loadFailure.get() : actionFailure);
    if (model.detail.get() == null) {
      showMissing();
    }
  }

  /** Of an endpoint that was not loaded only the identifier is known. */
  private void showMissing() {
    url.setText(model.loadFailure.get() == null ? "" : model.id());
  }

  private void tested(@Nullable DeliveryRow delivery) {
    tested.getChildren().clear();
    tested.setVisible(delivery != null);
    if (delivery != null) {
      boolean succeeded = delivery.status().equals("succeeded");
      Label title = new Label(texts.get(succeeded ? "tested.good" : "tested.bad"));
      title.getStyleClass().add("card-title");
      tested.getChildren().setAll(title, bars.render(delivery.attempts()));
    }
  }

  @FXML
  void deliveries() {
    EndpointViewModel.Detail detail = model.detail.get();
    if (detail != null) {
      navigation.go(Link.filtered(DeliveriesView.ID, "endpoint_id", detail.row().id()));
    }
  }
}
