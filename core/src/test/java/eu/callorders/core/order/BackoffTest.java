package eu.callorders.core.order;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.telephony.PlaceResult.RefusalReason;
import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

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

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "CAPACITY")
  void onlyRefusalsForWantOfCapacityCount(RefusalReason other) {
    int count = 0;
    for (int refusal = 1; refusal <= Backoff.MAX_REFUSALS; refusal++) {
      count = Backoff.count(Backoff.count(count, other), RefusalReason.CAPACITY);
      assertThat(Backoff.count(count, other)).isEqualTo(refusal);
    }
  }

  private static long seconds(int refusals) {
    return Backoff.after(refusals, null).toSeconds();
  }
}
