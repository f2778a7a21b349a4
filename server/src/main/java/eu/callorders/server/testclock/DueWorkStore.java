package eu.callorders.server.testclock;

import eu.callorders.server.database.RowMapper;
import eu.callorders.server.database.Statements;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Reads the work that an advance of a tenant's clock waits for. */
final class DueWorkStore {
  /** A single statement for one snapshot: work that begins in between would be in neither part. */
  private static final String READ =
      """
      SELECT EXISTS (SELECT FROM call_attempt a
                      WHERE a.tenant_id = $1
                        AND a.status IN ('placing', 'placed', 'ringing', 'answered'))
               OR EXISTS (SELECT FROM predial_question q
                           WHERE q.tenant_id = $1 AND q.asked_until > now()) AS running,
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
               (SELECT o.id
                  FROM call_order o
                 WHERE o.tenant_id = $1
                   AND o.status IN ('accepted', 'scheduled')
                   AND o.ended_at IS NULL
                   AND o.expires_at <= $2
                 ORDER BY o.expires_at
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
               (SELECT h.id
                  FROM hold h
                 WHERE h.tenant_id = $1 AND h.status = 'active' AND h.until <= $2
                 ORDER BY h.until
                 LIMIT 1),
               (SELECT h.id
                  FROM hold h
                 WHERE h.tenant_id = $1 AND h.wakes_orders
                 LIMIT 1),
               (SELECT e.suppression_id
                  FROM suppression_enforcement e
                 WHERE e.tenant_id = $1 AND e.failures = 0
                 LIMIT 1),
               (SELECT p.id
                  FROM promise p
                 WHERE p.tenant_id = $1 AND p.ended_at IS NULL AND p.breaks_at <= $2
                 ORDER BY p.breaks_at
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
               (SELECT h.until
                  FROM hold h
                 WHERE h.tenant_id = $1 AND h.status = 'active' AND h.until > $2
                 ORDER BY h.until
                 LIMIT 1),
               (SELECT o.expires_at
                  FROM call_order o
                 WHERE o.tenant_id = $1
                   AND o.status IN ('accepted', 'scheduled')
                   AND o.ended_at IS NULL
                   AND o.expires_at > $2
                 ORDER BY o.expires_at
                 LIMIT 1),
               (SELECT p.breaks_at
                  FROM promise p
                 WHERE p.tenant_id = $1 AND p.ended_at IS NULL AND p.breaks_at > $2
                 ORDER BY p.breaks_at
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

  private DueWorkStore() {}

  /**
   * The work at an instant.
   *
   * @param hasActiveCall whether a call is active, or a client has been asked before one
   * @param nextItem the next attempt whose report expires, order to schedule, expire or dial, hold
   *     to end, suppression to enforce, promise to break, or enrollment to continue; null when none
   *     is due or the tenant may not dial
   * @param unreported attempts whose conversation has ended and whose report may still arrive
   */
  record DueWork(boolean hasActiveCall, @Nullable UUID nextItem, Set<UUID> unreported) {}

  /** The work at an instant, and the next instant with work. */
  record Due(DueWork work, Optional<Instant> next) {}

  static Future<Due> read(SqlConnection connection, UUID tenantId, Instant now) {
    return Statements.one(
        connection, READ, Tuple.of(tenantId, RowMapper.time(now)), row -> due(row));
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
