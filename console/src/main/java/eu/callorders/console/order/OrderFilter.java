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
        .and("status", status)
        .and("order_type", orderType)
        .and("client_reference", clientReference)
        .and("subject_reference", subject)
        .and("enrollment_id", enrollmentId)
        .and("created_after", createdAfter)
        .and("created_before", createdBefore);
  }

  /** Whether the service would list a row that arrives by the feed. */
  boolean takes(OrderRow row) {
    return is(status, row.status())
        && is(orderType, row.orderType())
        && is(clientReference, row.clientReference())
        && is(subject, row.subject())
        && is(enrollmentId, row.enrollmentId())
        && isInTime(JsonValues.instant(row.createdAt()));
  }

  /** A row without a valid creation time matches only without time limits. */
  private boolean isInTime(@Nullable Instant createdAt) {
    return createdAt == null
        ? createdAfter == null && createdBefore == null
        : (createdAfter == null || !createdAt.isBefore(createdAfter))
            && (createdBefore == null || createdAt.isBefore(createdBefore));
  }

  private static boolean is(String expected, String value) {
    return expected.isEmpty() || expected.equals(value);
  }
}
