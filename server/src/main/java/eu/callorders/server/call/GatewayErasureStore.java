package eu.callorders.server.call;

import eu.callorders.server.database.RowMapper;
import eu.callorders.server.database.Statements;
import eu.callorders.server.recovery.RecoveryHalt;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.UUID;

/** SQL of the calls that gateways are to erase. */
public final class GatewayErasureStore {
  private static final int MAX_DOUBLINGS = 10;

  private static final String INSERT =
      """
      INSERT INTO gateway_erasure (attempt_id, tenant_id, next_attempt_at)
      VALUES ($1, $2, now())
      ON CONFLICT DO NOTHING
      """;

  /** Comparing the tenant as text forces the index by id. */
  private static final String INSERT_ATTEMPTS =
      """
      INSERT INTO gateway_erasure (attempt_id, tenant_id, next_attempt_at)
      SELECT id, $1::uuid, $3::timestamptz
        FROM call_attempt
       WHERE tenant_id::text = $1::uuid::text AND id = ANY ($2) AND subject_reference <> ''
      ON CONFLICT DO NOTHING
      """;

  private static final String INSERT_UNKNOWN_CALLS =
      """
      INSERT INTO gateway_erasure (attempt_id, tenant_id, next_attempt_at)
      SELECT attempt_id, $1::uuid, $3::timestamptz FROM unknown_call WHERE order_id = ANY ($2)
      ON CONFLICT DO NOTHING
      """;

  /** Schedules the next try before the current one, so a crash in between loses nothing. */
  private static final String CLAIM_NEXT =
      """
      UPDATE gateway_erasure g
         SET attempt_count = g.attempt_count + 1,
             next_attempt_at = $1 + $2 * interval '1 second' * (1 << LEAST(g.attempt_count, $3))
       WHERE g.attempt_id IN (SELECT attempt_id
                                FROM gateway_erasure
                               WHERE next_attempt_at <= $1 AND
      """
          + RecoveryHalt.NOT_IN_FORCE
          + """
                                   ORDER BY next_attempt_at
                                   LIMIT $4
                                     FOR UPDATE SKIP LOCKED)
          RETURNING g.attempt_id
          """;

  private static final String DELETE = "DELETE FROM gateway_erasure WHERE attempt_id = ANY ($1)";

  private GatewayErasureStore() {}

  /** Schedules the erasure of a call whose attempt is not stored. */
  public static Future<Void> insert(SqlConnection connection, UUID tenantId, UUID attemptId) {
    return connection.preparedQuery(INSERT).execute(Tuple.of(attemptId, tenantId)).mapEmpty();
  }

  /** Schedules the erasure of the calls of these attempts, except redacted ones. */
  public static Future<Void> insertAttempts(
      SqlConnection connection, UUID tenantId, Collection<UUID> attemptIds, Instant at) {
    return insert(connection, INSERT_ATTEMPTS, tenantId, attemptIds, at);
  }

  /** Schedules the erasure of the unknown calls of these orders. */
  public static Future<Void> insertUnknownCalls(
      SqlConnection connection, UUID tenantId, Collection<UUID> orderIds, Instant at) {
    return insert(connection, INSERT_UNKNOWN_CALLS, tenantId, orderIds, at);
  }

  private static Future<Void> insert(
      SqlConnection connection, String statement, UUID tenantId, Collection<UUID> ids, Instant at) {
    return Statements.execute(
        connection, statement, Tuple.of(tenantId, ids.toArray(UUID[]::new), RowMapper.time(at)));
  }

  /** Claims due calls; each is due again after {@code pause}, doubled with each try. */
  public static Future<List<UUID>> claimNext(
      SqlClient client, Instant now, Duration pause, int limit) {
    return client
        .preparedQuery(CLAIM_NEXT)
        .execute(Tuple.of(RowMapper.time(now), pause.toSeconds(), MAX_DOUBLINGS, limit))
        .map(RowMapper.toList(row -> row.getUUID("attempt_id")));
  }

  /** Removes erased calls. */
  public static Future<Void> delete(SqlClient client, Collection<UUID> attemptIds) {
    return Statements.execute(client, DELETE, Tuple.of((Object) attemptIds.toArray(UUID[]::new)));
  }
}
