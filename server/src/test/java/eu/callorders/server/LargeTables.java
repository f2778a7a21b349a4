package eu.callorders.server;

import eu.callorders.server.database.ConnectOptions;
import io.vertx.core.Future;
import io.vertx.pgclient.PgConnection;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Large analyzed tables of one tenant, and the query plans of statements. */
public final class LargeTables implements AutoCloseable {
  private final TestNode node = new TestNode();
  private final UUID tenantId;

  /**
   * @param analyzed names of the tables
   * @param inserts statements with the tenant's id as {@code $1}
   */
  public LargeTables(UUID tenantId, String analyzed, List<String> inserts) {
    this.tenantId = tenantId;
    for (String insert : inserts) {
      TestNode.await(
          node.database.asWorker(
              connection -> connection.preparedQuery(insert).execute(Tuple.of(tenantId))));
    }
    PgConnection owner =
        TestNode.await(PgConnection.connect(node.vertx, ConnectOptions.to(node.postgres.owner())));
    TestNode.await(owner.query("ANALYZE " + analyzed).execute());
    TestNode.await(owner.close());
  }

  /** The plan in a transaction of the tenant. */
  public String plan(String statement, Tuple arguments) {
    return plan(work -> node.database.asTenant(tenantId, work), statement, arguments);
  }

  /** The plan in a worker's transaction. */
  public String workerPlan(String statement, Tuple arguments) {
    return plan(node.database::asWorker, statement, arguments);
  }

  private static String plan(
      Function<Function<SqlConnection, Future<String>>, Future<String>> transaction,
      String statement,
      Tuple arguments) {
    return TestNode.await(
        transaction.apply(
            connection ->
                connection
                    .preparedQuery("EXPLAIN (COSTS OFF) " + statement)
                    .execute(arguments)
                    .map(
                        rows ->
                            rows.stream()
                                .map(row -> row.getString(0))
                                .collect(Collectors.joining("\n")))));
  }

  @Override
  public void close() {
    node.close();
  }
}
