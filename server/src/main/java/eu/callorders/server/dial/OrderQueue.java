package eu.callorders.server.dial;

import eu.callorders.core.telephony.TenantBreakers;
import eu.callorders.server.concurrent.BoundedWait;
import eu.callorders.server.database.BatchWorker;
import eu.callorders.server.database.Database;
import eu.callorders.server.database.SubjectClaims;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * Finds due orders and claims them for the transaction. The claim is the subject's lock: another
 * worker skips the order, and no row is written.
 *
 * <p>Round-robin by tenant: the first order of each, then the second, so that no backlog delays
 * other tenants. Each tenant's time is computed apart: an index is searched only by what is
 * constant per row and cannot leak rows that the policy hides.
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
   * Looks first for the tenants with an order that is due or waits for its phone; any other tenant
   * costs two index probes. Includes the first order waiting for each phone without an active
   * attempt. Each phone costs one index probe, however many orders wait; a tenant without free
   * channels or dials costs none, any other at most the limit plus its active attempts. The limits
   * of tenants are an object, in which each is found without reading the others; a tenant whose
   * limit is zero costs nothing else.
   */
  static final String DUE =
      """
      WITH candidate AS MATERIALIZED (
        SELECT t.id, t.clock_offset_ms, t.max_concurrent_calls, t.max_dials_per_day
          FROM dialing_tenant t
         WHERE t.has_predial_check = $6
           AND COALESCE(($3::jsonb ->> t.id::text)::integer, $4) > 0
           AND COALESCE(
                 (SELECT true
                    FROM call_order o
                   WHERE o.tenant_id = t.id
                     AND o.status = 'scheduled'
                     AND NOT o.held
                     AND o.halt_id IS NULL
                     AND o.waits_for_phone IS NULL
                     AND o.next_attempt_at
                           <= now() + (t.clock_offset_ms + $5) * interval '1 millisecond'
                   ORDER BY o.next_attempt_at
                   LIMIT 1),
                 (SELECT true
                    FROM call_order o
                   WHERE o.tenant_id = t.id
                     AND o.status = 'scheduled'
                     AND NOT o.held
                     AND o.halt_id IS NULL
                     AND o.waits_for_phone IS NOT NULL
                   ORDER BY o.waits_for_phone
                   LIMIT 1))),
      dialing AS MATERIALIZED (
        SELECT t.id AS tenant_id,
               now() + (t.clock_offset_ms + $5) * interval '1 millisecond' AS until,
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
                 COALESCE(($3::jsonb ->> t.id::text)::integer, $4)) AS free
          FROM candidate t),
      awaited AS (
        SELECT d.tenant_id, d.free, idle.phone
          FROM dialing d
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
          FROM dialing d
         CROSS JOIN LATERAL (
               SELECT o.id, o.subject_reference, o.next_attempt_at,
                      row_number() OVER (ORDER BY o.next_attempt_at) AS place
                 FROM call_order o
                WHERE o.tenant_id = d.tenant_id
                  AND o.status = 'scheduled'
                  AND NOT o.held
                  AND o.halt_id IS NULL
                  AND o.waits_for_phone IS NULL
                  AND o.next_attempt_at <= d.until
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

  static final String NEXT_CLAIM =
      """
      WITH dialing AS MATERIALIZED (
        SELECT t.id AS tenant_id,
               now() + (t.clock_offset_ms + $1) * interval '1 millisecond' AS until
          FROM dialing_tenant t
         WHERE t.has_predial_check = $2)
      SELECT extract(epoch FROM min(next.at - d.until))::float8
        FROM dialing d
       CROSS JOIN LATERAL (
             SELECT o.next_attempt_at AS at
               FROM call_order o
              WHERE o.tenant_id = d.tenant_id
                AND o.status = 'scheduled'
                AND NOT o.held
                AND o.halt_id IS NULL
                AND o.waits_for_phone IS NULL
                AND o.next_attempt_at > d.until
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

  private static final String OWNERS =
      """
      SELECT o.id, o.tenant_id, o.subject_reference
        FROM unnest($1::uuid[]) AS wanted (id)
        JOIN call_order o ON o.id = wanted.id
      """;

  private OrderQueue() {}

  /** Unplanned orders, oldest first, round-robin by tenant. */
  static Future<List<UUID>> accepted(SqlConnection connection, int limit, UUID[] excluded) {
    return SubjectClaims.claim(connection, ACCEPTED, parameters(limit, excluded));
  }

  /** Expired orders, also of tenants that may not dial, which no other query finds. */
  static Future<List<UUID>> expired(SqlConnection connection, int limit, UUID[] excluded) {
    return SubjectClaims.claim(connection, EXPIRED, parameters(limit, excluded));
  }

  /**
   * Due orders; of each tenant no more than its free channels, its dials left for the day and its
   * limit here, as read at the start of this transaction.
   *
   * @param lead how long before its instant an order is claimed, in whole milliseconds
   */
  public static Future<List<UUID>> due(
      SqlConnection connection,
      int limit,
      Duration lead,
      DueTenants tenants,
      TenantBreakers.Limits limits,
      UUID[] excluded) {
    return SubjectClaims.claim(
        connection, DUE, dueParameters(limit, lead, tenants, limits, excluded));
  }

  static Tuple dueParameters(
      int limit, Duration lead, DueTenants tenants, TenantBreakers.Limits limits, UUID[] excluded) {
    JsonObject byTenant = new JsonObject();
    limits.byTenant().forEach((tenantId, calls) -> byTenant.put(tenantId.toString(), calls));
    return parameters(limit, excluded)
        .addJsonObject(byTenant)
        .addInteger(limits.defaultLimit())
        .addLong(lead.toMillis())
        .addBoolean(tenants.havePredialCheck());
  }

  /** Claims one order; false when another transaction holds its subject's lock. */
  static Future<Boolean> claimOne(SqlConnection connection, UUID orderId) {
    return SubjectClaims.claim(connection, OWNER, Tuple.of(orderId))
        .map(claimed -> !claimed.isEmpty());
  }

  /** Claims these orders, except those whose subjects other transactions have locked. */
  static Future<List<UUID>> claimAll(SqlConnection connection, Collection<UUID> orderIds) {
    return SubjectClaims.claim(
        connection, OWNERS, Tuple.of((Object) orderIds.toArray(UUID[]::new)));
  }

  static BatchWorker worker(Database database) {
    return new BatchWorker(
        database,
        "order",
        (connection, orderId) -> BoundedWait.await(claimOne(connection, orderId)));
  }

  static Future<Optional<Duration>> untilNextClaim(
      SqlConnection connection, Duration lead, DueTenants tenants) {
    return SubjectClaims.untilNext(
        connection, NEXT_CLAIM, Tuple.of(lead.toMillis(), tenants.havePredialCheck()));
  }

  private static Tuple parameters(int limit, UUID[] excluded) {
    return Tuple.tuple().addInteger(limit).addArrayOfUUID(excluded);
  }
}
