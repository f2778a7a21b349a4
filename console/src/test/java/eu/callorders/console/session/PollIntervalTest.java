package eu.callorders.console.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class PollIntervalTest {
  private static final Duration SHORTEST = Duration.ofMillis(80);
  private static final Duration LONGEST = Duration.ofMillis(100);
  private static final PollInterval INTERVAL = new PollInterval(SHORTEST, LONGEST);

  @Test
  void extendsDelayUpToMaximumWithoutEvents() {
    assertThat(Stream.iterate(SHORTEST, before -> INTERVAL.next(before, false)).limit(4))
        .containsExactly(SHORTEST, Duration.ofMillis(90), LONGEST, LONGEST);
  }

  @Test
  void resetsDelayAfterEvents() {
    assertThat(INTERVAL.next(LONGEST, true)).isEqualTo(SHORTEST);
    assertThat(INTERVAL.next(SHORTEST, true)).isEqualTo(SHORTEST);
  }
}
