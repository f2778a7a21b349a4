package eu.callorders.console.order;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Comparator;
import java.util.List;

/**
 * A row of the order table; missing values are empty. Rows are small since a table may hold 100,000
 * of them.
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
  static final List<String> STATUSES =
      List.of(
          "accepted",
          "scheduled",
          "dialing",
          "in_progress",
          "completed",
          "expired",
          "canceled",
          "failed");

  /** Timestamps have one format, so text order is time order. */
  static final Comparator<OrderRow> BY_UPDATED_AT = Comparator.comparing(OrderRow::updatedAt);

  /** Reads an order of the API or of an event. */
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
