package eu.callorders.server.enrollment;

import eu.callorders.server.database.BatchStatement;
import eu.callorders.server.enrollment.EnrollmentPhoneStore.PhoneOfEnrollment;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * Finds enrollments whose subject or phone was suppressed after their start. Enforcement follows
 * the entry's commit, so such an enrollment can fall due before.
 */
final class SuppressionRecheck {
  static final String PHONE_SUPPRESSED =
      """
      SELECT DISTINCT requested.enrollment_id
        FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::timestamptz[])
          AS requested (enrollment_id, tenant_id, phone, since)
       WHERE EXISTS (SELECT FROM suppression s
                      WHERE s.tenant_id = requested.tenant_id
                        AND s.phone = requested.phone
                        AND s.created_at > requested.since)
      """;

  static final String SUBJECT_SUPPRESSED =
      """
      SELECT requested.enrollment_id
        FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::timestamptz[])
          AS requested (enrollment_id, tenant_id, subject_reference, since)
       WHERE EXISTS (SELECT FROM suppression s
                      WHERE s.tenant_id = requested.tenant_id
                        AND s.subject_reference = requested.subject_reference
                        AND s.created_at > requested.since)
      """;

  private SuppressionRecheck() {}

  /** Enrollments whose subject or phone a later entry suppresses. */
  static Future<Set<UUID>> findSuppressed(
      SqlConnection connection, Collection<Enrollment> enrollments) {
    if (enrollments.isEmpty()) {
      return Future.succeededFuture(Set.of());
    }
    Future<Set<UUID>> subjects =
        find(
            connection,
            BatchStatement.of(SUBJECT_SUPPRESSED, enrollments)
                .uuids(Enrollment::id)
                .uuids(Enrollment::tenantId)
                .strings(enrollment -> enrollment.origin().subjectReference())
                .times(enrollment -> enrollment.origin().createdAt()));
    return Future.join(subjects, findPhoneSuppressed(connection, enrollments))
        .map(
            both -> {
              Set<UUID> all = new HashSet<>(both.<Set<UUID>>resultAt(0));
              all.addAll(both.<Set<UUID>>resultAt(1));
              return all;
            });
  }

  /** Enrollments with a phone that a later entry suppresses. */
  static Future<Set<UUID>> findPhoneSuppressed(
      SqlConnection connection, Collection<Enrollment> enrollments) {
    List<PhoneOfEnrollment> phones = PhoneOfEnrollment.listAll(enrollments);
    return phones.isEmpty()
        ? Future.succeededFuture(Set.of())
        : find(
            connection,
            BatchStatement.of(PHONE_SUPPRESSED, phones)
                .uuids(each -> each.enrollment().id())
                .uuids(each -> each.enrollment().tenantId())
                .strings(each -> each.phone().e164())
                .times(each -> each.enrollment().origin().createdAt()));
  }

  private static Future<Set<UUID>> find(SqlConnection connection, BatchStatement<?> statement) {
    return statement
        .execute(connection)
        .map(
            rows ->
                rows.stream().map(row -> row.getUUID(0)).collect(Collectors.toUnmodifiableSet()));
  }
}
