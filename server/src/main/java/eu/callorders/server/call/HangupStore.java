package eu.callorders.server.call;

import eu.callorders.server.database.RowMapper;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

/** SQL of the running calls that operators have ended. */
public final class HangupStore {
  private static final String INSERT =
      """
      INSERT INTO call_hangup (attempt_id, tenant_id, reason, requested_by, requested_at)
      VALUES ($1, $2, $3, $4, $5)
      ON CONFLICT (attempt_id) DO NOTHING
      """;

  private static final String SETTLE =
      """
      UPDATE call_hangup
         SET pending = false
       WHERE attempt_id IN (
             SELECT h.attempt_id
               FROM call_hangup h
               LEFT JOIN call_attempt a ON a.id = h.attempt_id
              WHERE h.pending
                AND (a.id IS NULL
                     OR a.status NOT IN ('placing', 'placed', 'ringing', 'answered'))
              ORDER BY h.attempt_id
              LIMIT $1
                FOR UPDATE OF h SKIP LOCKED)
      """;

  private HangupStore() {}

  /**
   * A request to end a call.
   *
   * @param reason for other operators, without personal data
   * @param requestedBy an actor of the audit log
   * @param requestedAt in real time
   */
  public record Hangup(
      UUID attemptId, UUID tenantId, String reason, String requestedBy, Instant requestedAt) {}

  /** Stores a request; false when the call has one. */
  public static Future<Boolean> insert(SqlConnection connection, Hangup hangup) {
    return connection
        .preparedQuery(INSERT)
        .execute(
            Tuple.of(
                hangup.attemptId(),
                hangup.tenantId(),
                hangup.reason(),
                hangup.requestedBy(),
                RowMapper.time(hangup.requestedAt())))
        .map(result -> result.rowCount() == 1);
  }

  /**
   * Calls to end, after the last id of the previous page; those that are over are not read again.
   */
  public static Future<List<OverdueStore.SilentAttempt>> toHangUp(
      SqlConnection connection, int limit, UUID after) {
    return connection
        .preparedQuery(SETTLE)
        .execute(Tuple.of(limit))
        .compose(settled -> OverdueStore.toHangUp(connection, limit, after));
  }
}
