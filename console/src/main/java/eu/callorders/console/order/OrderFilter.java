package eu.callorders.console.order;

import eu.callorders.console.api.Query;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The filter of the order list; empty members match all orders.
 *
 * @param createdAfter inclusive
 */
record OrderFilter(
    String status,
    String orderType,
    String clientReference,
    String subject,
    String enrollmentId,
    @Nullable Instant createdAfter,
    @Nullable Instant createdBefore) {
  static final OrderFilter ALL = new OrderFilter("", "", "", "", "", null, null);

  Query query() {
    return Query.none()
        .with("status", status)
        .with("order_type", orderType)
        .with("client_reference", clientReference)
        .with("subject_reference", subject)
        .with("enrollment_id", enrollmentId)
        .with("created_after", createdAfter)
        .with("created_before", createdBefore);
  }

  /** Whether the service would list a row that arrives by the feed. */
  boolean matches(OrderRow row) {
    return matchesValue(status, row.status())
        && matchesValue(orderType, row.orderType())
        && matchesValue(clientReference, row.clientReference())
        && matchesValue(subject, row.subject())
        && matchesValue(enrollmentId, row.enrollmentId())
        && matchesCreatedAt(JsonValues.instant(row.createdAt()));
  }

  /** A row without a valid creation time matches only without time limits. */
  private boolean matchesCreatedAt(@Nullable Instant createdAt) {
    return createdAt == null
        ? createdAfter == null && createdBefore == null
        : (createdAfter == null || !createdAt.isBefore(createdAfter))
            && (createdBefore == null || createdAt.isBefore(createdBefore));
  }

  private static boolean matchesValue(String expected, String value) {
    return expected.isEmpty() || expected.equals(value);
  }
}
