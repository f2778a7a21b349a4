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
    String answered = Members.text(last, "response_status");
    return new OrderDelivery(
        Members.text(json, "id"),
        Members.text(json, "event_id"),
        Members.text(json, "endpoint_id"),
        Members.text(json, "status"),
        attempts.size(),
        answered.isEmpty() ? Members.text(last, "error") : answered,
        Members.text(json, "created_at"));
  }

  /** Whether it still moves. */
  boolean isUnderWay() {
    return status.equals("pending") || status.equals("retrying");
  }
}
