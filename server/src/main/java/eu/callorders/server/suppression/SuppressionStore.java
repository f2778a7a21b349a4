package eu.callorders.server.suppression;

import eu.callorders.server.database.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

/** The do-not-call list. */
public final class SuppressionStore {
  private static final String INSERT =
      """
      INSERT INTO suppression
        (id, tenant_id, phone, subject_reference, scope, source, reason, call_id, created_at)
      VALUES ($1, $2, $3, $4, 'voice', $5, $6, $7, $8)
      """;

  private static final String BARRED_PHONES =
      """
      SELECT DISTINCT s.tenant_id, s.phone
        FROM suppression s
        JOIN unnest($1::uuid[], $2::text[]) AS asked (tenant_id, phone)
          ON s.tenant_id = asked.tenant_id AND s.phone = asked.phone
      """;

  private static final String BARRED_SUBJECTS =
      """
      SELECT DISTINCT s.tenant_id, s.subject_reference
        FROM suppression s
        JOIN unnest($1::uuid[], $2::text[]) AS asked (tenant_id, subject_reference)
          ON s.tenant_id = asked.tenant_id AND s.subject_reference = asked.subject_reference
      """;

  /** Something of a tenant: a telephone number, or a person's reference. */
  public record OfTenant(UUID tenantId, String value) {}

  public Future<Void> insert(SqlConnection connection, Suppression entry) {
    return connection
        .preparedQuery(INSERT)
        .execute(
            Tuple.of(
                entry.id(),
                entry.tenantId(),
                entry.phone(),
                entry.subjectReference(),
                entry.source().wire(),
                entry.reason(),
                entry.callId(),
                entry.createdAt().atOffset(ZoneOffset.UTC)))
        .map(result -> Rows.changed(result, 1));
  }

  /** Those of these numbers that must not be called. */
  public Future<Set<OfTenant>> barredPhones(SqlConnection connection, Collection<OfTenant> phones) {
    return barred(connection, BARRED_PHONES, phones);
  }

  /** Those of these persons that must not be called, at whatever number. */
  public Future<Set<OfTenant>> barredSubjects(
      SqlConnection connection, Collection<OfTenant> subjects) {
    return barred(connection, BARRED_SUBJECTS, subjects);
  }

  private static Future<Set<OfTenant>> barred(
      SqlConnection connection, String statement, Collection<OfTenant> asked) {
    if (asked.isEmpty()) {
      return Future.succeededFuture(Set.of());
    }
    Tuple arguments =
        Rows.columns(
            asked.stream().map(OfTenant::tenantId).toArray(UUID[]::new),
            asked.stream().map(OfTenant::value).toArray(String[]::new));
    return connection
        .preparedQuery(statement)
        .execute(arguments)
        .map(
            rows ->
                rows.stream()
                    .map(row -> new OfTenant(row.getUUID(0), row.getString(1)))
                    .collect(Collectors.toUnmodifiableSet()));
  }
}
