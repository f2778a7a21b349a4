package eu.callorders.console.webhook;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.api.Json;
import eu.callorders.console.ui.Texts;
import eu.callorders.console.work.ActionTarget;
import java.util.List;
import java.util.stream.Stream;

/** A row of the endpoint list. Missing members are empty; no event types means all. */
record EndpointRow(
    String id,
    String url,
    String description,
    String status,
    String verification,
    int failures,
    String lastSuccessAt,
    String lastFailureAt,
    List<String> eventTypes,
    String payloadMode,
    String createdAt) {
  static final String PATH = "/v1/webhook-endpoints";
  private static final int MAX_URL_LENGTH = 120;
  private static final int MANY_FAILURES = 888;

  static EndpointRow of(JsonNode json) {
    JsonNode health = json.path("health");
    return new EndpointRow(
        json.path("id").asText(),
        json.path("url").asText(),
        json.path("description").asText(),
        json.path("status").asText(),
        json.path("verification").path("state").asText(),
        health.path("consecutive_failures").asInt(),
        health.path("last_success_at").asText(),
        health.path("last_failure_at").asText(),
        Json.list(json.path("event_types"), JsonNode::asText),
        json.path("payload_mode").asText(),
        json.path("created_at").asText());
  }

  /** The URL, truncated for dialog headers. */
  static String shortUrl(String url) {
    return url.length() <= MAX_URL_LENGTH ? url : url.substring(0, MAX_URL_LENGTH) + "…";
  }

  ActionTarget target() {
    return new ActionTarget(id, shortUrl(url));
  }

  /** Whether deliveries are attempted and fail. */
  boolean isFailing() {
    return status.equals("active") && failures > 0;
  }

  /** A value of the registry {@code health}. */
  String health() {
    if (!status.equals("active")) {
      return "resting";
    }
    if (isFailing()) {
      return "failing";
    }
    return lastSuccessAt.isEmpty() ? "unused" : "good";
  }

  String healthText(Texts texts) {
    return health().equals("failing")
        ? texts.get("failing.times", failures)
        : texts.value("health", health());
  }

  /** The longest of these texts. */
  static List<String> healthTexts(Texts texts) {
    return Stream.concat(
            texts.values("health", ignored -> true).stream(),
            Stream.of(texts.get("failing.times", MANY_FAILURES)))
        .toList();
  }
}
