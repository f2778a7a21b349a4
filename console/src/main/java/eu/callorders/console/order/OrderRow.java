package eu.callorders.console.order;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Comparator;

/**
 * An order as a line: little enough to keep a hundred thousand of them. What an order does not have
 * is empty.
 */
record OrderRow(
    String id,
    String status,
    String orderType,
    String clientReference,
    String subject,
    String enrollmentId,
    int attempts,
    String nextAttemptAt,
    String summaryCode,
    String createdAt,
    String updatedAt,
    String endedAt) {
  /** Timestamps of the service have one form, so their order is that of their text. */
  static final Comparator<OrderRow> BY_AGE = Comparator.comparing(OrderRow::updatedAt);

  /** Of an order as the interface shows it, in an event too. */
  static OrderRow of(JsonNode order) {
    return new OrderRow(
        order.path("id").asText(),
        order.path("status").asText().intern(),
        order.path("order_type").asText().intern(),
        order.path("client_reference").asText(),
        order.path("subject").path("reference").asText(),
        order.path("enrollment_id").asText(""),
        order.path("attempt_count").asInt(),
        order.path("next_attempt_at").asText(),
        order.path("result").path("summary_code").asText().intern(),
        order.path("created_at").asText(),
        order.path("updated_at").asText(),
        order.path("ended_at").asText());
  }
}
