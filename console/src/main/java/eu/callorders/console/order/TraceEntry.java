package eu.callorders.console.order;

import com.fasterxml.jackson.databind.JsonNode;

/** An event of an order or a delivery of one. */
sealed interface TraceEntry {
  String eventId();

  record EventEntry(JsonNode event) implements TraceEntry {
    @Override
    public String eventId() {
      return JsonValues.text(event, "id");
    }
  }

  /** A delivery of an event; its last result is an HTTP status or an error class. */
  record Delivery(
      String id, String eventId, String endpointId, String status, int attempts, String lastResult)
      implements TraceEntry {

    static Delivery of(JsonNode json) {
      JsonNode attempts = json.path("attempts");
      JsonNode last = attempts.path(attempts.size() - 1);
      String responseStatus = JsonValues.text(last, "response_status");
      return new Delivery(
          JsonValues.text(json, "id"),
          JsonValues.text(json, "event_id"),
          JsonValues.text(json, "endpoint_id"),
          JsonValues.text(json, "status"),
          attempts.size(),
          responseStatus.isEmpty() ? JsonValues.text(last, "error") : responseStatus);
    }

    /** Whether the service will send it again. */
    boolean isPending() {
      return status.equals("pending") || status.equals("retrying");
    }
  }
}
