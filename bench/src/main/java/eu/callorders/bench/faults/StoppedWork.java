package eu.callorders.bench.faults;

import eu.callorders.bench.SqlSession;
import eu.callorders.core.id.IdKind;
import java.sql.SQLException;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/**
 * What lies in the database of a service that does not run.
 *
 * @param due when open orders that may be dialed now were due, by id
 * @param expired open orders whose time is over
 */
record StoppedWork(Map<String, Instant> due, Set<String> expired) {
  private static final String ORDERS =
      """
      SELECT o.id, extract(epoch FROM o.next_attempt_at) * 1000 AS due_millis,
             o.expires_at <= now() + t.clock_offset_ms * interval '1 millisecond' AS expired
        FROM call_order o
        JOIN tenant t ON t.id = o.tenant_id
       WHERE o.ended_at IS NULL
         AND o.next_attempt_at <= now() + t.clock_offset_ms * interval '1 millisecond'
      """;

  /** Orders, wake-ups and webhooks that are to be worked on now. */
  private static final String OPEN =
      """
      WITH tenants AS (
        SELECT id, now() + clock_offset_ms * interval '1 millisecond' AS present FROM tenant)
      SELECT (SELECT count(*)
                FROM call_order o
                JOIN tenants t ON t.id = o.tenant_id
               WHERE o.ended_at IS NULL
                 AND (o.status <> 'scheduled' OR o.next_attempt_at <= t.present
                      OR o.expires_at <= t.present))
           + (SELECT count(*)
                FROM enrollment e
                JOIN tenants t ON t.id = e.tenant_id
               WHERE e.status = 'active' AND (e.order_ended OR e.next_action_at <= t.present))
           + (SELECT count(*) FROM webhook_event_queue)
           + (SELECT count(*) FROM webhook_delivery_queue WHERE due_at <= now())
      """;

  private static final String CALLS =
      """
      SELECT count(*) FROM call_attempt
       WHERE reconcile_at IS NOT NULL OR report_due_at IS NOT NULL
      """;

  private static final String MISSING_DAYS =
      """
      SELECT log || '_' || to_char(day, 'YYYYMMDD')
        FROM unnest(ARRAY['event', 'webhook_delivery']) AS log
       CROSS JOIN generate_series(
               (now() AT TIME ZONE 'UTC')::date, (now() AT TIME ZONE 'UTC')::date + 7,
               interval '1 day') AS day
       WHERE to_regclass(log || '_' || to_char(day, 'YYYYMMDD')) IS NULL
      """;

  private static final String STRAYS =
      """
      SELECT (SELECT count(*) FROM event_default) + (SELECT count(*) FROM webhook_delivery_default)
      """;

  private static final String EXPIRED_ROWS =
      """
      SELECT (SELECT count(*) FROM idempotency_record WHERE created_at < now() - interval '49 hours')
           + (SELECT count(*) FROM event WHERE recorded_at < now() - interval '32 days')
      """;

  static StoppedWork read(SqlSession session) throws SQLException {
    Map<String, Instant> due = new HashMap<>();
    Set<String> expired = new HashSet<>();
    List<Boolean> _ =
        session.rows(
            ORDERS,
            row -> {
              String id = IdKind.ORDER.format(row.getObject("id", UUID.class));
              if (row.getBoolean("expired")) {
                return expired.add(id);
              }
              return due.put(id, Instant.ofEpochMilli(row.getLong("due_millis"))) == null;
            });
    return new StoppedWork(Map.copyOf(due), Set.copyOf(expired));
  }

  /** Whether no call is under way. */
  static boolean isQuiet(SqlSession session) throws SQLException {
    return session.number(CALLS) == 0;
  }

  /** Whether nothing is left that is to be done now. */
  static boolean isCaughtUp(SqlSession session) throws SQLException {
    return session.number(OPEN) == 0 && isQuiet(session);
  }

  /** Partitions of today and the next seven days that do not exist. */
  static List<String> missingPartitions(SqlSession session) throws SQLException {
    return session.texts(MISSING_DAYS);
  }

  /** Rows of logs without a partition of their day. */
  static long strays(SqlSession session) throws SQLException {
    return session.number(STRAYS);
  }

  /** Rows that are older than they are kept. */
  static long expiredRows(SqlSession session) throws SQLException {
    return session.number(EXPIRED_ROWS);
  }
}
