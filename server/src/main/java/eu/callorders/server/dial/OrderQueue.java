package eu.callorders.server.dial;

import eu.callorders.core.telephony.TenantBreakers;
import eu.callorders.server.concurrent.BoundedWait;
import eu.callorders.server.database.BatchWorker;
import eu.callorders.server.database.Database;
import eu.callorders.server.database.SubjectClaims;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * Finds work on orders and claims it for the transaction. The claim is the person's lock: another
 * worker that finds the same order meanwhile skips it, and no row is written to say so.
 *
 * <p>Tenants take turns: the first of each, then the second of each, so that nobody's backlog keeps
 * the others waiting. Each tenant's time is worked out apart, since an index is searched only by
 * what neither changes from row to row nor could betray rows that the policy hides.
 */
public final class OrderQueue {
  static final String ACCEPTED =
      """
      SELECT next.id, t.id AS tenant_id, next.subject_reference
        FROM tenant t
       CROSS JOIN LATERAL (
             SELECT o.id, o.subject_reference, o.created_at,
                    row_number() OVER (ORDER BY o.created_at) AS place
               FROM call_order o
              WHERE o.tenant_id = t.id
                AND o.status = 'accepted'
                AND NOT o.held
                AND o.id <> ALL ($2::uuid[])
              ORDER BY o.created_at
              LIMIT $1) AS next
       ORDER BY next.place, next.created_at
       LIMIT $1
      """;

  /**
   * Also the first of the orders that wait for one number, once no attempt at it is active. Each
   * number costs one probe of the index, however many orders wait for it. A tenant without free
   * channels or dials costs none; any other one at most the limit and its active attempts.
   */
  static final String DUE =
      """
      WITH dialling AS MATERIALIZED (
        SELECT t.id AS tenant_id,
               now() + t.clock_offset_ms * interval '1 millisecond' AS now,
               LEAST(
                 t.max_concurrent_calls
                   - (SELECT count(*)
                        FROM call_attempt a
                       WHERE a.tenant_id = t.id
                         AND a.status IN ('placing', 'placed', 'ringing', 'answered')),
                 t.max_dials_per_day
                   - COALESCE(
                       (SELECT c.dials
                          FROM dial_count c
                         WHERE c.tenant_id = t.id
                           AND c.ends_at > now() + t.clock_offset_ms * interval '1 millisecond'
                         ORDER BY c.ends_at
                         LIMIT 1), 0),
                 COALESCE(
                   (SELECT l.calls
                      FROM unnest($3::uuid[], $4::int[]) AS l (tenant_id, calls)
                     WHERE l.tenant_id = t.id), $5)) AS free
          FROM tenant t
         WHERE NOT t.disabled AND NOT is_dialing_halted(t.id)),
      awaited AS (
        SELECT d.tenant_id, d.free, idle.phone
          FROM dialling d
         CROSS JOIN LATERAL (
               WITH RECURSIVE number (phone) AS (
                 (SELECT o.waits_for_phone
                    FROM call_order o
                   WHERE o.tenant_id = d.tenant_id
                     AND o.status = 'scheduled'
                     AND NOT o.held
                     AND o.halt_id IS NULL
                     AND o.waits_for_phone IS NOT NULL
                   ORDER BY o.waits_for_phone
                   LIMIT 1)
                 UNION ALL
                 SELECT next.waits_for_phone
                   FROM number
                  CROSS JOIN LATERAL (
                        SELECT o.waits_for_phone
                          FROM call_order o
                         WHERE o.tenant_id = d.tenant_id
                           AND o.status = 'scheduled'
                           AND NOT o.held
                           AND o.halt_id IS NULL
                           AND o.waits_for_phone IS NOT NULL
                           AND o.waits_for_phone > number.phone
                         ORDER BY o.waits_for_phone
                         LIMIT 1) AS next)
               SELECT number.phone
                 FROM number
                WHERE NOT EXISTS (SELECT FROM call_attempt a
                                   WHERE a.tenant_id = d.tenant_id
                                     AND a.phone = number.phone
                                     AND a.status IN ('placing', 'placed', 'ringing', 'answered'))
                LIMIT CASE WHEN d.free > 0 THEN $1 ELSE 0 END) AS idle),
      waiting AS (
        SELECT first.id, awaited.tenant_id, first.subject_reference, first.next_attempt_at,
               awaited.free,
               row_number() OVER (PARTITION BY awaited.tenant_id
                                  ORDER BY first.next_attempt_at) AS place
          FROM awaited
         CROSS JOIN LATERAL (
               SELECT o.id, o.subject_reference, o.next_attempt_at
                 FROM call_order o
                WHERE o.tenant_id = awaited.tenant_id
                  AND o.waits_for_phone = awaited.phone
                  AND o.status = 'scheduled'
                  AND NOT o.held
                  AND o.halt_id IS NULL
                  AND o.id <> ALL ($2::uuid[])
                ORDER BY o.next_attempt_at
                LIMIT 1) AS first),
      due AS (
        SELECT due.id, d.tenant_id, due.subject_reference, due.next_attempt_at, due.place
          FROM dialling d
         CROSS JOIN LATERAL (
               SELECT o.id, o.subject_reference, o.next_attempt_at,
                      row_number() OVER (ORDER BY o.next_attempt_at) AS place
                 FROM call_order o
                WHERE o.tenant_id = d.tenant_id
                  AND o.status = 'scheduled'
                  AND NOT o.held
                  AND o.halt_id IS NULL
                  AND o.waits_for_phone IS NULL
                  AND o.next_attempt_at <= d.now
                  AND o.id <> ALL ($2::uuid[])
                ORDER BY o.next_attempt_at
                LIMIT LEAST(GREATEST(d.free, 0), $1)) AS due
        UNION ALL
        SELECT id, tenant_id, subject_reference, next_attempt_at, place
          FROM waiting
         WHERE place <= free)
      SELECT id, tenant_id, subject_reference
        FROM due
       ORDER BY place, next_attempt_at
       LIMIT $1
      """;

  static final String NEXT_DUE =
      """
      WITH dialling AS MATERIALIZED (
        SELECT t.id AS tenant_id, now() + t.clock_offset_ms * interval '1 millisecond' AS now
          FROM tenant t
         WHERE NOT t.disabled AND NOT is_dialing_halted(t.id))
      SELECT extract(epoch FROM min(next.at - d.now))::float8
        FROM dialling d
       CROSS JOIN LATERAL (
             SELECT o.next_attempt_at AS at
               FROM call_order o
              WHERE o.tenant_id = d.tenant_id
                AND o.status = 'scheduled'
                AND NOT o.held
                AND o.halt_id IS NULL
                AND o.waits_for_phone IS NULL
                AND o.next_attempt_at > d.now
              ORDER BY o.next_attempt_at
              LIMIT 1) AS next
      """;

  static final String EXPIRED =
      """
      SELECT next.id, t.id AS tenant_id, next.subject_reference
        FROM tenant t
       CROSS JOIN LATERAL (
             SELECT o.id, o.subject_reference, o.expires_at,
                    row_number() OVER (ORDER BY o.expires_at) AS place
               FROM call_order o
              WHERE o.tenant_id = t.id
                AND o.status IN ('accepted', 'scheduled')
                AND o.ended_at IS NULL
                AND o.expires_at <= now() + t.clock_offset_ms * interval '1 millisecond'
                AND o.id <> ALL ($2::uuid[])
              ORDER BY o.expires_at
              LIMIT $1) AS next
       ORDER BY next.place, next.expires_at
       LIMIT $1
      """;

  private static final String OWNER =
      """
      SELECT id, tenant_id, subject_reference FROM call_order WHERE id = $1
      """;

  /** Orders that nobody has planned yet, the oldest of each tenant first, at most so many. */
  Future<List<UUID>> accepted(SqlConnection connection, int most, UUID[] but) {
    return SubjectClaims.claim(connection, ACCEPTED, arguments(most, but));
  }

  /**
   * Orders that may not be dialled any more, at most so many; also those of tenants that may not
   * dial, which nothing else would look at.
   */
  Future<List<UUID>> expired(SqlConnection connection, int most, UUID[] but) {
    return SubjectClaims.claim(connection, EXPIRED, arguments(most, but));
  }

  /**
   * Orders whose instant has come, at most so many, and of each tenant no more than it had channels
   * free and dials left for its day when this transaction began to look, and no more than these
   * limits.
   */
  public Future<List<UUID>> due(
      SqlConnection connection, int most, TenantBreakers.Limits limits, UUID[] but) {
    return SubjectClaims.claim(connection, DUE, dueArguments(most, limits, but));
  }

  /** Of {@link #DUE}. */
  static Tuple dueArguments(int most, TenantBreakers.Limits limits, UUID[] but) {
    List<UUID> tenantIds = List.copyOf(limits.byTenant().keySet());
    return arguments(most, but)
        .addArrayOfUUID(tenantIds.toArray(UUID[]::new))
        .addArrayOfInteger(tenantIds.stream().map(limits::of).toArray(Integer[]::new))
        .addInteger(limits.others());
  }

  /** Claims one order, whatever it waits for; false when somebody else has its person's lock. */
  static Future<Boolean> one(SqlConnection connection, UUID orderId) {
    return SubjectClaims.claim(connection, OWNER, Tuple.of(orderId))
        .map(claimed -> !claimed.isEmpty());
  }

  /** Works on what is claimed here, batch by batch. */
  static BatchWorker batches(Database database) {
    return new BatchWorker(
        database, "order", (connection, orderId) -> BoundedWait.await(one(connection, orderId)));
  }

  /** How long it is until the next order falls due; empty when none is planned. */
  Future<Optional<Duration>> untilNextDue(SqlConnection connection) {
    return SubjectClaims.untilNext(connection, NEXT_DUE);
  }

  private static Tuple arguments(int most, UUID[] but) {
    return Tuple.tuple().addInteger(most).addArrayOfUUID(but);
  }
}
