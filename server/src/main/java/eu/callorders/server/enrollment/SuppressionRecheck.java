package eu.callorders.server.enrollment;

import eu.callorders.server.database.RowMapper;
import eu.callorders.server.tenant.TenantPhone;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.OffsetDateTime;
import java.util.ArrayList;
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
            SUBJECT_SUPPRESSED,
            enrollments.stream().map(Enrollment::id).toList(),
            enrollments.stream().map(Enrollment::tenantId).toList(),
            enrollments.stream().map(enrollment -> enrollment.origin().subjectReference()).toList(),
            enrollments.stream()
                .map(enrollment -> RowMapper.time(enrollment.origin().createdAt()))
                .toList());
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
    List<UUID> ids = new ArrayList<>();
    List<UUID> tenants = new ArrayList<>();
    List<String> phones = new ArrayList<>();
    List<OffsetDateTime> since = new ArrayList<>();
    for (Enrollment enrollment : enrollments) {
      for (TenantPhone phone : enrollment.phones()) {
        ids.add(enrollment.id());
        tenants.add(phone.tenantId());
        phones.add(phone.phone().e164());
        since.add(RowMapper.time(enrollment.origin().createdAt()));
      }
    }
    return ids.isEmpty()
        ? Future.succeededFuture(Set.of())
        : find(connection, PHONE_SUPPRESSED, ids, tenants, phones, since);
  }

  private static Future<Set<UUID>> find(
      SqlConnection connection,
      String statement,
      List<UUID> ids,
      List<UUID> tenants,
      List<String> values,
      List<OffsetDateTime> since) {
    return connection
        .preparedQuery(statement)
        .execute(
            RowMapper.columns(
                ids.toArray(UUID[]::new),
                tenants.toArray(UUID[]::new),
                values.toArray(String[]::new),
                since.toArray(OffsetDateTime[]::new)))
        .map(
            rows ->
                rows.stream().map(row -> row.getUUID(0)).collect(Collectors.toUnmodifiableSet()));
  }
}
