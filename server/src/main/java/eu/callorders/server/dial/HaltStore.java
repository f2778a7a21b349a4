package eu.callorders.server.dial;

import eu.callorders.server.database.Locks;
import eu.callorders.server.database.RowMapper;
import eu.callorders.server.database.Statements;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.Collection;
import java.util.Set;
import java.util.UUID;

/** SQL of halts. */
final class HaltStore {
  private static final Set<String> DIALING_LOCK = Set.of(Locks.dialing());

  private static final String ACTIVE =
      """
      SELECT id, kind, tenant_id, country, order_type, reason, halted_at
        FROM dial_halt
       WHERE lifted_at IS NULL
       ORDER BY halted_at, id
      """;

  private static final String INSERT =
      """
      INSERT INTO dial_halt (id, tenant_id, country, order_type, reason, halted_at)
      VALUES ($1, $2, $3, $4, $5, $6)
      """;

  private static final String LIFT =
      "UPDATE dial_halt SET lifted_at = $2 WHERE id = ANY ($1) AND lifted_at IS NULL";

  /** Orders are parked only while a halt is in force, so a lifted halt without orders is done. */
  private static final String COMPLETE =
      """
      UPDATE dial_halt
         SET released_at = $2
       WHERE id IN (
             SELECT h.id
               FROM dial_halt h
              WHERE h.lifted_at IS NOT NULL
                AND h.released_at IS NULL
                AND NOT EXISTS (SELECT FROM call_order o WHERE o.halt_id = h.id)
              LIMIT $1
                FOR UPDATE SKIP LOCKED)
      """;

  private HaltStore() {}

  /** The halts in force, oldest first; without a lock. */
  static Future<ActiveHalts> active(SqlConnection connection) {
    return connection
        .query(ACTIVE)
        .execute()
        .map(rows -> new ActiveHalts(rows.stream().map(HaltStore::halt).toList()));
  }

  /** The halts in force, under a shared lock: none is added before the transaction ends. */
  static Future<ActiveHalts> activeShared(SqlConnection connection) {
    // The server runs the query after it has acquired the lock: it sees what the last holder wrote.
    Future<Void> locked = Locks.acquireShared(connection, DIALING_LOCK);
    Future<ActiveHalts> halts = active(connection);
    return Future.join(locked, halts).map(both -> halts.result());
  }

  /** The same under an exclusive lock, to change halts: no dial is in progress. */
  static Future<ActiveHalts> activeExclusive(SqlConnection connection) {
    return Locks.acquire(connection, DIALING_LOCK).compose(locked -> active(connection));
  }

  static Future<Void> insert(SqlConnection connection, Halt halt) {
    return Statements.updateOne(
        connection,
        INSERT,
        halt.id(),
        halt.scope().tenantId(),
        halt.scope().country(),
        halt.scope().orderType(),
        halt.reason(),
        RowMapper.time(halt.at()));
  }

  static Future<Void> lift(SqlConnection connection, Collection<Halt> halts, Instant now) {
    UUID[] ids = halts.stream().map(Halt::id).toArray(UUID[]::new);
    return connection
        .preparedQuery(LIFT)
        .execute(Tuple.of(ids, RowMapper.time(now)))
        .map(result -> Statements.requireRowCount(result, ids.length));
  }

  /** Marks up to {@code limit} lifted halts as released that have no orders. */
  static Future<Void> complete(SqlConnection connection, int limit, Instant now) {
    return Statements.execute(connection, COMPLETE, Tuple.of(limit, RowMapper.time(now)));
  }

  private static Halt halt(Row row) {
    return new Halt(
        row.getUUID("id"),
        Halt.Kind.of(row.getString("kind")),
        new Halt.Scope(
            row.getUUID("tenant_id"), row.getString("country"), row.getString("order_type")),
        row.getString("reason"),
        RowMapper.instant(row, "halted_at"));
  }
}
