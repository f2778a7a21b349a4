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
        JsonValues.text(order, "id"),
        JsonValues.text(order, "status").intern(),
        JsonValues.text(order, "order_type").intern(),
        JsonValues.text(order, "client_reference"),
        JsonValues.text(order, "subject", "reference"),
        JsonValues.text(order, "enrollment_id"),
        order.path("attempt_count").asInt(),
        JsonValues.text(order, "next_attempt_at"),
        JsonValues.text(order, "result", "summary_code").intern(),
        JsonValues.text(order, "created_at"),
        JsonValues.text(order, "updated_at"),
        JsonValues.text(order, "ended_at"));
  }
}
