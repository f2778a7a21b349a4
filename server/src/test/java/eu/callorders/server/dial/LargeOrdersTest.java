package eu.callorders.server.dial;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The size of the orders bounds a batch of the dialer. */
class LargeOrdersTest {
  private static final String ENLARGE =
      """
      UPDATE call_order_body
         SET document =
             (document::jsonb || jsonb_build_object('padding', repeat('x', 900000)))::json
      RETURNING order_id
      """;

  @Test
  void dialsLargeOrdersInSeveralBatches() {
    ScriptedGateway gateway = new ScriptedGateway();
    try (DialFixture fixture = DialFixture.withGateway(gateway)) {
      TestTenant tenant = fixture.tenant();
      List<PlacedOrder> orders =
          IntStream.range(0, 10)
              .mapToObj(
                  number ->
                      tenant.anOrder().forSubject("person-" + number).to(MagicLine.BUSY).place())
              .toList();
      fixture.query(ENLARGE);
      fixture.planner.runOnce();

      assertThat(fixture.dialer.runOnce().orders()).isEqualTo(9);
      assertThat(fixture.dialer.runOnce().orders()).isEqualTo(1);
      assertThat(orders).allMatch(order -> order.status().equals("dialing"));
    }
  }
}
