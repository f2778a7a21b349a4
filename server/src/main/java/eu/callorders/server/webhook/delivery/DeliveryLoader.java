package eu.callorders.server.webhook.delivery;

import eu.callorders.core.id.IdKind;
import eu.callorders.server.database.FailedWork;
import eu.callorders.server.database.RowMapper;
import eu.callorders.server.json.Json;
import eu.callorders.server.webhook.endpoint.Endpoint;
import eu.callorders.server.webhook.endpoint.EndpointStore;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Reads leased deliveries; an unreadable row does not affect the others. */
final class DeliveryLoader {
  private static final String LOAD =
      """
      SELECT d.id, d.event_id, d.event_type, d.attempts::text AS attempts,
             convert_to(COALESCE(d.envelope, v.envelope), 'UTF8') AS envelope,
             COALESCE(octet_length(COALESCE(d.envelope, v.envelope)), 0) AS bytes
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

  private DeliveryLoader() {}

  static Future<DeliveryQueue.Claim> load(SqlConnection connection, RowSet<Row> rows) {
    if (rows.size() == 0) {
      return Future.succeededFuture(new DeliveryQueue.Claim(List.of(), Map.of()));
    }
    List<Row> leases = rows.stream().toList();
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
        .compose(results -> join(connection, leases, results.resultAt(0), results.resultAt(1)));
  }

  private static Future<DeliveryQueue.Claim> join(
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
    List<LoadedDelivery> loaded = new ArrayList<>();
    Future<Void> saved = Future.succeededFuture();
    for (Row lease : leases) {
      Row delivery = deliveryById.get(lease.getUUID("delivery_id"));
      Endpoint endpoint = endpointById.get(lease.getUUID("endpoint_id"));
      if (delivery == null || unreadable.containsKey(lease.getUUID("endpoint_id"))) {
        continue;
      }
      try {
        List<DeliveryAttempt> attempts =
            DeliveryAttempt.listOf(Json.parse(delivery.getString("attempts")));
        loaded.add(loaded(lease, delivery, endpoint, attempts, delivery.getBuffer("envelope")));
      } catch (RuntimeException failure) {
        loaded.add(loaded(lease, delivery, endpoint, List.of(), null)); // becomes unsendable
        saved = saved.compose(done -> saveFailure(connection, delivery, failure));
      }
    }
    return saved.map(done -> new DeliveryQueue.Claim(loaded, unreadable));
  }

  /** Stores the unreadable attempts, which the outcome of the delivery replaces. */
  private static Future<Void> saveFailure(
      SqlConnection connection, Row delivery, Exception failure) {
    String id = IdKind.WEBHOOK_DELIVERY.format(delivery.getUUID("id"));
    return FailedWork.save(
        connection, "webhook_delivery", id, delivery.getString("attempts"), failure);
  }

  private static LoadedDelivery loaded(
      Row lease,
      Row delivery,
      @Nullable Endpoint endpoint,
      List<DeliveryAttempt> attempts,
      @Nullable Buffer envelope) {
    ClaimedDelivery claimed =
        new ClaimedDelivery(
            lease.getUUID("tenant_id"),
            RowMapper.instant(lease, "created_at"),
            lease.getUUID("delivery_id"),
            lease.getUUID("endpoint_id"),
            lease.getLong("fence"),
            lease.getInteger("priority") == 1,
            delivery.getUUID("event_id"),
            delivery.getString("event_type"),
            attempts,
            endpoint,
            delivery.getInteger("bytes"));
    return new LoadedDelivery(claimed, envelope);
  }
}
