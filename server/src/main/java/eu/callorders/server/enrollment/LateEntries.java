package eu.callorders.server.enrollment;

import eu.callorders.server.database.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * Which enrollments hold a number that was barred since they began. An entry ends them when it is
 * made, but for those beyond {@link Barring#MOST_PERSONS}: they end before their next order.
 */
final class LateEntries {
  static final String BARRED =
      """
      SELECT DISTINCT asked.enrollment_id
        FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::timestamptz[])
          AS asked (enrollment_id, tenant_id, phone, since)
        JOIN suppression s
          ON s.tenant_id = asked.tenant_id
         AND s.phone = asked.phone
         AND s.created_at > asked.since
      """;

  private LateEntries() {}

  /** Those of them that ought to have ended. */
  static Future<Set<UUID>> barred(SqlConnection connection, Collection<Enrollment> enrollments) {
    List<UUID> ids = new ArrayList<>();
    List<UUID> tenants = new ArrayList<>();
    List<String> phones = new ArrayList<>();
    List<OffsetDateTime> since = new ArrayList<>();
    for (Enrollment one : enrollments) {
      for (String phone : PersonData.phones(one.person())) {
        ids.add(one.id());
        tenants.add(one.tenantId());
        phones.add(phone);
        since.add(Rows.time(one.origin().createdAt()));
      }
    }
    return ids.isEmpty()
        ? Future.succeededFuture(Set.of())
        : connection
            .preparedQuery(BARRED)
            .execute(
                Rows.columns(
                    ids.toArray(UUID[]::new),
                    tenants.toArray(UUID[]::new),
                    phones.toArray(String[]::new),
                    since.toArray(OffsetDateTime[]::new)))
            .map(
                rows ->
                    rows.stream()
                        .map(row -> row.getUUID(0))
                        .collect(Collectors.toUnmodifiableSet()));
  }
}
