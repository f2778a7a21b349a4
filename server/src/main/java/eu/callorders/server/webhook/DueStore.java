package eu.callorders.server.webhook;

import eu.callorders.core.id.IdKind;
import eu.callorders.core.id.UuidV7;
import eu.callorders.server.database.FailedWork;
import eu.callorders.server.database.Rows;
import eu.callorders.server.http.Json;
import eu.callorders.server.recovery.RecoveryHalt;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What is to be sent, and who is sending it. A lease is a row whose time has been moved to the end
 * of the lease: when its owner is gone it falls due again by itself, under another fence. All
 * leases are on the database's clock.
 */
final class DueStore {
  /**
   * Longer than an attempt may take, by what it takes to write down its end; short enough that what
   * a killed node was sending is taken over within half a minute.
   */
  static final Duration LEASE = Duration.ofSeconds(25);

  private static final double NANOS_PER_SECOND = 1e9;

  /** From endpoint to endpoint by the index, however much lies in between. */
  private static final String READY =
      """
      WITH RECURSIVE lane AS (
        (SELECT endpoint_id FROM webhook_due WHERE
      """
          + RecoveryHalt.NOT_IN_FORCE
          + """
             ORDER BY endpoint_id LIMIT 1)
            UNION ALL
            SELECT (SELECT d.endpoint_id
                      FROM webhook_due d
                     WHERE d.endpoint_id > l.endpoint_id
                     ORDER BY d.endpoint_id
                     LIMIT 1)
              FROM lane l
             WHERE l.endpoint_id IS NOT NULL)
          SELECT l.endpoint_id
            FROM lane l
           WHERE l.endpoint_id IS NOT NULL
             AND (EXISTS (SELECT FROM webhook_due d
                           WHERE d.endpoint_id = l.endpoint_id AND d.priority = 0 AND d.due_at <= now())
                  OR EXISTS (SELECT FROM webhook_due d
                              WHERE d.endpoint_id = l.endpoint_id AND d.priority = 1
                                AND d.due_at <= now()))
          """;

  private static final String NEXT =
      """
      SELECT extract(epoch FROM due_at - now())::float8 AS seconds
        FROM webhook_due
       WHERE due_at > now()
       ORDER BY due_at
       LIMIT 1
      """;

  /**
   * Who leases holds the endpoints until the leases are committed, so that what is decided by the
   * endpoint as it is read then cannot have been overtaken by a change of it. An endpoint that is
   * being changed is passed over for now: nobody waits here.
   */
  private static final String CLAIM =
      """
      WITH lane AS MATERIALIZED (
        SELECT room.endpoint_id, room.fresh, room.replayed
          FROM unnest($1::uuid[], $2::integer[], $3::integer[])
               AS room (endpoint_id, fresh, replayed)
          JOIN webhook_endpoint w ON w.id = room.endpoint_id
         WHERE
      """
          + RecoveryHalt.NOT_IN_FORCE
          + """
               FOR KEY SHARE OF w SKIP LOCKED),
          picked AS MATERIALIZED (
            SELECT due.tenant_id, due.created_at, due.delivery_id
              FROM lane
             CROSS JOIN LATERAL (
                   SELECT * FROM (
                     SELECT d.tenant_id, d.created_at, d.delivery_id
                       FROM webhook_due d
                      WHERE d.endpoint_id = lane.endpoint_id AND d.priority = 0 AND d.due_at <= now()
                      ORDER BY d.due_at
                      LIMIT lane.fresh
                        FOR UPDATE SKIP LOCKED) AS fresh
                   UNION ALL
                   SELECT * FROM (
                     SELECT d.tenant_id, d.created_at, d.delivery_id
                       FROM webhook_due d
                      WHERE d.endpoint_id = lane.endpoint_id AND d.priority = 1 AND d.due_at <= now()
                      ORDER BY d.due_at
                      LIMIT lane.replayed
                        FOR UPDATE SKIP LOCKED) AS replayed) AS due)
          UPDATE webhook_due d
             SET due_at = now() + $5 * interval '1 millisecond',
                 lease_until = now() + $5 * interval '1 millisecond',
                 owner = $4,
                 fence = d.fence + 1
            FROM picked p
           WHERE d.tenant_id = p.tenant_id
             AND d.created_at = p.created_at
             AND d.delivery_id = p.delivery_id
          RETURNING d.tenant_id, d.created_at, d.delivery_id, d.endpoint_id, d.priority, d.fence
          """;

  private static final String CLAIM_ONE =
      """
      UPDATE webhook_due d
         SET due_at = now() + $5 * interval '1 millisecond',
             lease_until = now() + $5 * interval '1 millisecond',
             owner = $4,
             fence = d.fence + 1
       WHERE (d.tenant_id, d.created_at, d.delivery_id) IN (
               SELECT q.tenant_id, q.created_at, q.delivery_id
                 FROM webhook_due q
                 JOIN webhook_endpoint w ON w.id = q.endpoint_id
                WHERE q.tenant_id = $1 AND q.created_at = $2 AND q.delivery_id = $3
                  AND (q.lease_until IS NULL OR q.lease_until <= now())
                  FOR UPDATE OF q SKIP LOCKED
                  FOR KEY SHARE OF w SKIP LOCKED)
      RETURNING d.tenant_id, d.created_at, d.delivery_id, d.endpoint_id, d.priority, d.fence
      """;

  /** Found by when leases end: never earlier than now, nor later than a lease from now. */
  private static final String RELEASE =
      """
      UPDATE webhook_due
         SET due_at = now(), lease_until = NULL, owner = NULL
       WHERE due_at > now()
         AND due_at <= now() + $2 * interval '1 millisecond'
         AND owner = $1
      """;

  private static final String LOAD =
      """
      SELECT d.id, d.event_id, d.event_type, d.attempts::text AS attempts,
             COALESCE(d.envelope, v.envelope) AS envelope
        FROM unnest($1::uuid[], $2::timestamptz[], $3::uuid[]) AS c (tenant_id, created_at, id)
        JOIN webhook_delivery d
          ON d.tenant_id = c.tenant_id AND d.created_at = c.created_at AND d.id = c.id
        LEFT JOIN event v
          ON v.tenant_id = d.tenant_id AND v.id = d.event_id
             AND v.recorded_at = d.event_recorded_at
      """;

  private static final String ENDPOINTS =
      "SELECT "
          + EndpointStore.COLUMNS
          + " FROM webhook_endpoint WHERE id = ANY ($1) AND deleted_at IS NULL";

  /** Endpoints to which something is due that nobody is sending. */
  Future<List<UUID>> ready(SqlConnection connection) {
    return connection
        .preparedQuery(READY)
        .execute()
        .map(rows -> rows.stream().map(row -> row.getUUID("endpoint_id")).toList());
  }

  /** How long until something falls due; empty when nothing is waiting. */
  Future<Optional<Duration>> untilNext(SqlConnection connection) {
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
   * What has been leased. What cannot be read stops nothing else.
   *
   * @param unreadableEndpoints with the failure; their deliveries wait for the end of their leases
   */
  record Claim(List<ClaimedDelivery> deliveries, Map<UUID, Exception> unreadableEndpoints) {}

  /** Leases what is due, for each endpoint as much as there is room for, what is fresh first. */
  Future<Claim> claim(SqlConnection connection, UUID node, List<Lanes.Room> rooms) {
    return connection
        .preparedQuery(CLAIM)
        .execute(
            Tuple.of(
                rooms.stream().map(Lanes.Room::endpoint).toArray(UUID[]::new),
                rooms.stream().map(Lanes.Room::fresh).toArray(Integer[]::new),
                rooms.stream().map(Lanes.Room::replayed).toArray(Integer[]::new),
                node,
                LEASE.toMillis()))
        .compose(leased -> load(connection, leased));
  }

  /** Leases one delivery, unless somebody else is sending it or it is over. */
  Future<Optional<ClaimedDelivery>> claim(
      SqlConnection connection, UUID node, UUID tenantId, UUID deliveryId) {
    return connection
        .preparedQuery(CLAIM_ONE)
        .execute(
            Tuple.of(
                tenantId,
                Rows.time(UuidV7.instantOf(deliveryId)),
                deliveryId,
                node,
                LEASE.toMillis()))
        .compose(leased -> load(connection, leased))
        .map(claimed -> claimed.deliveries().stream().findFirst());
  }

  private static Future<Claim> load(SqlConnection connection, RowSet<Row> leased) {
    if (leased.size() == 0) {
      return Future.succeededFuture(new Claim(List.of(), Map.of()));
    }
    List<Row> leases = leased.stream().toList();
    Tuple keys =
        Tuple.of(
            leases.stream().map(row -> row.getUUID("tenant_id")).toArray(UUID[]::new),
            leases.stream()
                .map(row -> row.getOffsetDateTime("created_at"))
                .toArray(OffsetDateTime[]::new),
            leases.stream().map(row -> row.getUUID("delivery_id")).toArray(UUID[]::new));
    UUID[] endpoints =
        leases.stream().map(row -> row.getUUID("endpoint_id")).distinct().toArray(UUID[]::new);
    return Future.all(
            connection.preparedQuery(LOAD).execute(keys),
            connection.preparedQuery(ENDPOINTS).execute(Tuple.of((Object) endpoints)))
        .compose(both -> join(connection, leases, both.resultAt(0), both.resultAt(1)));
  }

  private static Future<Claim> join(
      SqlConnection connection, List<Row> leases, RowSet<Row> deliveries, RowSet<Row> endpoints) {
    Map<UUID, Endpoint> endpointById = new HashMap<>();
    Map<UUID, Exception> unreadable = new HashMap<>();
    for (Row row : endpoints) {
      try {
        endpointById.put(row.getUUID("id"), EndpointStore.read(row));
      } catch (RuntimeException failure) {
        unreadable.put(row.getUUID("id"), failure);
      }
    }
    Map<UUID, Row> deliveryById = new HashMap<>();
    deliveries.forEach(row -> deliveryById.put(row.getUUID("id"), row));
    List<ClaimedDelivery> claimed = new ArrayList<>();
    Future<Void> kept = Future.succeededFuture();
    for (Row lease : leases) {
      Row delivery = deliveryById.get(lease.getUUID("delivery_id"));
      Endpoint endpoint = endpointById.get(lease.getUUID("endpoint_id"));
      if (delivery == null || unreadable.containsKey(lease.getUUID("endpoint_id"))) {
        continue;
      }
      try {
        List<Attempt> made = Attempt.listOf(Json.parse(delivery.getString("attempts")));
        claimed.add(claimed(lease, delivery, endpoint, made, delivery.getString("envelope")));
      } catch (RuntimeException failure) {
        claimed.add(claimed(lease, delivery, endpoint, List.of(), null)); // nothing can be sent
        kept = kept.compose(done -> keep(connection, delivery, failure));
      }
    }
    return kept.map(done -> new Claim(claimed, unreadable));
  }

  /** With the attempts as they were: the end of the delivery replaces them. */
  private static Future<Void> keep(SqlConnection connection, Row delivery, Exception failure) {
    String id = IdKind.WEBHOOK_DELIVERY.format(delivery.getUUID("id"));
    return FailedWork.keep(
        connection, "webhook_delivery", id, delivery.getString("attempts"), failure);
  }

  private static ClaimedDelivery claimed(
      Row lease,
      Row delivery,
      @Nullable Endpoint endpoint,
      List<Attempt> made,
      @Nullable String envelope) {
    return new ClaimedDelivery(
        lease.getUUID("tenant_id"),
        Rows.instant(lease, "created_at"),
        lease.getUUID("delivery_id"),
        lease.getUUID("endpoint_id"),
        lease.getLong("fence"),
        lease.getInteger("priority") == 1,
        delivery.getUUID("event_id"),
        delivery.getString("event_type"),
        made,
        endpoint,
        envelope);
  }

  /** Ends the leases of a node that stops, so that others need not wait for their end. */
  Future<Void> release(SqlConnection connection, UUID node) {
    return connection.preparedQuery(RELEASE).execute(Tuple.of(node, LEASE.toMillis())).mapEmpty();
  }
}
