package eu.callorders.server.deletion;

import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * A table whose primary key begins with the tenant, or that is short.
 *
 * @param key the other columns of the key
 */
record KeyedTable(String name, String key) implements TenantTable {
  static final int BATCH = 1_000;

  /** In the order of the key, so that no plan reads the rows of other tenants. */
  private static final String DELETE =
      """
      DELETE FROM {table}
       WHERE tenant_id = $1
         AND ({key}) IN (SELECT {key}
                           FROM {table}
                          WHERE tenant_id = $1
                          ORDER BY {key}
                          LIMIT $2)
      """;

  @Override
  public Set<String> tables() {
    return Set.of(name);
  }

  @Override
  public Future<Optional<UUID>> deleteBatch(SqlConnection connection, UUID tenantId, UUID after) {
    return connection
        .preparedQuery(DELETE.replace("{table}", name).replace("{key}", key))
        .execute(Tuple.of(tenantId, BATCH))
        .map(deleted -> deleted.rowCount() < BATCH ? Optional.empty() : Optional.of(START));
  }
}
