package eu.callorders.core.order;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.telephony.PlaceResult.RefusalReason;
import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BackoffTest {

  @Test
  void doublesFromThirtySecondsToTenMinutes() {
    assertThat(IntStream.of(1, 2, 3, 4, 5, 6, 20, 1_000).mapToObj(n -> seconds(n)))
        .containsExactly(30L, 60L, 120L, 240L, 480L, 600L, 600L, 600L);
  }

  @Test
  void retryAfterOfTheGatewayWins() {
    assertThat(Backoff.after(1, Duration.ofSeconds(1))).isEqualTo(Duration.ofSeconds(1));
    assertThat(Backoff.after(9, Duration.ofHours(1))).isEqualTo(Duration.ofHours(1));
  }

  @Test
  void refusalsForAnOperatorDelayLongestAndUseUpNothing() {
    int count = 0;
    for (int i = 0; i < 1_000; i++) {
      count = Backoff.count(count, RefusalReason.TRUNK_FAULT);
    }
    assertThat(seconds(count)).isEqualTo(600);
    assertThat(count).isLessThan(Backoff.MAX_REFUSALS / 2);
    assertThat(Backoff.count(15, RefusalReason.DIVERTED)).isEqualTo(15);
    assertThat(Backoff.count(15, RefusalReason.CAPACITY)).isEqualTo(16);
  }

  private static long seconds(int consecutiveRefusals) {
    return Backoff.after(consecutiveRefusals, null).toSeconds();
  }
}
