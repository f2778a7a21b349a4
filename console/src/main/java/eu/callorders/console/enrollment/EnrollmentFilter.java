package eu.callorders.console.enrollment;

import eu.callorders.console.api.Query;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Which enrollments are listed; what is empty does not matter.
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

  /** What the service would say of a row that comes by the feed. */
  boolean takes(EnrollmentRow row) {
    return is(status, row.status())
        && is(sequenceKey, row.sequenceKey())
        && is(sequenceId, row.sequenceId())
        && is(subject, row.subject())
        && (createdAfter == null || !Instant.parse(row.createdAt()).isBefore(createdAfter))
        && (createdBefore == null || Instant.parse(row.createdAt()).isBefore(createdBefore));
  }

  private static boolean is(String wanted, String value) {
    return wanted.isEmpty() || wanted.equals(value);
  }
}
