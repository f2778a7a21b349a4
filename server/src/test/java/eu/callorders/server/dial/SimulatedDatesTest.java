package eu.callorders.server.dial;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Days that simulated persons name while the tenant's clock is ahead of real time. */
class SimulatedDatesTest {
  @AutoClose private final DialFixture fixture = new DialFixture().withLoops();
  private final TestTenant tenant = fixture.tenant();

  @Test
  void promisedDayCountsFromTheDayOfTheCall() {
    tenant.jump(Duration.ofDays(42));
    PlacedOrder order = tenant.anOrder().to(MagicLine.PROMISES_PAYMENT).place().awaitEnd();

    assertThat(findings(order).at("/payment_promise/on").asText())
        .isEqualTo(dayOfCall(order).plusWeeks(1).toString());
  }

  @Test
  void requestedCallbackFollowsTheDayOfTheCall() {
    tenant.jump(Duration.ofDays(42));
    PlacedOrder order = tenant.anOrder().toPhone(MagicLine.number(0, "27")).place().awaitEnd();

    assertThat(Instant.parse(findings(order).at("/callback/from").asText()))
        .isEqualTo(
            dayOfCall(order).plusDays(1).atTime(14, 0).atZone(TestTenants.BERLIN).toInstant());
  }

  private static JsonNode findings(PlacedOrder order) {
    return order.result().path("findings");
  }

  private static LocalDate dayOfCall(PlacedOrder order) {
    return PlacedOrder.at(order.attempts().getLast()).toLocalDate();
  }
}
