package eu.callorders.console.webhook;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/** A row of the delivery log; missing members are empty. */
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

  /** Null before the first attempt. */
  @Nullable DeliveryAttempt lastAttempt() {
    return attempts.isEmpty() ? null : attempts.getLast();
  }

  /** Whether the status is final. */
  boolean isFinal() {
    return switch (status) {
      case "succeeded", "failed", "skipped" -> true;
      default -> false;
    };
  }

  /** Deliveries only progress: the final state, or the one with more attempts, is newer. */
  static int byAge(DeliveryRow one, DeliveryRow other) {
    int byFinality = Boolean.compare(one.isFinal(), other.isFinal());
    return byFinality != 0
        ? byFinality
        : Integer.compare(one.attempts().size(), other.attempts().size());
  }
}
