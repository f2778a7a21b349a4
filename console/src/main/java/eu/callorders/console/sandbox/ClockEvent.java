package eu.callorders.console.sandbox;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Comparator;

/**
 * Something that happened on the way.
 *
 * @param id of the event
 * @param at by the tenant's clock
 * @param orderId empty when it concerns none
 */
record ClockEvent(String id, String at, String type, String orderId, String enrollmentId) {
  /** An event never changes: whichever came last is as good. */
  static final Comparator<ClockEvent> ALIKE = Comparator.comparing(ClockEvent::id);

  static ClockEvent of(JsonNode event) {
    JsonNode related = event.path("related");
    return new ClockEvent(
        event.path("id").asText(),
        event.path("occurred_at").asText(),
        event.path("type").asText().intern(),
        related.path("call_order_id").asText(),
        related.path("enrollment_id").asText());
  }
}
