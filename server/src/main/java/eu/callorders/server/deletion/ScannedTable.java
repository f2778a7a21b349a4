package eu.callorders.server.deletion;

import eu.callorders.server.database.RowMapper;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** A table without an index by tenant: read page by page through the rows of all tenants. */
record ScannedTable(String name) implements TenantTable {
  static final int PAGE = 2_000;

  private static final String DELETE =
      """
      WITH page AS MATERIALIZED (
        SELECT id, tenant_id FROM {table} WHERE id > $2 ORDER BY id LIMIT $3),
      deleted AS (
        DELETE FROM {table} WHERE id = ANY (ARRAY(SELECT id FROM page WHERE tenant_id = $1)))
      SELECT id FROM page ORDER BY id DESC LIMIT 1
      """;

  @Override
  public Set<String> tables() {
    return Set.of(name);
  }

  @Override
  public Future<Optional<UUID>> deleteBatch(SqlConnection connection, UUID tenantId, UUID after) {
    return connection
        .preparedQuery(DELETE.replace("{table}", name))
        .execute(Tuple.of(tenantId, after, PAGE))
        .map(RowMapper.first(row -> row.getUUID("id")));
  }
}
