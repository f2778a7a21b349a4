package eu.callorders.console.webhook;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/** A delivery as a line of the log. What it does not have is empty. */
record DeliveryRow(
    String id,
    String eventId,
    String eventType,
    String endpointId,
    String status,
    List<DeliveryAttempt> attempts,
    String nextAttemptAt,
    String createdAt) {

  static DeliveryRow of(JsonNode json) {
    return new DeliveryRow(
        json.path("id").asText(),
        json.path("event_id").asText(),
        json.path("event_type").asText().intern(),
        json.path("endpoint_id").asText().intern(),
        json.path("status").asText().intern(),
        StreamSupport.stream(json.path("attempts").spliterator(), false)
            .map(DeliveryAttempt::of)
            .toList(),
        json.path("next_attempt_at").asText(),
        json.path("created_at").asText());
  }

  /** The latest attempt, null before the first. */
  @Nullable DeliveryAttempt last() {
    return attempts.isEmpty() ? null : attempts.getLast();
  }

  /** Whether nothing will come of it any more than what there is. */
  boolean isOver() {
    return switch (status) {
      case "succeeded", "failed", "skipped" -> true;
      default -> false;
    };
  }

  /** A delivery only moves forward: the one with more behind it is the later state. */
  static int byAge(DeliveryRow one, DeliveryRow other) {
    int over = Boolean.compare(one.isOver(), other.isOver());
    return over != 0 ? over : Integer.compare(one.attempts().size(), other.attempts().size());
  }
}
