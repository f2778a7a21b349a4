package eu.callorders.server.webhook.delivery;

import eu.callorders.server.database.BatchStatement;
import eu.callorders.server.database.RowMapper;
import eu.callorders.server.database.Statements;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/** Stores the outcomes of attempts. */
final class OutcomeStore {
  /**
   * Applies only while the lease has the same fence: a late outcome is dropped. The bounds of the
   * batch leave out the other partitions when the statement starts.
   */
  private static final String FINISH =
      """
      WITH ended AS MATERIALIZED (
        SELECT *
          FROM unnest($2::uuid[], $3::timestamptz[], $4::uuid[], $5::bigint[], $6::text[],
                      $7::text[], $8::integer[], $9::timestamptz[])
               AS e (tenant_id, created_at, delivery_id, fence, status, attempts, attempt_count,
                     next_at)),
      again AS (
        UPDATE webhook_delivery_queue d
           SET due_at = e.next_at, lease_until = NULL, owner = NULL
          FROM ended e
         WHERE e.next_at IS NOT NULL
           AND d.tenant_id = e.tenant_id
           AND d.created_at = e.created_at
           AND d.delivery_id = e.delivery_id
           AND d.owner = $1
           AND d.fence = e.fence
        RETURNING e.*),
      done AS (
        DELETE FROM webhook_delivery_queue d
         USING ended e
         WHERE e.next_at IS NULL
           AND d.tenant_id = e.tenant_id
           AND d.created_at = e.created_at
           AND d.delivery_id = e.delivery_id
           AND d.owner = $1
           AND d.fence = e.fence
        RETURNING e.*),
      held AS (SELECT * FROM again UNION ALL SELECT * FROM done)
      UPDATE webhook_delivery d
         SET status = h.status,
             attempts = h.attempts::json,
             attempt_count = h.attempt_count,
             next_attempt_at = h.next_at
        FROM held h
       WHERE d.tenant_id = h.tenant_id AND d.created_at = h.created_at AND d.id = h.delivery_id
         AND d.created_at >= $10 AND d.created_at <= $11
      RETURNING d.id, h.fence
      """;

  private static final String POSTPONE =
      """
      UPDATE webhook_delivery_queue
         SET due_at = now() + $6::float8 * interval '1 second', lease_until = NULL, owner = NULL
       WHERE tenant_id = $2
         AND created_at = $3
         AND delivery_id = $4
         AND owner = $1
         AND fence = $5
      """;

  private OutcomeStore() {}

  /**
   * Stores outcomes.
   *
   * @return the leases that this node still held
   */
  static Future<Set<ClaimedDelivery.Lease>> finish(
      SqlConnection connection, UUID node, List<DeliveryOutcome> outcomes) {
    List<Instant> createdAt =
        outcomes.stream().map(outcome -> outcome.claimed().createdAt()).toList();
    return BatchStatement.of(FINISH, outcomes)
        .value(node)
        .uuids(outcome -> outcome.claimed().tenantId())
        .times(outcome -> outcome.claimed().createdAt())
        .uuids(outcome -> outcome.claimed().id())
        .longs(outcome -> outcome.claimed().fence())
        .strings(outcome -> outcome.status().wire())
        .strings(outcome -> DeliveryAttempt.toJson(outcome.attempts()).toString())
        .ints(outcome -> outcome.attempts().size())
        .times(DeliveryOutcome::nextAttemptAt)
        .value(RowMapper.time(Collections.min(createdAt)))
        .value(RowMapper.time(Collections.max(createdAt)))
        .execute(connection)
        .map(
            rows -> {
              Set<ClaimedDelivery.Lease> held = new HashSet<>();
              rows.forEach(
                  row ->
                      held.add(new ClaimedDelivery.Lease(row.getUUID("id"), row.getLong("fence"))));
              return held;
            });
  }

  /** Releases the lease of a delivery whose outcome cannot be stored, and makes it due later. */
  static Future<Void> postpone(
      SqlConnection connection, UUID node, ClaimedDelivery claimed, Duration pause) {
    return Statements.execute(
        connection,
        POSTPONE,
        Tuple.of(
            node,
            claimed.tenantId(),
            RowMapper.time(claimed.createdAt()),
            claimed.id(),
            claimed.fence(),
            (double) pause.toSeconds()));
  }
}
