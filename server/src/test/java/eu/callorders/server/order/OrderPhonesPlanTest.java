package eu.callorders.server.order;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.server.TestNode;
import eu.callorders.server.database.ConnectOptions;
import eu.callorders.server.database.Rows;
import io.vertx.pgclient.PgConnection;
import io.vertx.sqlclient.Tuple;
import java.util.UUID;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The numbers of orders that have ended are found by their index. */
class OrderPhonesPlanTest {
  private static final UUID TENANT = UUID.randomUUID();

  private static final String MANY_ORDERS =
      """
      INSERT INTO call_order (id, tenant_id, status, order_type, order_type_version,
        subject_reference, created_at, updated_at, expires_at)
      SELECT md5('order' || n)::uuid, $1, 'accepted', 'payment_reminder', 1, 'person-' || n / 2,
             now() - n * interval '1 second', now(), now() + interval '30 days'
        FROM generate_series(1, 20000) AS n
      """;

  private static final String THEIR_NUMBERS =
      """
      INSERT INTO call_order_phone (tenant_id, phone, order_id)
      SELECT $1, '+49302312' || n / 2, md5('order' || n)::uuid
        FROM generate_series(1, 20000) AS n
      """;

  private static TestNode node;

  @BeforeAll
  static void open() {
    node = new TestNode();
    TestNode.await(
        node.database.asWorker(
            connection ->
                connection
                    .preparedQuery(MANY_ORDERS)
                    .execute(Tuple.of(TENANT))
                    .compose(
                        done ->
                            connection.preparedQuery(THEIR_NUMBERS).execute(Tuple.of(TENANT)))));
    PgConnection owner =
        TestNode.await(PgConnection.connect(node.vertx, ConnectOptions.to(node.postgres.owner())));
    TestNode.await(owner.query("ANALYZE call_order, call_order_phone").execute());
    TestNode.await(owner.close());
  }

  @AfterAll
  static void close() {
    node.close();
  }

  @Test
  void whatHasEnded() {
    Tuple arguments =
        Rows.columns(new UUID[] {TENANT}, new String[] {"+493023127"}, new UUID[] {new UUID(1, 1)});
    assertThat(plan(OrderPhones.DELETE, arguments))
        .contains("call_order_phone_pkey")
        .doesNotContain("Seq Scan");
  }

  private static String plan(String statement, Tuple arguments) {
    return TestNode.await(
        node.database.asTenant(
            TENANT,
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
}
