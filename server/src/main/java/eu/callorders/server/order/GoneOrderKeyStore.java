package eu.callorders.server.order;

import eu.callorders.server.database.BatchStatement;
import eu.callorders.server.database.RowMapper;
import eu.callorders.server.database.Statements;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Keys of orders that a database restore lost, until the orders are resubmitted. */
public final class GoneOrderKeyStore {
  private static final String FIND =
      """
      SELECT DISTINCT g.tenant_id, g.key_hash, g.order_id
        FROM unnest($1::uuid[], $2::uuid[], $3::timestamptz[])
          AS requested (tenant_id, key_hash, since)
        JOIN gone_order_key g
          ON g.tenant_id = requested.tenant_id AND g.key_hash = requested.key_hash
       WHERE g.recorded_at > requested.since
      """;

  /** The newer of two orders with one key wins. */
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

  /** Keys expire after at most 90 days, the lifetime of dedupe keys. */
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

  private GoneOrderKeyStore() {}

  /** The key hash of a lost order. */
  public record GoneKey(UUID tenantId, UUID hash, UUID orderId) {}

  record Hash(UUID tenantId, UUID value) {}

  /**
   * @param since real time; earlier records do not match
   */
  record Query(Hash hash, Instant since) {}

  /** The lost orders with these hashes. */
  static Future<Map<Hash, UUID>> find(SqlConnection connection, List<Query> queries) {
    if (queries.isEmpty()) {
      return Future.succeededFuture(Map.of());
    }
    return BatchStatement.of(FIND, queries)
        .uuids(query -> query.hash().tenantId())
        .uuids(query -> query.hash().value())
        .times(query -> query.since())
        .execute(connection)
        .map(
            RowMapper.toMap(
                row -> new Hash(row.getUUID("tenant_id"), row.getUUID("key_hash")),
                row -> row.getUUID("order_id")));
  }

  /** Stores the keys of lost orders. The caller holds the subjects' locks. */
  public static Future<Void> insert(SqlConnection connection, Collection<GoneKey> keys) {
    return BatchStatement.of(INSERT, keys)
        .uuids(GoneKey::tenantId)
        .uuids(GoneKey::hash)
        .uuids(GoneKey::orderId)
        .execute(connection)
        .mapEmpty();
  }

  /** Deletes the keys of resubmitted orders. */
  public static Future<Void> delete(SqlConnection connection, Collection<UUID> orderIds) {
    return Statements.execute(connection, DELETE, Tuple.of((Object) orderIds.toArray(UUID[]::new)));
  }

  /** Deletes the keys of orders whose attempts are redacted. */
  public static Future<Void> deleteOfAttempts(
      SqlConnection connection, Collection<UUID> attemptIds) {
    return Statements.execute(
        connection, DELETE_OF_ATTEMPTS, Tuple.of((Object) attemptIds.toArray(UUID[]::new)));
  }

  /** Deletes expired keys; returns how many. */
  public static Future<Integer> purge(SqlConnection connection, int limit) {
    return connection.preparedQuery(PURGE).execute(Tuple.of(limit)).map(rows -> rows.rowCount());
  }
}
