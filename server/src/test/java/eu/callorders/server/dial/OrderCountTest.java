package eu.callorders.server.dial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.order.OrderCommand;
import eu.callorders.server.Await;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** The database's order counts match the orders. */
class OrderCountTest {
  private static final String COUNTED =
      """
      SELECT sum(open)::int AS open, sum(undialed)::int AS undialed
        FROM order_count
       WHERE tenant_id = $1
      """;

  private static final String ACTUAL =
      """
      SELECT count(*)::int AS open,
             count(*) FILTER (WHERE status IN ('accepted', 'scheduled') AND attempt_count = 0)::int
               AS undialed
        FROM call_order
       WHERE tenant_id = $1 AND ended_at IS NULL
      """;

  private static final String COUNTED_BY_STATUS =
      """
      SELECT sum(accepted) AS accepted, sum(scheduled) AS scheduled, sum(dialing) AS dialing,
             sum(in_progress) AS in_progress, sum(completed) AS completed, sum(expired) AS expired,
             sum(canceled) AS canceled, sum(failed) AS failed
        FROM order_count
       WHERE tenant_id = $1
      """;

  private static final String ACTUAL_BY_STATUS =
      """
      SELECT count(*) FILTER (WHERE status = 'accepted') AS accepted,
             count(*) FILTER (WHERE status = 'scheduled') AS scheduled,
             count(*) FILTER (WHERE status = 'dialing') AS dialing,
             count(*) FILTER (WHERE status = 'in_progress') AS in_progress,
             count(*) FILTER (WHERE status = 'completed') AS completed,
             count(*) FILTER (WHERE status = 'expired') AS expired,
             count(*) FILTER (WHERE status = 'canceled') AS canceled,
             count(*) FILTER (WHERE status = 'failed') AS failed
        FROM call_order
       WHERE tenant_id = $1
      """;

  @AutoClose private static final DialFixture fixture = new DialFixture().withSimulator();

  private final TestTenant tenant = fixture.tenant();

  @Test
  void countsOrdersFromAcceptanceToEnd() {
    List<PlacedOrder> orders =
        Stream.generate(() -> tenant.anOrder().to(MagicLine.NO_OUTCOME).place()).limit(5).toList();
    assertCounted(5, 5);

    fixture.planner.runOnce();
    assertCounted(5, 5);

    fixture.orders.change(orders.getFirst(), new OrderCommand.Cancel(null));
    assertCounted(4, 4);

    fixture.dialer.runOnce();
    assertCounted(4, 0);

    Await.until(
        "all orders end",
        () -> {
          fixture.inboxProcessor.runOnce();
          return orders.stream().allMatch(PlacedOrder::isEnded);
        });
    assertCounted(0, 0);
  }

  @Test
  void ignoresRolledBackChanges() {
    PlacedOrder order = tenant.anOrder().to(MagicLine.NO_OUTCOME).place();
    ObjectNode another = tenant.anOrder().to(MagicLine.NO_OUTCOME).json();

    assertThatThrownBy(
            () ->
                fixture
                    .database
                    .asTenant(
                        tenant.id(),
                        connection ->
                            fixture
                                .orderAcceptor
                                .accept(
                                    connection,
                                    fixture.orderAcceptor.newOrder(tenant.id(), another, null))
                                .compose(accepted -> Future.failedFuture("rolled back")))
                    .await())
        .hasMessage("rolled back");
    assertThatThrownBy(
            () ->
                fixture
                    .database
                    .asTenant(tenant.id(), connection -> endAndFail(connection, order))
                    .await())
        .hasMessage("rolled back");

    assertCounted(1, 1);
  }

  private static Future<Void> endAndFail(SqlConnection connection, PlacedOrder order) {
    return connection
        .preparedQuery(
            "UPDATE call_order SET status = 'canceled', ended_at = now(), next_attempt_at = NULL,"
                + " next_phone = NULL"
                + " WHERE id = $1")
        .execute(Tuple.of(order.id()))
        .compose(ended -> Future.failedFuture("rolled back"));
  }

  private void assertCounted(int orders, int undialed) {
    Row counted = fixture.query(COUNTED, tenant.id()).getFirst();
    Row actual = fixture.query(ACTUAL, tenant.id()).getFirst();
    assertThat(List.of(counted.getInteger("open"), counted.getInteger("undialed")))
        .isEqualTo(List.of(actual.getInteger("open"), actual.getInteger("undialed")))
        .isEqualTo(List.of(orders, undialed));
    assertThat(fixture.query(COUNTED_BY_STATUS, tenant.id()).getFirst().toJson())
        .isEqualTo(fixture.query(ACTUAL_BY_STATUS, tenant.id()).getFirst().toJson());
  }
}
