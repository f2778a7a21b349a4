package eu.callorders.console.enrollment;

import eu.callorders.console.api.Query;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The filter of the enrollment list; empty members match all enrollments.
 *
 * @param createdAfter inclusive
 */
record EnrollmentFilter(
    String status,
    String sequenceKey,
    String sequenceId,
    String subject,
    @Nullable Instant createdAfter,
    @Nullable Instant createdBefore) {
  static final EnrollmentFilter ALL = new EnrollmentFilter("", "", "", "", null, null);

  Query query() {
    return Query.none()
        .and("status", status)
        .and("sequence_key", sequenceKey)
        .and("sequence_id", sequenceId)
        .and("subject_reference", subject)
        .and("created_after", createdAfter)
        .and("created_before", createdBefore);
  }

  /** Whether the service would list a row that arrives by the feed. */
  boolean takes(EnrollmentRow row) {
    return is(status, row.status())
        && is(sequenceKey, row.sequenceKey())
        && is(sequenceId, row.sequenceId())
        && is(subject, row.subject())
        && (createdAfter == null || !Instant.parse(row.createdAt()).isBefore(createdAfter))
        && (createdBefore == null || Instant.parse(row.createdAt()).isBefore(createdBefore));
  }

  private static boolean is(String expected, String value) {
    return expected.isEmpty() || expected.equals(value);
  }
}
