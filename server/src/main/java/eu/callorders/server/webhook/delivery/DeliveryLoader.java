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
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads leased deliveries and their endpoints; an unreadable row does not affect the others. */
final class DeliveryLoader {
  private static final String ENDPOINTS =
      "SELECT "
          + EndpointStore.COLUMNS
          + " FROM webhook_endpoint WHERE id = ANY ($1) AND "
          + EndpointStore.NOT_DELETED;

  private DeliveryLoader() {}

  /**
   * Reads the endpoints as they are once locked; the server runs the query after the claim.
   *
   * @param leased rows of the claim
   */
  static Future<DeliveryQueue.Claim> load(
      SqlConnection connection, Future<RowSet<Row>> leased, Collection<UUID> endpoints) {
    Future<RowSet<Row>> read = endpoints(connection, endpoints);
    return Future.join(leased, read)
        .compose(done -> join(connection, leased.result(), read.result()));
  }

  static Future<DeliveryQueue.Claim> load(SqlConnection connection, RowSet<Row> leased) {
    Set<UUID> endpoints = endpointIds(leased);
    return endpoints(connection, endpoints).compose(read -> join(connection, leased, read));
  }

  private static Future<RowSet<Row>> endpoints(SqlConnection connection, Collection<UUID> ids) {
    return connection.preparedQuery(ENDPOINTS).execute(Tuple.of((Object) ids.toArray(UUID[]::new)));
  }

  private static Set<UUID> endpointIds(RowSet<Row> leased) {
    return leased.stream().map(row -> row.getUUID("endpoint_id")).collect(Collectors.toSet());
  }

  private static Future<DeliveryQueue.Claim> join(
      SqlConnection connection, RowSet<Row> leased, RowSet<Row> endpoints) {
    Set<UUID> used = endpointIds(leased);
    Map<UUID, Endpoint> endpointById = new HashMap<>();
    Map<UUID, Exception> unreadable = new HashMap<>();
    for (Row row : endpoints) {
      UUID id = row.getUUID("id");
      if (!used.contains(id)) {
        continue;
      }
      try {
        endpointById.put(id, EndpointStore.read(row));
      } catch (RuntimeException failure) {
        unreadable.put(id, failure);
      }
    }
    List<LoadedDelivery> loaded = new ArrayList<>();
    Future<Void> saved = Future.succeededFuture();
    for (Row row : leased) {
      UUID endpointId = row.getUUID("endpoint_id");
      if (row.getUUID("event_id") == null || unreadable.containsKey(endpointId)) {
        continue;
      }
      Endpoint endpoint = endpointById.get(endpointId);
      try {
        List<DeliveryAttempt> attempts =
            DeliveryAttempt.listOf(Json.parse(row.getString("attempts")));
        loaded.add(loaded(row, endpoint, attempts, row.getBuffer("envelope")));
      } catch (RuntimeException failure) {
        loaded.add(loaded(row, endpoint, List.of(), null)); // becomes unsendable
        saved = saved.compose(done -> saveFailure(connection, row, failure));
      }
    }
    return saved.map(done -> new DeliveryQueue.Claim(loaded, unreadable));
  }

  /** Stores the unreadable attempts, which the outcome of the delivery replaces. */
  private static Future<Void> saveFailure(SqlConnection connection, Row row, Exception failure) {
    String id = IdKind.WEBHOOK_DELIVERY.format(row.getUUID("delivery_id"));
    return FailedWork.save(connection, "webhook_delivery", id, row.getString("attempts"), failure);
  }

  private static LoadedDelivery loaded(
      Row row,
      @Nullable Endpoint endpoint,
      List<DeliveryAttempt> attempts,
      @Nullable Buffer envelope) {
    ClaimedDelivery claimed =
        new ClaimedDelivery(
            row.getUUID("tenant_id"),
            RowMapper.instant(row, "created_at"),
            row.getUUID("delivery_id"),
            row.getUUID("endpoint_id"),
            row.getLong("fence"),
            row.getInteger("priority") == 1,
            row.getBoolean("requested"),
            row.getUUID("event_id"),
            row.getString("event_type"),
            attempts,
            endpoint,
            row.getInteger("bytes"));
    return new LoadedDelivery(claimed, envelope);
  }
}
