package eu.callorders.console.event;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Comparator;

/** An event as a line; what it does not concern is empty. */
record EventRow(
    String id,
    String type,
    String occurredAt,
    String orderId,
    String enrollmentId,
    String callId,
    String clientReference) {
  /** An event never changes: whichever came last is as good. */
  static final Comparator<EventRow> ALIKE = Comparator.comparing(EventRow::id);

  static EventRow of(JsonNode event) {
    JsonNode related = event.path("related");
    return new EventRow(
        event.path("id").asText(),
        event.path("type").asText().intern(),
        event.path("occurred_at").asText(),
        related.path("call_order_id").asText(),
        related.path("enrollment_id").asText(),
        related.path("call_id").asText(),
        related.path("client_reference").asText());
  }
}
