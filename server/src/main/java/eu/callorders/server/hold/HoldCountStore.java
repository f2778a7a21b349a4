package eu.callorders.server.hold;

import eu.callorders.server.database.BatchStatement;
import eu.callorders.server.database.Statements;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** How many holds of the API stand, exactly: each writer of a tenant waits for the one before. */
final class HoldCountStore {
  private static final String ADD =
      """
      INSERT INTO hold_count AS c (tenant_id, standing)
      VALUES ($1, 1)
      ON CONFLICT (tenant_id) DO UPDATE SET standing = c.standing + 1 WHERE c.standing < $2
      """;

  private static final String SUBTRACT =
      """
      UPDATE hold_count c
         SET standing = c.standing - ended.holds
        FROM unnest($1::uuid[], $2::int[]) AS ended (tenant_id, holds)
       WHERE c.tenant_id = ended.tenant_id
      """;

  private HoldCountStore() {}

  /** Counts one more; false at the limit. */
  static Future<Boolean> add(SqlConnection connection, UUID tenantId, int limit) {
    return Statements.update(connection, ADD, Tuple.of(tenantId, limit)).map(count -> count == 1);
  }

  /** Counts holds that have ended, by tenant. */
  static Future<Void> subtract(SqlConnection connection, Map<UUID, Integer> ended) {
    List<Map.Entry<UUID, Integer>> all = List.copyOf(ended.entrySet());
    return BatchStatement.of(SUBTRACT, all)
        .uuids(Map.Entry::getKey)
        .ints(Map.Entry::getValue)
        .update(connection);
  }
}
