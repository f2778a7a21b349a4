package eu.callorders.server.webhook.delivery;

import eu.callorders.core.id.UuidV7;
import eu.callorders.server.database.RowMapper;
import eu.callorders.server.database.Statements;
import eu.callorders.server.json.Json;
import eu.callorders.server.statistics.CountKey;
import eu.callorders.server.statistics.HourlyCountStore;
import eu.callorders.server.webhook.endpoint.Endpoint;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.Collections;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Single deliveries, and the waiting deliveries of an endpoint. */
public final class DeliveryStore {
  /** The columns for {@link #read}. */
  static final String COLUMNS =
      """
      id, tenant_id, endpoint_id, replay_id, event_id, event_recorded_at, event_type, status,
      attempts::text, next_attempt_at, created_at, envelope
      """;

  private static final String INSERT_DUE =
      """
      WITH delivery AS (
        INSERT INTO webhook_delivery
          (tenant_id, created_at, id, endpoint_id, event_id, event_recorded_at, event_type, status,
           next_attempt_at, envelope, replay_id)
        VALUES ($1, $2, $3, $4, $5, $6, $7, 'pending', $8, $9, $10))
      INSERT INTO webhook_delivery_queue
        (tenant_id, created_at, delivery_id, endpoint_id, priority, due_at)
      VALUES ($1, $2, $3, $4, 0, $8)
      """;

  private static final String FIND =
      "SELECT "
          + COLUMNS
          + " FROM webhook_delivery WHERE tenant_id = $1 AND created_at = $2 AND id = $3";

  /** Skips a limited number per call; the dispatcher skips the rest. Leased ones are left alone. */
  private static final String SKIP_WAITING =
      """
      WITH ended AS (
        DELETE FROM webhook_delivery_queue
         WHERE (tenant_id, created_at, delivery_id) IN (
                 SELECT q.tenant_id, q.created_at, q.delivery_id
                   FROM webhook_delivery_queue q
                   JOIN webhook_delivery d
                     ON d.tenant_id = q.tenant_id AND d.created_at = q.created_at
                        AND d.id = q.delivery_id
                  WHERE q.tenant_id::text = $1::uuid::text
                    AND q.endpoint_id = $2
                    AND (q.lease_until IS NULL OR q.lease_until <= $3)
                    AND ($4::text IS NULL OR d.event_type = $4)
                  LIMIT 5000
                    FOR UPDATE OF q SKIP LOCKED)
        RETURNING tenant_id, created_at, delivery_id)
      UPDATE webhook_delivery d
         SET status = 'skipped', next_attempt_at = NULL
        FROM ended e
       WHERE d.tenant_id = e.tenant_id AND d.created_at = e.created_at AND d.id = e.delivery_id
      """;

  private static final String PURGE_QUEUE =
      """
      DELETE FROM webhook_delivery_queue
       WHERE ctid = ANY (ARRAY(
               SELECT ctid
                 FROM webhook_delivery_queue
                WHERE due_at < now() AND created_at < $1
                LIMIT $2))
      """;

  private DeliveryStore() {}

  /** Inserts a delivery and queues it. */
  public static Future<Void> insertDue(SqlConnection connection, Delivery delivery) {
    return Statements.updateOne(
        connection,
        INSERT_DUE,
        Tuple.of(
                delivery.tenantId(),
                RowMapper.time(delivery.createdAt()),
                delivery.id(),
                delivery.endpointId(),
                delivery.eventId(),
                RowMapper.time(delivery.eventRecordedAt()))
            .addValue(delivery.eventType())
            .addValue(RowMapper.time(delivery.nextAttemptAt()))
            .addValue(delivery.envelope())
            .addValue(delivery.replayId()));
  }

  public static Future<Optional<Delivery>> find(SqlConnection connection, UUID tenantId, UUID id) {
    return connection
        .preparedQuery(FIND)
        .execute(Tuple.of(tenantId, RowMapper.time(UuidV7.instantOf(id)), id))
        .map(RowMapper.first(DeliveryStore::read));
  }

  /**
   * Skips the waiting deliveries of an endpoint.
   *
   * @param eventType null for all
   */
  public static Future<Void> skipWaiting(
      SqlConnection connection, Endpoint endpoint, @Nullable String eventType, Instant now) {
    return connection
        .preparedQuery(SKIP_WAITING)
        .execute(Tuple.of(endpoint.tenantId(), endpoint.id(), RowMapper.time(now), eventType))
        .compose(
            skipped ->
                HourlyCountStore.add(
                    connection,
                    Collections.nCopies(
                        skipped.rowCount(),
                        CountKey.delivery(
                            endpoint.tenantId(), DeliveryStatus.SKIPPED.wire(), now))));
  }

  /** Deletes at most {@code limit} due queue rows created before that instant; returns how many. */
  public static Future<Integer> purgeQueue(SqlConnection connection, Instant before, int limit) {
    return Statements.update(connection, PURGE_QUEUE, Tuple.of(RowMapper.time(before), limit));
  }

  static Delivery read(Row row) {
    return new Delivery(
        row.getUUID("id"),
        row.getUUID("tenant_id"),
        row.getUUID("endpoint_id"),
        row.getUUID("replay_id"),
        row.getUUID("event_id"),
        RowMapper.instant(row, "event_recorded_at"),
        row.getString("event_type"),
        DeliveryStatus.of(row.getString("status")),
        DeliveryAttempt.listOf(Json.parse(row.getString("attempts"))),
        RowMapper.instantOrNull(row, "next_attempt_at"),
        RowMapper.instant(row, "created_at"),
        row.getString("envelope"));
  }
}
