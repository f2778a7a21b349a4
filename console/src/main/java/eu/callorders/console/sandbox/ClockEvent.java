package eu.callorders.console.sandbox;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * An event during an advance.
 *
 * @param id of the event
 * @param at by the tenant's clock
 * @param orderId empty for none
 */
record ClockEvent(String id, String at, String type, String orderId, String enrollmentId) {
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
