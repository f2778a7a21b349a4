package eu.callorders.server.call;

import eu.callorders.core.call.AttemptStatus;
import eu.callorders.server.database.RowMapper;
import eu.callorders.server.database.Statements;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Finds attempts with missing events or reports. */
public final class OverdueStore {
  private static final String CHECK_ALL =
      """
      UPDATE call_attempt
         SET reconcile_at = now()
       WHERE id IN (
             SELECT id
               FROM call_attempt
              WHERE reconcile_at > now()
              ORDER BY reconcile_at
              LIMIT $1
                FOR UPDATE)
      """;

  /**
   * The lease is only a reminder to query again. It changes nothing that clients see, so it needs
   * no subject lock. The simulator of one node does not know the calls of another.
   */
  private static final String CLAIM_SILENT =
      """
      UPDATE call_attempt
         SET reconcile_at = now() + interval '10 seconds'
       WHERE id IN (
             SELECT id
               FROM call_attempt
              WHERE reconcile_at <= now()
                AND ($2::uuid IS NULL OR simulator_node IS NULL OR simulator_node = $2)
              ORDER BY reconcile_at
              LIMIT $1
                FOR UPDATE SKIP LOCKED)
      RETURNING id, gateway_ref, status, not_after
      """;

  /** Computes each tenant's time apart, so that the index can be searched by it. */
  public static final String UNREPORTED =
      """
      WITH clock AS MATERIALIZED (
        SELECT id AS tenant_id, now() + clock_offset_ms * interval '1 millisecond' AS now
          FROM tenant)
      SELECT overdue.id
        FROM clock
       CROSS JOIN LATERAL (
             SELECT a.id, a.report_due_at, row_number() OVER (ORDER BY a.report_due_at) AS place
               FROM call_attempt a
              WHERE a.tenant_id = clock.tenant_id
                AND a.report_due_at <= clock.now
              ORDER BY a.report_due_at
              LIMIT $1) AS overdue
       ORDER BY overdue.place, overdue.report_due_at
       LIMIT $1
      """;

  /**
   * Names every reason, so that the planner always uses their index. Ordered by id, so that pages
   * rotate when calls continue although a stop was requested.
   */
  public static final String TO_STOP =
      """
      SELECT a.id, a.gateway_ref, a.status, a.not_after
        FROM call_order o
        JOIN call_attempt a ON a.id = o.current_attempt_id
       WHERE o.stop_reason IN ('enrollment_canceled', 'sequence_exited', 'suppressed',
                               'payment_received', 'claim_withdrawn')
         AND o.status = 'dialing'
         AND a.status IN ('placing', 'placed', 'ringing')
         AND a.id > $2
       ORDER BY a.id
       LIMIT $1
      """;

  private static final String TO_HANG_UP =
      """
      SELECT a.id, a.gateway_ref, a.status, a.not_after
        FROM call_hangup h
        JOIN call_attempt a ON a.id = h.attempt_id
       WHERE h.pending
         AND a.status IN ('placing', 'placed', 'ringing', 'answered')
         AND h.attempt_id > $2
       ORDER BY h.attempt_id
       LIMIT $1
      """;

  private static final String HAS_UNREPORTED =
      """
      SELECT EXISTS (SELECT FROM call_attempt
                      WHERE tenant_id = $1
                        AND status IN ('placing', 'placed', 'ringing', 'answered'))
          OR EXISTS (SELECT FROM call_attempt
                      WHERE tenant_id = $1 AND report_due_at IS NOT NULL)
      """;

  private OverdueStore() {}

  /** An attempt to query at the gateway; its latest start is in real time. */
  public record SilentAttempt(
      UUID id, @Nullable String gatewayRef, AttemptStatus status, Instant notAfter) {}

  /**
   * Makes up to {@code limit} active attempts due for a query; returns their number. Runs after a
   * start, since events sent during the downtime may be lost.
   */
  public static Future<Integer> checkAll(SqlConnection connection, int limit) {
    return connection.preparedQuery(CHECK_ALL).execute(Tuple.of(limit)).map(RowSet::rowCount);
  }

  /**
   * Claims attempts to query; each is due again after ten seconds.
   *
   * @param simulatorNode this node, unless its gateway is outside: claims no simulated calls of
   *     others
   */
  public static Future<List<SilentAttempt>> claimSilent(
      SqlConnection connection, int limit, @Nullable UUID simulatorNode) {
    return connection
        .preparedQuery(CLAIM_SILENT)
        .execute(Tuple.of(limit, simulatorNode))
        .map(OverdueStore::readAttempts);
  }

  /** Unanswered attempts whose calls are to stop, after the last id of the previous page. */
  public static Future<List<SilentAttempt>> toStop(
      SqlConnection connection, int limit, UUID after) {
    return connection
        .preparedQuery(TO_STOP)
        .execute(Tuple.of(limit, after))
        .map(OverdueStore::readAttempts);
  }

  /** Calls that operators have ended, after the last id of the previous page. */
  static Future<List<SilentAttempt>> toHangUp(SqlConnection connection, int limit, UUID after) {
    return connection
        .preparedQuery(TO_HANG_UP)
        .execute(Tuple.of(limit, after))
        .map(OverdueStore::readAttempts);
  }

  public static Future<List<UUID>> unreported(SqlConnection connection, int limit) {
    return Statements.list(connection, UNREPORTED, Tuple.of(limit), row -> row.getUUID(0));
  }

  /** Whether a call of the tenant is in progress or has no report yet. */
  public static Future<Boolean> hasUnreported(SqlConnection connection, UUID tenantId) {
    return Statements.one(connection, HAS_UNREPORTED, Tuple.of(tenantId), row -> row.getBoolean(0));
  }

  private static List<SilentAttempt> readAttempts(RowSet<Row> rows) {
    return rows.stream()
        .map(
            row ->
                new SilentAttempt(
                    row.getUUID("id"),
                    row.getString("gateway_ref"),
                    AttemptStatus.of(row.getString("status")),
                    RowMapper.instant(row, "not_after")))
        .toList();
  }
}
