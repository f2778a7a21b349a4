package eu.callorders.server.dial;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A batch of the dialer is bounded by the bytes of its orders too. */
class LargeOrdersTest {
  private static final String ENLARGE =
      """
      UPDATE call_order_body
         SET document =
             (document::jsonb || jsonb_build_object('padding', repeat('x', 5000000)))::json
      RETURNING order_id
      """;

  @Test
  void largeOrdersAreDialedInSeveralBatches() {
    ScriptedGateway gateway = new ScriptedGateway();
    try (DialFixture house = DialFixture.over(gateway)) {
      TestTenant tenant = house.tenant();
      List<PlacedOrder> orders =
          IntStream.range(0, 3)
              .mapToObj(
                  number -> tenant.anOrder().of("person-" + number).to(MagicLine.BUSY).placed())
              .toList();
      house.query(ENLARGE);
      house.planner.runOnce();

      assertThat(house.dialer.runOnce()).isEqualTo(1);
      assertThat(house.dialer.runOnce()).isEqualTo(1);
      assertThat(house.dialer.runOnce()).isEqualTo(1);
      assertThat(orders).allMatch(order -> order.status().equals("dialing"));
    }
  }
}
