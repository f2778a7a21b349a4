package eu.callorders.server.dial;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.server.order.OrderAcceptor;
import java.time.Duration;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** The dialer is woken only for orders that it would see too late. */
class DueOrderTest {
  @AutoClose private final DialFixture fixture = DialFixture.withGateway(new ScriptedGateway());

  private final TestTenant tenant = fixture.tenant();

  @Test
  void ordersAreDueAtOnceOrBeforeTheDialerLooksAgain() {
    assertThat(isDue(tenant.anOrder())).isTrue();
    assertThat(isDue(tenant.anOrder().notBefore(tenant.now().plus(OrderAcceptor.DIAL_INTERVAL))))
        .as("a commit takes time, too")
        .isTrue();
    assertThat(isDue(tenant.anOrder().notBefore(tenant.now().plus(Duration.ofMinutes(1)))))
        .isFalse();
  }

  private boolean isDue(OrderDraft order) {
    return fixture.orders.acceptUnnoticed(tenant.id(), order.to(MagicLine.BUSY).json()).due();
  }
}
