package eu.callorders.server.dial;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.order.OrderState;
import eu.callorders.core.telephony.PlaceResult;
import eu.callorders.core.telephony.PlaceResult.RefusalReason;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** An order whose calls the gateway refuses for now. */
class GatewayRefusalsTest {
  private final ScriptedGateway gateway = new ScriptedGateway();
  @AutoClose private final DialFixture fixture = DialFixture.withGateway(gateway);
  private final TestTenant tenant = fixture.tenant();
  private final PlacedOrder order = tenant.anOrder().to(MagicLine.BUSY).place();

  @Test
  void onlyRefusalsForWantOfCapacityEndTheOrder() {
    refuse(6, RefusalReason.TRUNK_FAULT);
    refuse(10, RefusalReason.CAPACITY);
    refuse(6, RefusalReason.TOO_LATE);
    refuse(9, RefusalReason.CAPACITY);
    refuse(1, RefusalReason.AGENT_UNAVAILABLE);
    assertThat(order.status()).isEqualTo("scheduled");

    refuse(1, RefusalReason.CAPACITY);

    assertThat(order.status()).isEqualTo("failed");
    assertThat(order.summary()).isEqualTo("technical_failure");
  }

  @Test
  void eachRefusalDoublesTheDelay() {
    assertThat(delayAfter(RefusalReason.TRUNK_FAULT)).isEqualTo(Duration.ofSeconds(30));
    assertThat(delayAfter(RefusalReason.DIVERTED)).isEqualTo(Duration.ofMinutes(1));
    assertThat(delayAfter(RefusalReason.CAPACITY)).isEqualTo(Duration.ofMinutes(2));
    assertThat(order.load().consecutiveRefusals()).isEqualTo(1);
    assertThat(order.load().refusedAttempts()).isEqualTo(3);
  }

  private void refuse(int times, RefusalReason reason) {
    for (int refusal = 0; refusal < times; refusal++) {
      refuse(new PlaceResult.Refused(reason, Duration.ofSeconds(1)));
      tenant.jump(Duration.ofSeconds(1));
    }
  }

  private void refuse(PlaceResult refused) {
    int before = gateway.placed.size();
    gateway.withPlaceResult(refused);
    fixture.dialDue();
    assertThat(gateway.placed).hasSize(before + 1);
  }

  private Duration delayAfter(RefusalReason reason) {
    refuse(new PlaceResult.Refused(reason, null));
    Duration delay = Duration.between(order.load().updatedAt(), nextAttemptAt());
    tenant.jump(delay);
    return delay;
  }

  private Instant nextAttemptAt() {
    return ((OrderState.Scheduled) order.load().state()).nextAttemptAt();
  }
}
