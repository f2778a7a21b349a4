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
  private static final String ORDERS =
      """
      INSERT INTO call_order (id, tenant_id, status, order_type, order_type_version,
        subject_reference, created_at, updated_at, expires_at)
      SELECT md5('order' || n)::uuid, $1, 'accepted', 'payment_reminder', 1, 'person-' || n / 2,
             now() - n * interval '1 second', now(), now() + interval '30 days'
        FROM generate_series(1, 20000) AS n
      """;

  private static final String ORDER_PHONES =
      """
      INSERT INTO call_order_phone (tenant_id, phone, order_id)
      SELECT $1, '+49302312' || n / 2, md5('order' || n)::uuid
        FROM generate_series(1, 20000) AS n
      """;

  private static final String ENROLLMENTS =
      """
      INSERT INTO enrollment (id, tenant_id, sequence_id, sequence_key, sequence_version,
        subject_reference, signal_id, status, position, step, next_action_at, created_at)
      SELECT md5('enrollment' || n)::uuid, $1, md5('sequence')::uuid, 'ladder', 1, 'person-' || n,
             md5('signal')::uuid, 'active', 'waiting', 0, now() + n * interval '1 second', now()
        FROM generate_series(1, 20000) AS n
      """;

  private static final String ENROLLMENT_PHONES =
      """
      INSERT INTO enrollment_phone (tenant_id, phone, enrollment_id)
      SELECT $1, '+49302312' || n / 2, md5('enrollment' || n)::uuid
        FROM generate_series(1, 20000) AS n
      """;

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

  /** Two orders and one enrollment for each subject, and two of both for each phone. */
  public static LargeTables ofOrdersAndEnrollments(UUID tenantId) {
    return new LargeTables(
        tenantId,
        "call_order, call_order_phone, enrollment, enrollment_phone",
        List.of(ORDERS, ORDER_PHONES, ENROLLMENTS, ENROLLMENT_PHONES));
  }

  /** The plan in a transaction of the tenant. */
  public String plan(String statement, Tuple arguments) {
    return plan(work -> node.database.asTenant(tenantId, work), "COSTS OFF", statement, arguments);
  }

  /** The plan with what its execution has visited, in a worker's transaction. */
  public String executedPlan(String statement, Tuple arguments) {
    return plan(node.database::asWorker, "ANALYZE, COSTS OFF, TIMING OFF", statement, arguments);
  }

  /** The plan in a worker's transaction. */
  public String workerPlan(String statement, Tuple arguments) {
    return plan(node.database::asWorker, "COSTS OFF", statement, arguments);
  }

  private static String plan(
      Function<Function<SqlConnection, Future<String>>, Future<String>> transaction,
      String options,
      String statement,
      Tuple arguments) {
    return TestNode.await(
        transaction.apply(
            connection ->
                connection
                    .preparedQuery("EXPLAIN (" + options + ") " + statement)
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
