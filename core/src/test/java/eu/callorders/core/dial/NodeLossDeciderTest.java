package eu.callorders.core.dial;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class NodeLossDeciderTest {
  private static final Instant START = Instant.parse("2026-11-27T10:00:00Z");

  private final NodeLossDecider decider = new NodeLossDecider();

  @Test
  void actsAfterTenSecondsOfObservation() {
    assertThat(atSeconds(0)).isFalse();
    assertThat(atSeconds(5)).isFalse();
    assertThat(atMillis(9_999)).isFalse();
    assertThat(atSeconds(10)).isTrue();
    assertThat(atSeconds(11)).isTrue();
  }

  @Test
  void observesAnewAfterAnOutage() {
    atSeconds(0);
    atSeconds(5);
    assertThat(atSeconds(10)).isTrue();

    assertThat(atMillis(15_001)).isFalse();

    assertThat(atSeconds(20)).isFalse();
    assertThat(atSeconds(25)).isFalse();
    assertThat(atMillis(25_001)).isTrue();
  }

  @Test
  void aPauseOfFiveSecondsIsNoOutage() {
    atSeconds(0);
    atSeconds(5);

    assertThat(atSeconds(10)).isTrue();
    assertThat(atSeconds(15)).isTrue();
  }

  private boolean atSeconds(long seconds) {
    return atMillis(1_000 * seconds);
  }

  private boolean atMillis(long millis) {
    return decider.mayEndCalls(START.plus(Duration.ofMillis(millis)));
  }
}
