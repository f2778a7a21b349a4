package eu.callorders.server.legalhold;

import eu.callorders.server.database.RowMapper;
import eu.callorders.server.database.Statements;
import eu.callorders.server.tenant.TenantSubject;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * SQL of standing legal holds. Writers hold the subject's lock, as erasures and retention do: what
 * they read under it stays true.
 */
public final class LegalHoldStore {
  private static final String LOAD =
      "SELECT id, tenant_id, subject_reference, reason, created_at FROM legal_hold ";

  private static final String FIND =
      LOAD + "WHERE tenant_id = $1 AND subject_reference = $2 LIMIT 1";

  private static final String FIND_BY_ID = LOAD + "WHERE tenant_id = $1 AND id = $2";

  private static final String LIST =
      LOAD
          + """
          WHERE tenant_id = $1 AND id < $2
          ORDER BY id DESC
          LIMIT $3
          """;

  private static final String HELD =
      """
      SELECT h.tenant_id, h.subject_reference
        FROM unnest($1::uuid[], $2::text[]) AS s (tenant_id, subject_reference)
        JOIN legal_hold h ON h.tenant_id = s.tenant_id AND h.subject_reference = s.subject_reference
      """;

  private static final String COUNT = "SELECT count(*) FROM legal_hold WHERE tenant_id = $1";

  private static final String INSERT =
      """
      INSERT INTO legal_hold (id, tenant_id, subject_reference, reason, created_at)
      VALUES ($1, $2, $3, $4, $5)
      """;

  private static final String DELETE = "DELETE FROM legal_hold WHERE tenant_id = $1 AND id = $2";

  /** Greater than every identifier. */
  private static final UUID LAST = new UUID(-1, -1);

  private LegalHoldStore() {}

  public static Future<Optional<LegalHold>> find(
      SqlConnection connection, UUID tenantId, String reference) {
    return Statements.first(connection, FIND, Tuple.of(tenantId, reference), LegalHoldStore::hold);
  }

  public static Future<Optional<LegalHold>> find(SqlConnection connection, UUID tenantId, UUID id) {
    return Statements.first(connection, FIND_BY_ID, Tuple.of(tenantId, id), LegalHoldStore::hold);
  }

  /**
   * The holds of a tenant, newest first.
   *
   * @param before only older ones than this; null: from the newest on
   */
  public static Future<List<LegalHold>> list(
      SqlConnection connection, UUID tenantId, @Nullable UUID before, int limit) {
    return connection
        .preparedQuery(LIST)
        .execute(Tuple.of(tenantId, before == null ? LAST : before, limit))
        .map(RowMapper.toList(LegalHoldStore::hold));
  }

  /** Those of these subjects that a hold is on. */
  public static Future<Set<TenantSubject>> held(
      SqlConnection connection, Collection<TenantSubject> subjects) {
    UUID[] tenants = subjects.stream().map(TenantSubject::tenantId).toArray(UUID[]::new);
    String[] references =
        subjects.stream().map(TenantSubject::subjectReference).toArray(String[]::new);
    return Statements.list(
            connection,
            HELD,
            RowMapper.columns(tenants, references),
            row -> new TenantSubject(row.getUUID("tenant_id"), row.getString("subject_reference")))
        .map(Set::copyOf);
  }

  public static Future<Long> count(SqlConnection connection, UUID tenantId) {
    return Statements.one(connection, COUNT, Tuple.of(tenantId), row -> row.getLong(0));
  }

  public static Future<Void> insert(SqlConnection connection, LegalHold hold) {
    return Statements.updateOne(
        connection,
        INSERT,
        hold.id(),
        hold.tenantId(),
        hold.subjectReference(),
        hold.reason(),
        RowMapper.time(hold.createdAt()));
  }

  /** False when another transaction has deleted it. */
  public static Future<Boolean> delete(SqlConnection connection, UUID tenantId, UUID id) {
    return Statements.update(connection, DELETE, Tuple.of(tenantId, id)).map(count -> count == 1);
  }

  private static LegalHold hold(Row row) {
    return new LegalHold(
        row.getUUID("id"),
        row.getUUID("tenant_id"),
        row.getString("subject_reference"),
        row.getString("reason"),
        RowMapper.instant(row, "created_at"));
  }
}
