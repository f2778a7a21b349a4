package eu.callorders.console.sandbox;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * Something that happened on the way.
 *
 * @param at by the tenant's clock
 * @param orderId empty when it concerns none
 */
record Stop(String at, String type, String orderId, String enrollmentId) {
  static Stop of(JsonNode event) {
    JsonNode related = event.path("related");
    return new Stop(
        event.path("occurred_at").asText(),
        event.path("type").asText().intern(),
        related.path("call_order_id").asText(),
        related.path("enrollment_id").asText());
  }
}
