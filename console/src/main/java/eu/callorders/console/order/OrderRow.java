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
        Members.text(order, "id"),
        Members.text(order, "status").intern(),
        Members.text(order, "order_type").intern(),
        Members.text(order, "client_reference"),
        Members.text(order, "subject", "reference"),
        Members.text(order, "enrollment_id"),
        order.path("attempt_count").asInt(),
        Members.text(order, "next_attempt_at"),
        Members.text(order, "result", "summary_code").intern(),
        Members.text(order, "created_at"),
        Members.text(order, "updated_at"),
        Members.text(order, "ended_at"));
  }
}
