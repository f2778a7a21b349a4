package eu.callorders.core.order;

import static eu.callorders.core.order.Orders.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SchedulingTest {
  private static final Instant IN_30_DAYS = NOW.plus(Duration.ofDays(30));

  @Test
  void expiresThirtyDaysAfterAcceptanceOrNotBefore() {
    Instant tomorrow = NOW.plus(Duration.ofDays(1));
    Instant yesterday = NOW.minus(Duration.ofDays(1));

    assertThat(expiry(null, null)).isEqualTo(IN_30_DAYS);
    assertThat(expiry(yesterday, null)).isEqualTo(IN_30_DAYS);
    assertThat(expiry(tomorrow, null)).isEqualTo(tomorrow.plus(Duration.ofDays(30)));
  }

  @Test
  void expiresAtNotAfterWhenThatIsEarlier() {
    assertThat(expiry(null, NOW.plusSeconds(1))).isEqualTo(NOW.plusSeconds(1));
    assertThat(expiry(null, IN_30_DAYS.plusSeconds(1))).isEqualTo(IN_30_DAYS);
  }

  private static Instant expiry(@Nullable Instant notBefore, @Nullable Instant notAfter) {
    return new Scheduling(3, Duration.ofHours(4), false, notBefore, notAfter, List.of(), false)
        .expiry(NOW);
  }
}
