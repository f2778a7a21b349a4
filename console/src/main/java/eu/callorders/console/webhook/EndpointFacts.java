package eu.callorders.console.webhook;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.ui.Facts;
import eu.callorders.console.ui.Texts;
import eu.callorders.console.ui.TimestampFormatter;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;

/** Shows the health, verification and configuration of an endpoint. */
final class EndpointFacts extends VBox {
  private final Texts texts;
  private final TimestampFormatter times;
  private final Facts health = new Facts();
  private final Facts verification = new Facts();
  private final Facts configuration = new Facts();

  EndpointFacts(Texts texts, TimestampFormatter times) {
    super(10);
    this.texts = texts;
    this.times = times;
    getChildren()
        .addAll(
            section("column.health"),
            health,
            section("column.verification"),
            verification,
            section("configuration"),
            configuration);
  }

  private Label section(String key) {
    Label label = new Label(texts.get(key));
    label.getStyleClass().add("section");
    return label;
  }

  void show(EndpointDetail detail) {
    EndpointRow row = detail.row();
    clear();
    health.add(texts.get("column.health"), new HBox(EndpointStatusStyle.health(texts, row)));
    health.add(texts.get("column.last_success_at"), times.text(row.lastSuccessAt()));
    health.add(texts.get("column.last_failure_at"), times.text(row.lastFailureAt()));
    verification(row, detail.json().path("verification"));
    configuration(row, detail.json());
  }

  void clear() {
    health.clear();
    verification.clear();
    configuration.clear();
  }

  private void verification(EndpointRow row, JsonNode details) {
    verification.add(
        texts.get("column.verification"),
        new HBox(EndpointStatusStyle.verification(texts, row.verification())));
    verification.add(
        texts.get("verification.last"), times.text(details.path("last_attempt_at").asText()));
    if (!row.verification().equals("succeeded")) {
      verification.add(
          texts.get("verification.expires"), times.text(details.path("expires_at").asText()));
      String reason = details.path("failure_reason").asText();
      verification.addText(
          texts.get("verification.reason"),
          reason.isEmpty() ? "" : texts.value("attempt_error", reason));
    }
  }

  private void configuration(EndpointRow row, JsonNode endpoint) {
    configuration.add(texts.get("column.endpoint_id"), row.id());
    configuration.addText(texts.get("column.description"), row.description());
    configuration.addText(
        texts.get("column.event_types"),
        row.eventTypes().isEmpty()
            ? texts.get("event_types.all")
            : String.join(", ", row.eventTypes()));
    configuration.add(texts.get("payload_mode"), texts.value("payload_mode", row.payloadMode()));
    configuration.add(texts.get("api_version"), endpoint.path("api_version").asText());
    configuration.add(texts.get("column.created_at"), times.text(row.createdAt()));
  }
}
