package eu.callorders.console.order;

import eu.callorders.console.api.Query;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Which orders are listed; what is empty does not matter.
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

  /** What the service would say of a row that comes by the feed. */
  boolean takes(OrderRow row) {
    return is(status, row.status())
        && is(orderType, row.orderType())
        && is(clientReference, row.clientReference())
        && is(subject, row.subject())
        && is(enrollmentId, row.enrollmentId())
        && isInTime(JsonValues.instant(row.createdAt()));
  }

  /** Of what does not say when it was created nobody knows. */
  private boolean isInTime(@Nullable Instant createdAt) {
    return createdAt == null
        ? createdAfter == null && createdBefore == null
        : (createdAfter == null || !createdAt.isBefore(createdAfter))
            && (createdBefore == null || createdAt.isBefore(createdBefore));
  }

  private static boolean is(String wanted, String value) {
    return wanted.isEmpty() || wanted.equals(value);
  }
}
