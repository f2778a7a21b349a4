package eu.callorders.server.hold;

import eu.callorders.core.hold.Hold;
import eu.callorders.server.database.RowMapper;
import eu.callorders.server.database.Statements;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Finds holds whose end has come. */
final class HoldDueStore {
  /** The next tenant after {@code $1} with such a hold, by its own clock. */
  static final String NEXT_TENANT =
      """
      SELECT t.id, $2::timestamptz + t.clock_offset_ms * interval '1 millisecond' AS now
        FROM tenant t
       CROSS JOIN LATERAL (
             SELECT h.until
               FROM hold h
              WHERE h.tenant_id = t.id AND h.status = 'active' AND h.until IS NOT NULL
              ORDER BY h.until
              LIMIT 1) AS first
       WHERE first.until <= $2::timestamptz + t.clock_offset_ms * interval '1 millisecond'
       ORDER BY t.id <= $1, t.id
       LIMIT 1
      """;

  static final String DUE =
      "SELECT "
          + HoldStore.COLUMNS
          + """

            FROM hold
           WHERE tenant_id = $1 AND status = 'active' AND until <= $2
           ORDER BY until
           LIMIT $3
          """;

  private static final String LOCK_DUE =
      "SELECT "
          + HoldStore.COLUMNS
          + """

            FROM hold
           WHERE tenant_id = $1 AND id = ANY ($3) AND status = 'active' AND until <= $2
           ORDER BY id
             FOR UPDATE
          """;

  private HoldDueStore() {}

  /**
   * @param now the tenant's time
   */
  record DueTenant(UUID tenantId, Instant now) {}

  static Future<Optional<DueTenant>> nextTenant(
      SqlConnection connection, UUID after, Instant realNow) {
    return Statements.first(
        connection,
        NEXT_TENANT,
        Tuple.of(after, RowMapper.time(realNow)),
        row -> new DueTenant(row.getUUID("id"), RowMapper.instant(row, "now")));
  }

  static Future<List<Hold>> due(SqlConnection connection, UUID tenantId, Instant now, int limit) {
    return Statements.list(
        connection, DUE, Tuple.of(tenantId, RowMapper.time(now), limit), HoldStore::read);
  }

  /** Those that are still due, locked until the transaction ends. */
  static Future<List<Hold>> lockDue(
      SqlConnection connection, UUID tenantId, Instant now, List<UUID> ids) {
    return connection
        .preparedQuery(LOCK_DUE)
        .execute(Tuple.of(tenantId, RowMapper.time(now), ids.toArray(UUID[]::new)))
        .map(RowMapper.toList(HoldStore::read));
  }
}
