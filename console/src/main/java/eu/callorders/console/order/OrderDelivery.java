package eu.callorders.console.order;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * An event on its way to an endpoint. What it does not have is empty.
 *
 * @param answer what the last attempt met with: a status, or the class of an error
 */
record OrderDelivery(
    String id,
    String eventId,
    String endpointId,
    String status,
    int attempts,
    String answer,
    String createdAt) {

  static OrderDelivery of(JsonNode json) {
    JsonNode attempts = json.path("attempts");
    JsonNode last = attempts.path(attempts.size() - 1);
    String answered = JsonValues.text(last, "response_status");
    return new OrderDelivery(
        JsonValues.text(json, "id"),
        JsonValues.text(json, "event_id"),
        JsonValues.text(json, "endpoint_id"),
        JsonValues.text(json, "status"),
        attempts.size(),
        answered.isEmpty() ? JsonValues.text(last, "error") : answered,
        JsonValues.text(json, "created_at"));
  }

  /** Whether it still moves. */
  boolean isUnderWay() {
    return status.equals("pending") || status.equals("retrying");
  }
}
