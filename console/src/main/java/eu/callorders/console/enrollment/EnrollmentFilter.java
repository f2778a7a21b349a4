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
        .with("status", status)
        .with("sequence_key", sequenceKey)
        .with("sequence_id", sequenceId)
        .with("subject_reference", subject)
        .with("created_after", createdAfter)
        .with("created_before", createdBefore);
  }

  /** Whether the service would list a row that arrives by the feed. */
  boolean matches(EnrollmentRow row) {
    return matchesValue(status, row.status())
        && matchesValue(sequenceKey, row.sequenceKey())
        && matchesValue(sequenceId, row.sequenceId())
        && matchesValue(subject, row.subject())
        && (createdAfter == null || !Instant.parse(row.createdAt()).isBefore(createdAfter))
        && (createdBefore == null || Instant.parse(row.createdAt()).isBefore(createdBefore));
  }

  private static boolean matchesValue(String expected, String value) {
    return expected.isEmpty() || expected.equals(value);
  }
}
