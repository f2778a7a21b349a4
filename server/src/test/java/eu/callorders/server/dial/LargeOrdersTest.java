package eu.callorders.server.dial;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.id.IdKind;
import eu.callorders.server.order.CallOrder;
import eu.callorders.server.order.OrderStore;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The size of the orders bounds what is loaded at once. */
class LargeOrdersTest {
  private static final String ENLARGE =
      """
      UPDATE call_order_body
         SET document =
             (document::jsonb || jsonb_build_object('padding', repeat('x', 900000)))::json
      RETURNING order_id
      """;

  private static List<PlacedOrder> placeLarge(DialFixture fixture, TestTenant tenant, int count) {
    List<PlacedOrder> orders =
        IntStream.range(0, count)
            .mapToObj(
                number ->
                    tenant.anOrder().forSubject("person-" + number).to(MagicLine.BUSY).place())
            .toList();
    fixture.query(ENLARGE);
    return orders;
  }

  @Test
  void dialsLargeOrdersInSeveralBatches() {
    ScriptedGateway gateway = new ScriptedGateway();
    try (DialFixture fixture = DialFixture.withGateway(gateway)) {
      TestTenant tenant = fixture.tenant();
      List<PlacedOrder> orders = placeLarge(fixture, tenant, 10);
      fixture.planner.runOnce();

      assertThat(fixture.dialer.runOnce().orders()).isEqualTo(9);
      assertThat(fixture.dialer.runOnce().orders()).isEqualTo(1);
      assertThat(orders).allMatch(order -> order.status().equals("dialing"));
    }
  }

  /** The others wait for the first, and are then read together. */
  @Test
  void answersEachOfManyReadsAtOnce() {
    try (DialFixture fixture = DialFixture.withGateway(new ScriptedGateway())) {
      TestTenant tenant = fixture.tenant();
      List<UUID> orders = placeLarge(fixture, tenant, 6).stream().map(PlacedOrder::id).toList();
      UUID unknown = new UUID(0x7000, 0x8000_0000_0000_0000L);
      List<UUID> read = Stream.concat(orders.stream(), Stream.of(unknown, orders.get(3))).toList();

      List<TestClient.ClientResponse> responses = new TestClient(fixture, tenant.id()).get(read);

      assertThat(responses)
          .extracting(TestClient.ClientResponse::status)
          .containsExactly(200, 200, 200, 200, 200, 200, 404, 200);
      assertThat(responses)
          .filteredOn(response -> response.status() == 200)
          .extracting(TestClient.ClientResponse::id)
          .containsExactlyElementsOf(
              read.stream().filter(id -> id != unknown).map(IdKind.ORDER::format).toList());
    }
  }

  @Test
  void loadsNoMoreBytesThanTheLimitBehindTheFirstOrder() {
    try (DialFixture fixture = DialFixture.withGateway(new ScriptedGateway())) {
      TestTenant tenant = fixture.tenant();
      List<UUID> orders = placeLarge(fixture, tenant, 4).stream().map(PlacedOrder::id).toList();

      assertThat(leading(fixture, orders, 1)).containsExactly(orders.get(0));
      assertThat(leading(fixture, orders, 2_000_000)).containsExactly(orders.get(0), orders.get(1));
      assertThat(leading(fixture, orders, 10_000_000)).isEqualTo(orders);
    }
  }

  private static List<UUID> leading(DialFixture fixture, List<UUID> orders, long maxBytes) {
    return fixture
        .database
        .asWorker(connection -> OrderStore.loadLeading(connection, orders, maxBytes))
        .await()
        .stream()
        .map(CallOrder::id)
        .toList();
  }
}
