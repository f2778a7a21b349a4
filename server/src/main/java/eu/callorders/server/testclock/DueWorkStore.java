package eu.callorders.server.testclock;

import eu.callorders.server.database.RowMapper;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What a tenant's clock has to stop for. */
final class DueWorkStore {
  /** One statement, so one snapshot: work that begins in between would be in neither part. */
  private static final String READ =
      """
      SELECT EXISTS (SELECT FROM call_attempt a
                      WHERE a.tenant_id = $1
                        AND a.status IN ('placing', 'placed', 'ringing', 'answered')) AS running,
             COALESCE(
               (SELECT a.id
                  FROM call_attempt a
                 WHERE a.tenant_id = $1 AND a.report_due_at <= $2
                 ORDER BY a.report_due_at
                 LIMIT 1),
               (SELECT o.id
                  FROM call_order o
                 WHERE o.tenant_id = $1 AND o.status = 'accepted' AND NOT o.held
                 ORDER BY o.created_at
                 LIMIT 1),
               (SELECT due.id
                  FROM tenant t
                 CROSS JOIN LATERAL (
                       (SELECT o.id
                          FROM call_order o
                         WHERE o.tenant_id = t.id
                           AND o.status = 'scheduled'
                           AND NOT o.held
                           AND o.halt_id IS NULL
                           AND o.waits_for_phone IS NULL
                           AND o.next_attempt_at <= $2
                         ORDER BY o.next_attempt_at
                         LIMIT 1)
                       UNION ALL
                       (SELECT o.id
                          FROM call_order o
                         WHERE o.tenant_id = t.id
                           AND o.status = 'scheduled'
                           AND NOT o.held
                           AND o.halt_id IS NULL
                           AND o.waits_for_phone IS NOT NULL
                         ORDER BY o.waits_for_phone, o.next_attempt_at
                         LIMIT 1)) AS due
                 WHERE t.id = $1
                   AND NOT t.disabled
                   AND NOT is_dialing_halted(t.id)
                   AND t.max_concurrent_calls > 0
                   AND t.max_dials_per_day
                         > COALESCE(
                             (SELECT c.dials
                                FROM dial_count c
                               WHERE c.tenant_id = t.id AND c.ends_at > $2
                               ORDER BY c.ends_at
                               LIMIT 1), 0)
                 LIMIT 1),
               (SELECT e.suppression_id
                  FROM suppression_enforcement e
                 WHERE e.tenant_id = $1 AND e.failures = 0
                 LIMIT 1),
               (SELECT e.id
                  FROM enrollment e
                 WHERE e.tenant_id = $1 AND e.order_ended
                 LIMIT 1),
               (SELECT e.id
                  FROM enrollment e
                  JOIN tenant t ON t.id = e.tenant_id
                 WHERE e.tenant_id = $1
                   AND e.status = 'active'
                   AND e.next_action_at <= $2
                   AND t.sequences_enabled
                   AND NOT t.disabled
                 ORDER BY e.next_action_at
                 LIMIT 1)) AS next,
             ARRAY(SELECT a.id
                     FROM call_attempt a
                    WHERE a.tenant_id = $1 AND a.report_due_at > $2) AS unreported,
             LEAST(
               (SELECT o.next_attempt_at
                  FROM call_order o
                 WHERE o.tenant_id = $1 AND o.status = 'scheduled' AND NOT o.held
                   AND o.halt_id IS NULL AND o.waits_for_phone IS NULL
                   AND o.next_attempt_at > $2
                 ORDER BY o.next_attempt_at
                 LIMIT 1),
               (SELECT a.report_due_at
                  FROM call_attempt a
                 WHERE a.tenant_id = $1 AND a.report_due_at > $2
                 ORDER BY a.report_due_at
                 LIMIT 1),
               (SELECT c.ends_at
                  FROM dial_count c
                  JOIN tenant t ON t.id = c.tenant_id
                 WHERE c.tenant_id = $1
                   AND c.ends_at > $2
                   AND c.dials >= t.max_dials_per_day
                   AND (EXISTS (SELECT FROM call_order o
                                 WHERE o.tenant_id = $1
                                   AND o.status = 'scheduled'
                                   AND NOT o.held
                                   AND o.halt_id IS NULL
                                   AND o.waits_for_phone IS NULL
                                   AND o.next_attempt_at <= $2)
                        OR EXISTS (SELECT FROM call_order o
                                    WHERE o.tenant_id = $1
                                      AND o.status = 'scheduled'
                                      AND NOT o.held
                                      AND o.halt_id IS NULL
                                      AND o.waits_for_phone IS NOT NULL))
                 ORDER BY c.ends_at
                 LIMIT 1),
               (SELECT o.expires_at
                  FROM call_order o
                 WHERE o.tenant_id = $1
                   AND o.status IN ('accepted', 'scheduled')
                   AND o.ended_at IS NULL
                   AND o.expires_at > $2
                 ORDER BY o.expires_at
                 LIMIT 1),
               (SELECT e.next_action_at
                  FROM enrollment e
                  JOIN tenant t ON t.id = e.tenant_id
                 WHERE e.tenant_id = $1
                   AND e.status = 'active'
                   AND e.next_action_at > $2
                   AND t.sequences_enabled
                   AND NOT t.disabled
                 ORDER BY e.next_action_at
                 LIMIT 1)) AS next_due
      """;

  /**
   * What is going on at an instant.
   *
   * @param running whether a call is running
   * @param next the attempt whose report is to be given up next, or else the order that is to be
   *     planned or dialed, the do-not-call entry that is to end orders, or the enrollment that is
   *     to go on; null when none is due, or when the tenant may not dial
   * @param unreported attempts whose conversation has ended and whose report may still come
   */
  record DueWork(boolean running, @Nullable UUID next, Set<UUID> unreported) {}

  /**
   * What there is to do at an instant, and after it.
   *
   * @param next the first instant after it at which something falls due
   */
  record Due(DueWork work, Optional<Instant> next) {}

  Future<Due> read(SqlConnection connection, UUID tenantId, Instant now) {
    return connection
        .preparedQuery(READ)
        .execute(Tuple.of(tenantId, RowMapper.time(now)))
        .map(rows -> due(rows.iterator().next()));
  }

  private static Due due(Row row) {
    DueWork work =
        new DueWork(
            row.getBoolean("running"),
            row.getUUID("next"),
            Set.of(row.getArrayOfUUIDs("unreported")));
    return new Due(work, Optional.ofNullable(RowMapper.instantOrNull(row, "next_due")));
  }
}
