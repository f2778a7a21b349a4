package eu.callorders.server.deletion;

import eu.callorders.server.database.RowMapper;
import eu.callorders.server.database.Statements;
import eu.callorders.server.recovery.RecoveryHalt;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** The deletions in progress. */
final class TenantDeletionStore {
  private static final String INSERT =
      """
      INSERT INTO tenant_deletion (tenant_id, requested_at, next_run_at)
      VALUES ($1, $2, $3)
      ON CONFLICT DO NOTHING
      """;

  private static final String REQUEST_TIMES =
      "SELECT tenant_id, requested_at FROM tenant_deletion WHERE tenant_id = ANY ($1)";

  private static final String NEXT =
      """
      SELECT tenant_id, removed_at, table_name, position, next_run_at
        FROM tenant_deletion
       WHERE next_run_at <= $1 AND
      """
          + RecoveryHalt.NOT_IN_FORCE
          + """
           ORDER BY next_run_at
           LIMIT 1
             FOR UPDATE SKIP LOCKED
          """;

  private static final String SAVE =
      """
      UPDATE tenant_deletion
         SET removed_at = $2, table_name = $3, position = $4, next_run_at = $5
       WHERE tenant_id = $1
      """;

  /** Leaves {@code removed_at}: another node may have continued meanwhile. */
  private static final String RESTART =
      "UPDATE tenant_deletion SET table_name = NULL, position = $2, next_run_at = $3"
          + " WHERE tenant_id = $1";

  private static final String DELETE = "DELETE FROM tenant_deletion WHERE tenant_id = $1";

  private TenantDeletionStore() {}

  /** Stores a deletion; false when it exists already. */
  static Future<Boolean> insert(
      SqlConnection connection, UUID tenantId, Instant requestedAt, Instant firstRun) {
    return connection
        .preparedQuery(INSERT)
        .execute(Tuple.of(tenantId, RowMapper.time(requestedAt), RowMapper.time(firstRun)))
        .map(result -> result.rowCount() == 1);
  }

  /** When the deletion of these tenants was requested; others are absent. */
  static Future<Map<UUID, Instant>> requestTimes(
      SqlConnection connection, Collection<UUID> tenantIds) {
    return connection
        .preparedQuery(REQUEST_TIMES)
        .execute(Tuple.of((Object) tenantIds.toArray(UUID[]::new)))
        .map(
            RowMapper.toMap(
                row -> row.getUUID("tenant_id"), row -> RowMapper.instant(row, "requested_at")));
  }

  /** The next due deletion that no other node works on, locked for the transaction. */
  static Future<Optional<TenantDeletion>> next(SqlConnection connection, Instant now) {
    return Statements.first(
        connection, NEXT, Tuple.of(RowMapper.time(now)), TenantDeletionStore::read);
  }

  static Future<Void> save(SqlConnection connection, TenantDeletion deletion) {
    return Statements.updateOne(
        connection,
        SAVE,
        deletion.tenantId(),
        RowMapper.time(deletion.removedAt()),
        deletion.table(),
        deletion.position(),
        RowMapper.time(deletion.nextRunAt()));
  }

  /** Begins with the first table again at that time. */
  static Future<Void> restart(SqlConnection connection, UUID tenantId, Instant at) {
    return Statements.execute(
        connection, RESTART, Tuple.of(tenantId, TenantTable.START, RowMapper.time(at)));
  }

  static Future<Void> delete(SqlConnection connection, TenantDeletion deletion) {
    return Statements.updateOne(connection, DELETE, deletion.tenantId());
  }

  private static TenantDeletion read(Row row) {
    return new TenantDeletion(
        row.getUUID("tenant_id"),
        RowMapper.instantOrNull(row, "removed_at"),
        row.getString("table_name"),
        row.getUUID("position"),
        RowMapper.instant(row, "next_run_at"));
  }
}
