package eu.callorders.console.webhook;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.api.Json;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

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
  static final String PATH = "/v1/webhook-deliveries";
  static final String DEAD_LETTER = "failed";
  static final List<String> STATUSES =
      List.of("pending", "retrying", "succeeded", DEAD_LETTER, "skipped");

  /** Deliveries only progress: the final state, or the one with more attempts, is newer. */
  static final Comparator<DeliveryRow> BY_AGE =
      Comparator.comparing(DeliveryRow::isFinal).thenComparingInt(row -> row.attempts().size());

  /**
   * An attempt to deliver the event.
   *
   * @param status HTTP status; 0 without a response
   * @param error failure class; empty on success
   * @param millis duration
   */
  record DeliveryAttempt(String at, int status, String error, long millis) {
    private static final int HUNDRED = 100;
    private static final int SUCCESS = 2;
    private static final int MAX_ERROR_LENGTH = 40;
    private static final Pattern CONTROL = Pattern.compile("[\\p{Cntrl}\\p{Cf}]+");

    private static DeliveryAttempt of(JsonNode json) {
      return new DeliveryAttempt(
          json.path("at").asText(),
          json.path("response_status").asInt(),
          singleLine(json.path("error").asText()).intern(),
          Math.max(0, json.path("duration_ms").asLong()));
    }

    /** The error is a short class name; any other text is cut to one short line. */
    private static String singleLine(String error) {
      String line = CONTROL.matcher(error).replaceAll(" ").strip();
      return line.length() <= MAX_ERROR_LENGTH ? line : line.substring(0, MAX_ERROR_LENGTH) + "…";
    }

    /** {@code succeeded} or {@code failed}. */
    String outcome() {
      return error.isEmpty() && status / HUNDRED == SUCCESS ? "succeeded" : DEAD_LETTER;
    }
  }

  static DeliveryRow of(JsonNode json) {
    return new DeliveryRow(
        json.path("id").asText(),
        json.path("event_id").asText(),
        json.path("event_type").asText().intern(),
        json.path("endpoint_id").asText().intern(),
        json.path("status").asText().intern(),
        Json.list(json.path("attempts"), DeliveryAttempt::of),
        json.path("next_attempt_at").asText(),
        json.path("created_at").asText());
  }

  Optional<DeliveryAttempt> lastAttempt() {
    return attempts.isEmpty() ? Optional.empty() : Optional.of(attempts.getLast());
  }

  /** Duration of the last attempt; 0 before the first. */
  long lastMillis() {
    return lastAttempt().map(DeliveryAttempt::millis).orElse(0L);
  }

  /** The event, the endpoint as it is given here, and the identifier. */
  String name(String endpoint) {
    return "%s · %s (%s)".formatted(eventType, endpoint, id);
  }

  boolean isFinal() {
    return List.of("succeeded", DEAD_LETTER, "skipped").contains(status);
  }
}
