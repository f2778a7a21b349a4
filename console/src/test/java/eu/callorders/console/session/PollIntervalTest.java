package eu.callorders.console.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class PollIntervalTest {
  private static final Duration SHORTEST = Duration.ofMillis(80);
  private static final Duration LONGEST = Duration.ofMillis(100);
  private static final PollInterval PACE = new PollInterval(SHORTEST, LONGEST);

  @Test
  void restsLongerWhileNothingHappensButNeverTooLong() {
    assertThat(Stream.iterate(SHORTEST, before -> PACE.after(before, false)).limit(4))
        .containsExactly(SHORTEST, Duration.ofMillis(90), LONGEST, LONGEST);
  }

  @Test
  void restsShortlyWhenSomethingHasHappened() {
    assertThat(PACE.after(LONGEST, true)).isEqualTo(SHORTEST);
    assertThat(PACE.after(SHORTEST, true)).isEqualTo(SHORTEST);
  }
}
