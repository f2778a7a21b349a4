package eu.callorders.server.webhook.delivery;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.server.json.Json;
import eu.callorders.server.time.Timestamps;
import java.time.Instant;
import java.util.List;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/**
 * One request to an endpoint.
 *
 * @param responseStatus null without a response
 * @param error error class, never text of the endpoint; null for success
 */
record DeliveryAttempt(
    Instant at, @Nullable Integer responseStatus, @Nullable String error, long durationMs) {

  /** The form in the API and in the database. */
  static ArrayNode toJson(List<DeliveryAttempt> attempts) {
    ArrayNode json = Json.array();
    attempts.forEach(attempt -> json.add(attempt.toJson()));
    return json;
  }

  static List<DeliveryAttempt> listOf(JsonNode json) {
    return StreamSupport.stream(json.spliterator(), false).map(DeliveryAttempt::of).toList();
  }

  private ObjectNode toJson() {
    ObjectNode json = Json.object().put("at", Timestamps.format(at));
    Json.putIfPresent(json, "response_status", responseStatus);
    Json.putIfPresent(json, "error", error);
    return json.put("duration_ms", durationMs);
  }

  private static DeliveryAttempt of(JsonNode json) {
    return new DeliveryAttempt(
        Timestamps.parse(json.path("at").asText()),
        json.has("response_status") ? json.path("response_status").asInt() : null,
        json.has("error") ? json.path("error").asText() : null,
        json.path("duration_ms").asLong());
  }
}
