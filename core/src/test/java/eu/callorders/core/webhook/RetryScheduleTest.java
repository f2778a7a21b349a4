package eu.callorders.core.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class RetryScheduleTest {
  private static final Instant ENDED = Instant.parse("2026-03-01T12:00:00Z");
  private static final RandomGenerator NO_JITTER = () -> 0;

  @Test
  void takesAboutThreeDaysInAll() {
    Duration all = Duration.ZERO;
    for (int made = 1; made < RetrySchedule.MAX_ATTEMPTS; made++) {
      all = all.plus(Duration.between(ENDED, next(made, null, NO_JITTER)));
    }
    assertThat(all).isEqualTo(Duration.ofHours(75).plusMinutes(35).plusSeconds(5));
    assertThat(RetrySchedule.next(10, ENDED, null, NO_JITTER)).isEmpty();
  }

  @Test
  void jitterDelaysByATenthAtMost() {
    Random random = new Random(3);
    List<Duration> gaps =
        random
            .ints(1_000)
            .mapToObj(ignored -> Duration.between(ENDED, next(2, null, random)))
            .toList();
    assertThat(gaps).allMatch(gap -> gap.compareTo(Duration.ofMinutes(5)) >= 0);
    assertThat(gaps).allMatch(gap -> gap.compareTo(Duration.ofSeconds(330)) <= 0);
    assertThat(gaps.stream().distinct().count()).isGreaterThan(900);
  }

  @Test
  void obeysRetryAfterUpToADay() {
    assertThat(next(1, Duration.ofHours(3), NO_JITTER)).isEqualTo(ENDED.plus(Duration.ofHours(3)));
    assertThat(next(1, Duration.ofDays(3), NO_JITTER)).isEqualTo(ENDED.plus(Duration.ofDays(1)));
    assertThat(next(1, Duration.ofSeconds(1), NO_JITTER)).isEqualTo(ENDED.plusSeconds(5));
    assertThat(RetrySchedule.next(10, ENDED, Duration.ofHours(1), NO_JITTER)).isEmpty();
  }

  private static Instant next(int made, Duration retryAfter, RandomGenerator random) {
    Optional<Instant> next = RetrySchedule.next(made, ENDED, retryAfter, random);
    return next.orElseThrow();
  }
}
