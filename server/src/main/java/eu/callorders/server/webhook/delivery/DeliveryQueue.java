package eu.callorders.server.webhook.delivery;

import eu.callorders.core.id.UuidV7;
import eu.callorders.server.database.BatchStatement;
import eu.callorders.server.database.RowMapper;
import eu.callorders.server.database.Statements;
import eu.callorders.server.recovery.RecoveryHalt;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * Due deliveries and their leases. A lease moves {@code due_at} to its own end, so the delivery of
 * a dead node falls due again under another fence. All leases use the clock of the database.
 */
final class DeliveryQueue {
  /** Longer than an attempt with the write of its outcome; short enough for a fast takeover. */
  static final Duration LEASE = Duration.ofSeconds(25);

  private static final double NANOS_PER_SECOND = 1e9;

  /** A loose index scan from endpoint to endpoint, independent of the deliveries in between. */
  private static final String READY =
      """
      WITH RECURSIVE lane AS (
        (SELECT endpoint_id FROM webhook_delivery_queue WHERE
      """
          + RecoveryHalt.NOT_IN_FORCE
          + """
             ORDER BY endpoint_id LIMIT 1)
            UNION ALL
            SELECT (SELECT d.endpoint_id
                      FROM webhook_delivery_queue d
                     WHERE d.endpoint_id > l.endpoint_id
                     ORDER BY d.endpoint_id
                     LIMIT 1)
              FROM lane l
             WHERE l.endpoint_id IS NOT NULL)
          SELECT l.endpoint_id
            FROM lane l
           WHERE l.endpoint_id IS NOT NULL
             AND (EXISTS (SELECT FROM webhook_delivery_queue d
                           WHERE (d.endpoint_id, d.priority, d.due_at)
                                 BETWEEN (l.endpoint_id, 0, '-infinity') AND (l.endpoint_id, 0, now()))
                  OR EXISTS (SELECT FROM webhook_delivery_queue d
                              WHERE (d.endpoint_id, d.priority, d.due_at)
                                    BETWEEN (l.endpoint_id, 1, '-infinity') AND (l.endpoint_id, 1, now())))
          """;

  private static final String NEXT =
      """
      SELECT extract(epoch FROM due_at - now())::float8 AS seconds
        FROM webhook_delivery_queue
       WHERE due_at > now()
       ORDER BY due_at
       LIMIT 1
      """;

  /** With what they send; null when a delivery is not in the log. */
  private static final String PICKED_WITH_PAYLOAD =
      """
      SELECT p.*, d.event_id, d.event_type, d.attempts, COALESCE(d.envelope, v.envelope) AS envelope,
             COALESCE(octet_length(COALESCE(d.envelope, v.envelope)), 0) AS bytes,
             d.replay_id IS NOT NULL
               AND (d.replay_id = d.id
                    OR EXISTS (SELECT FROM webhook_replay r
                                WHERE r.id = d.replay_id AND r.event_types IS NOT NULL)) AS requested
        FROM picked p
        LEFT JOIN webhook_delivery d
          ON d.tenant_id = p.tenant_id AND d.created_at = p.created_at AND d.id = p.delivery_id
        LEFT JOIN event v
          ON v.tenant_id = d.tenant_id AND v.id = d.event_id AND v.recorded_at = d.event_recorded_at
      """;

  private static final String UPDATE =
      """
      UPDATE webhook_delivery_queue d
         SET due_at = now() + $5 * interval '1 millisecond',
             lease_until = now() + $5 * interval '1 millisecond',
             owner = $4,
             fence = d.fence + 1
        FROM leased p
       WHERE d.tenant_id = p.tenant_id
         AND d.created_at = p.created_at
         AND d.delivery_id = p.delivery_id
      RETURNING d.tenant_id, d.created_at, d.delivery_id, d.endpoint_id, d.priority, d.fence,
                p.event_id, p.event_type, p.attempts::text AS attempts,
                convert_to(p.envelope, 'UTF8') AS envelope, p.bytes,
                p.requested
      """;

  /**
   * Locks the endpoints until the leases are committed, so that no change overtakes the endpoint as
   * it is read then. Skips endpoints that are being changed. The comparison of rows leaves a plan
   * only the index by endpoint.
   */
  private static final String CLAIM =
      """
      WITH lane AS MATERIALIZED (
        SELECT room.*
          FROM unnest($1::uuid[], $2::integer[], $3::integer[], $6::bigint[]) WITH ORDINALITY
               AS room (endpoint_id, fresh, replayed, bytes, place)
          JOIN webhook_endpoint w ON w.id = room.endpoint_id
         WHERE
      """
          + RecoveryHalt.NOT_IN_FORCE
          + """
               FOR KEY SHARE OF w SKIP LOCKED),
          picked AS MATERIALIZED (
            SELECT due.*, lane.place, lane.bytes AS room
              FROM lane
             CROSS JOIN LATERAL (
                   SELECT * FROM (
                     SELECT d.tenant_id, d.created_at, d.delivery_id, d.priority, d.due_at
                       FROM webhook_delivery_queue d
                      WHERE (d.endpoint_id, d.priority, d.due_at)
                            BETWEEN (lane.endpoint_id, 0, '-infinity') AND (lane.endpoint_id, 0, now())
                      ORDER BY d.endpoint_id, d.priority, d.due_at
                      LIMIT lane.fresh
                        FOR UPDATE SKIP LOCKED) AS fresh
                   UNION ALL
                   SELECT * FROM (
                     SELECT d.tenant_id, d.created_at, d.delivery_id, d.priority, d.due_at
                       FROM webhook_delivery_queue d
                      WHERE (d.endpoint_id, d.priority, d.due_at)
                            BETWEEN (lane.endpoint_id, 1, '-infinity') AND (lane.endpoint_id, 1, now())
                      ORDER BY d.endpoint_id, d.priority, d.due_at
                      LIMIT lane.replayed
                        FOR UPDATE SKIP LOCKED) AS replayed) AS due),
          sized AS MATERIALIZED (
          """
          + PICKED_WITH_PAYLOAD
          + """
          ),
          within_lane AS (
            SELECT s.*
              FROM (SELECT *, sum(bytes) OVER (PARTITION BY place ORDER BY priority, due_at, delivery_id)
                              - bytes AS before
                      FROM sized) AS s
             WHERE s.before < s.room),
          leased AS (
            SELECT s.*
              FROM (SELECT *, sum(bytes) OVER (ORDER BY place, priority, due_at, delivery_id)
                              - bytes AS ahead
                      FROM within_lane) AS s
             WHERE s.ahead < $7)
          """
          + UPDATE;

  private static final String CLAIM_ONE =
      """
      WITH picked AS MATERIALIZED (
        SELECT q.tenant_id, q.created_at, q.delivery_id
          FROM webhook_delivery_queue q
          JOIN webhook_endpoint w ON w.id = q.endpoint_id
         WHERE q.tenant_id = $1 AND q.created_at = $2 AND q.delivery_id = $3
           AND (q.lease_until IS NULL OR q.lease_until <= now())
           FOR UPDATE OF q SKIP LOCKED
           FOR KEY SHARE OF w SKIP LOCKED),
      leased AS (
      """
          + PICKED_WITH_PAYLOAD
          + ")"
          + UPDATE;

  /** Restricts {@code due_at} to the range of possible lease ends, which the index covers. */
  private static final String RELEASE =
      """
      UPDATE webhook_delivery_queue
         SET due_at = now(), lease_until = NULL, owner = NULL
       WHERE (tenant_id, created_at, delivery_id) IN (
               SELECT tenant_id, created_at, delivery_id
                 FROM webhook_delivery_queue
                WHERE due_at > now()
                  AND due_at <= now() + $2 * interval '1 millisecond'
                  AND owner = $1
                LIMIT $3
                  FOR UPDATE)
      """;

  private DeliveryQueue() {}

  /** Endpoints with due deliveries that are not leased. */
  static Future<List<UUID>> readyEndpoints(SqlConnection connection) {
    return Statements.list(connection, READY, Tuple.tuple(), row -> row.getUUID("endpoint_id"));
  }

  /** Time until the next delivery is due; empty when none is waiting. */
  static Future<Optional<Duration>> untilNext(SqlConnection connection) {
    return connection
        .preparedQuery(NEXT)
        .execute()
        .map(
            rows ->
                rows.stream()
                    .findFirst()
                    .map(row -> (long) (row.getDouble("seconds") * NANOS_PER_SECOND))
                    .map(Duration::ofNanos));
  }

  /**
   * @param unreadableEndpoints with their failures; their deliveries wait for the end of the lease
   */
  record Claim(List<LoadedDelivery> deliveries, Map<UUID, Exception> unreadableEndpoints) {}

  /**
   * Leases due deliveries within the allowances, new ones before replays.
   *
   * @param bytes of all envelopes; the last delivery may exceed them
   */
  static Future<Claim> claim(
      SqlConnection connection,
      UUID node,
      List<ConcurrencyLimiter.Allowance> allowances,
      long bytes) {
    Future<RowSet<Row>> rows =
        BatchStatement.of(CLAIM, allowances)
            .uuids(ConcurrencyLimiter.Allowance::endpoint)
            .ints(ConcurrencyLimiter.Allowance::fresh)
            .ints(ConcurrencyLimiter.Allowance::replayed)
            .value(node)
            .value(LEASE.toMillis())
            .longs(ConcurrencyLimiter.Allowance::bytes)
            .value(bytes)
            .execute(connection);
    return DeliveryLoader.load(
        connection, rows, allowances.stream().map(ConcurrencyLimiter.Allowance::endpoint).toList());
  }

  /** Leases one delivery, unless it is leased already or has ended. */
  static Future<Optional<LoadedDelivery>> claim(
      SqlConnection connection, UUID node, UUID tenantId, UUID deliveryId) {
    return connection
        .preparedQuery(CLAIM_ONE)
        .execute(
            Tuple.of(
                tenantId,
                RowMapper.time(UuidV7.instantOf(deliveryId)),
                deliveryId,
                node,
                LEASE.toMillis()))
        .compose(leased -> DeliveryLoader.load(connection, leased))
        .map(claimed -> claimed.deliveries().stream().findFirst());
  }

  /** Ends at most {@code limit} leases of a stopping node; returns how many. */
  static Future<Integer> release(SqlConnection connection, UUID node, int limit) {
    return Statements.update(connection, RELEASE, Tuple.of(node, LEASE.toMillis(), limit));
  }
}
