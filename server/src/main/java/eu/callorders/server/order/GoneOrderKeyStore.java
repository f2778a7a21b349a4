package eu.callorders.server.order;

import eu.callorders.server.database.RowMapper;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;

/** Keys of orders that are gone since a restore, until the orders are sent again. */
public final class GoneOrderKeyStore {
  private static final String FIND =
      """
      SELECT g.tenant_id, g.key_hash, g.order_id
        FROM unnest($1::uuid[], $2::uuid[], $3::timestamptz[])
          AS requested (tenant_id, key_hash, since)
        JOIN gone_order_key g
          ON g.tenant_id = requested.tenant_id AND g.key_hash = requested.key_hash
       WHERE g.recorded_at > requested.since
      """;

  /** Of two orders under one key the younger one counts. */
  private static final String INSERT =
      """
      INSERT INTO gone_order_key AS g (tenant_id, key_hash, order_id)
      SELECT tenant_id, key_hash, max(order_id::text)::uuid
        FROM unnest($1::uuid[], $2::uuid[], $3::uuid[]) AS gone (tenant_id, key_hash, order_id)
       GROUP BY tenant_id, key_hash
       ORDER BY tenant_id, key_hash
      ON CONFLICT (tenant_id, key_hash) DO UPDATE
        SET order_id = excluded.order_id
        WHERE g.order_id < excluded.order_id
      """;

  private static final String DELETE = "DELETE FROM gone_order_key WHERE order_id = ANY ($1)";

  private static final String DELETE_OF_ATTEMPTS =
      """
      DELETE FROM gone_order_key
       WHERE order_id IN (SELECT order_id FROM call_attempt WHERE id = ANY ($1))
      """;

  /** A key of an order is accepted again, at most, for the 90 days of dedupe keys. */
  private static final String PURGE =
      """
      DELETE FROM gone_order_key
       WHERE (tenant_id, key_hash) IN (
             SELECT tenant_id, key_hash
               FROM gone_order_key
              WHERE recorded_at < now() - interval '90 days'
              ORDER BY recorded_at
              LIMIT $1)
      """;

  /** The hash of the key of an order that is gone. */
  public record GoneKey(UUID tenantId, UUID hash, UUID orderId) {}

  /** A hash of a tenant's order. */
  record Hash(UUID tenantId, UUID value) {}

  /**
   * A question for one hash.
   *
   * @param since real time; what was recorded before does not count
   */
  record Query(Hash hash, Instant since) {}

  /** The orders that are gone and have one of these hashes. */
  Future<Map<Hash, UUID>> find(SqlConnection connection, List<Query> asked) {
    if (asked.isEmpty()) {
      return Future.succeededFuture(Map.of());
    }
    return connection
        .preparedQuery(FIND)
        .execute(
            RowMapper.columns(
                asked.stream().map(query -> query.hash().tenantId()).toArray(UUID[]::new),
                asked.stream().map(query -> query.hash().value()).toArray(UUID[]::new),
                asked.stream()
                    .map(query -> RowMapper.time(query.since()))
                    .toArray(OffsetDateTime[]::new)))
        .map(
            rows ->
                rows.stream()
                    .collect(
                        Collectors.toMap(
                            row -> new Hash(row.getUUID("tenant_id"), row.getUUID("key_hash")),
                            row -> row.getUUID("order_id"))));
  }

  /** Keeps the keys of orders that are gone. The caller holds the locks of their persons. */
  public Future<Void> insert(SqlConnection connection, Collection<GoneKey> keys) {
    return connection
        .preparedQuery(INSERT)
        .execute(
            RowMapper.columns(
                keys.stream().map(GoneKey::tenantId).toArray(UUID[]::new),
                keys.stream().map(GoneKey::hash).toArray(UUID[]::new),
                keys.stream().map(GoneKey::orderId).toArray(UUID[]::new)))
        .mapEmpty();
  }

  /** Deletes the keys of orders that are there again. */
  public static Future<Void> delete(SqlConnection connection, Collection<UUID> orderIds) {
    return connection
        .preparedQuery(DELETE)
        .execute(Tuple.of((Object) orderIds.toArray(UUID[]::new)))
        .mapEmpty();
  }

  /** Deletes the keys of orders whose attempts are redacted. */
  public static Future<Void> deleteOfAttempts(
      SqlConnection connection, Collection<UUID> attemptIds) {
    return connection
        .preparedQuery(DELETE_OF_ATTEMPTS)
        .execute(Tuple.of((Object) attemptIds.toArray(UUID[]::new)))
        .mapEmpty();
  }

  /** Deletes keys that have become too old; answers how many. */
  public Future<Integer> purge(SqlConnection connection, int limit) {
    return connection.preparedQuery(PURGE).execute(Tuple.of(limit)).map(rows -> rows.rowCount());
  }
}
