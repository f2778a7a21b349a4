package eu.callorders.server.ordertype;

import eu.callorders.server.database.BatchStatement;
import eu.callorders.server.database.RowMapper;
import eu.callorders.server.database.Statements;
import eu.callorders.server.json.Json;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.Collection;
import java.util.Map;
import java.util.UUID;

/** Loads and inserts order types and their versions. */
public final class OrderTypeStore {
  private static final String CURRENT =
      """
      SELECT t.tenant_id, t.key, t.status, t.version, v.agent::text, v.defaults::text
        FROM order_type t
        JOIN order_type_version v USING (tenant_id, key, version)
        JOIN unnest($1::uuid[], $2::text[]) AS requested (tenant_id, key)
          ON requested.tenant_id = t.tenant_id AND requested.key = t.key
      """;

  private static final String VERSIONS =
      """
      SELECT v.tenant_id, v.key, t.status, v.version, v.agent::text, v.defaults::text
        FROM unnest($1::uuid[], $2::text[], $3::int[]) AS requested (tenant_id, key, version)
        JOIN order_type_version v USING (tenant_id, key, version)
        JOIN order_type t ON t.tenant_id = v.tenant_id AND t.key = v.key
      """;

  private static final String INSERT =
      """
      WITH type AS (
        INSERT INTO order_type
          (tenant_id, key, title, description, status, version, created_at, updated_at)
        VALUES ($1, $2, $3, $4, $5, 1, $8, $8))
      INSERT INTO order_type_version (tenant_id, key, version, agent, defaults)
      VALUES ($1, $2, 1, $6::text::json, $7::text::json)
      """;

  /** Identifies a tenant's type in its current version. */
  public record TypeKey(UUID tenantId, String key) {}

  /** Identifies a version of a type, as pinned by an order. */
  public record PinnedType(UUID tenantId, String key, int version) {}

  private OrderTypeStore() {}

  /** These types in their current version; unknown ones are absent. */
  public static Future<Map<TypeKey, OrderType>> findCurrent(
      SqlConnection connection, Collection<TypeKey> keys) {
    return BatchStatement.of(CURRENT, keys)
        .uuids(TypeKey::tenantId)
        .strings(TypeKey::key)
        .execute(connection)
        .map(
            RowMapper.toMap(
                row -> new TypeKey(row.getUUID("tenant_id"), row.getString("key")),
                OrderTypeStore::read));
  }

  /** These types in the versions that orders have pinned. */
  public static Future<Map<PinnedType, OrderType>> findPinned(
      SqlConnection connection, Collection<PinnedType> versions) {
    return BatchStatement.of(VERSIONS, versions)
        .uuids(PinnedType::tenantId)
        .strings(PinnedType::key)
        .ints(PinnedType::version)
        .execute(connection)
        .map(
            RowMapper.toMap(
                row ->
                    new PinnedType(
                        row.getUUID("tenant_id"), row.getString("key"), row.getInteger("version")),
                OrderTypeStore::read));
  }

  static Future<Void> insert(SqlConnection connection, UUID tenantId, OrderTypeDetails created) {
    OrderType type = created.type();
    return Statements.updateOne(
        connection,
        INSERT,
        Tuple.of(tenantId, type.key(), created.title(), created.description())
            .addValue(type.status())
            .addValue(type.agent().toString())
            .addValue(type.defaults().toString())
            .addValue(RowMapper.time(created.createdAt())));
  }

  static OrderType read(Row row) {
    return new OrderType(
        row.getString("key"),
        row.getString("status"),
        row.getInteger("version"),
        Json.parse(row.getString("agent")),
        Json.parse(row.getString("defaults")));
  }
}
