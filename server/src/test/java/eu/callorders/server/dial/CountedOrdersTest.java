package eu.callorders.server.dial;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.order.OrderCommand;
import eu.callorders.server.Await;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Each dial is counted with its lag, and each order once, when it ends. */
class CountedOrdersTest {
  private static final String COUNTED =
      """
      SELECT name, sum(count)::int AS count
        FROM hourly_count_queue
       WHERE tenant_id = $1 AND kind = $2
       GROUP BY name
      """;

  private static final String RESULTS =
      """
      SELECT result ->> 'summary_code' AS name, count(*)::int AS count
        FROM call_order_result
       WHERE tenant_id = $1 AND $2 = 'order'
       GROUP BY 1
      """;

  @AutoClose private static final DialFixture fixture = new DialFixture().withSimulator();

  private final TestTenant tenant = fixture.tenant();

  @Test
  void countsOrdersByTheirSummaryCode() {
    List<PlacedOrder> orders =
        Stream.generate(() -> tenant.anOrder().to(MagicLine.NO_OUTCOME).place()).limit(3).toList();
    fixture.planner.runOnce();
    assertThat(counts(COUNTED, "order")).isEmpty();

    fixture.orders.change(orders.getFirst(), new OrderCommand.Cancel(null));
    assertThat(counts(COUNTED, "order")).isEqualTo(Map.of("canceled", 1));

    fixture.dialer.runOnce();
    Await.until(
        "all orders end",
        () -> {
          fixture.inboxProcessor.runOnce();
          return orders.stream().allMatch(PlacedOrder::isEnded);
        });
    assertThat(counts(COUNTED, "order"))
        .isEqualTo(counts(RESULTS, "order"))
        .isEqualTo(Map.of("canceled", 1, "no_outcome", 2));
  }

  @Test
  void countsDialsByTheirLag() {
    tenant.anOrder().to(MagicLine.NO_OUTCOME).place();
    tenant.anOrder().to(MagicLine.NO_OUTCOME).place();
    fixture.planner.runOnce();
    tenant.jump(Duration.ofMinutes(7));
    fixture.dialer.runOnce();

    assertThat(counts(COUNTED, "dial")).isEqualTo(Map.of("500000", 2));
  }

  private Map<String, Integer> counts(String statement, String kind) {
    return fixture.query(statement, tenant.id(), kind).stream()
        .collect(Collectors.toMap(row -> row.getString("name"), row -> row.getInteger("count")));
  }
}
