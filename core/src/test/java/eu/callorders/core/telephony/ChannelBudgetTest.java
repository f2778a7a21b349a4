package eu.callorders.core.telephony;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ChannelBudgetTest {
  private static final Instant NOW = Instant.parse("2026-11-23T09:00:00Z");

  private final ChannelBudget channels = new ChannelBudget();

  @Test
  void hasNoCapacityBeforeTheFirstHealthReport() {
    assertThat(channels.capacity(NOW)).isZero();
    assertThat(channels.state()).isNull();
  }

  @Test
  void gatewayWithoutChannelCountIsUnlimited() {
    update(up(null), channels.placedCount());
    channels.placed(1_000_000);
    assertThat(channels.capacity(NOW)).isEqualTo(Integer.MAX_VALUE);
  }

  @Test
  void callsPlacedSinceTheRequestReduceTheCapacity() {
    channels.placed(7);
    long mark = channels.placedCount();
    channels.placed(2);
    update(up(5), mark);
    assertThat(channels.capacity(NOW)).isEqualTo(3);

    channels.placed(4);
    assertThat(channels.capacity(NOW)).isZero();

    update(up(5), channels.placedCount());
    assertThat(channels.capacity(NOW)).isEqualTo(5);
  }

  @ParameterizedTest
  @EnumSource(names = {"DEGRADED", "DOWN"})
  void gatewayThatIsNotUpHasNoCapacity(GatewayHealth.State state) {
    update(new GatewayHealth(state, 10, null), channels.placedCount());
    assertThat(channels.capacity(NOW)).isZero();
  }

  @Test
  void hasNoCapacityUntilRetryAfterHasPassed() {
    update(
        new GatewayHealth(GatewayHealth.State.UP, 10, Duration.ofSeconds(3)),
        channels.placedCount());
    assertThat(channels.capacity(NOW.plusMillis(2999))).isZero();
    assertThat(channels.capacity(NOW.plusSeconds(3))).isEqualTo(10);
  }

  private void update(GatewayHealth health, long mark) {
    channels.update(health, mark, NOW);
  }

  private static GatewayHealth up(Integer free) {
    return new GatewayHealth(GatewayHealth.State.UP, free, null);
  }
}
