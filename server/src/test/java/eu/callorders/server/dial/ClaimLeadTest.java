package eu.callorders.server.dial;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class ClaimLeadTest {
  private final ClaimLead lead = new ClaimLead(Duration.ofMillis(4));

  @Test
  void followsLongerRoundAtOnce() {
    lead.recordRound(Duration.ofMillis(9));

    assertThat(lead.get()).isEqualTo(Duration.ofMillis(9));
  }

  @Test
  void followsShorterRoundsSlowly() {
    lead.recordRound(Duration.ofMillis(2));
    assertThat(lead.get()).isBetween(Duration.ofMillis(3), Duration.ofMillis(4));

    for (int round = 0; round < 100; round++) {
      lead.recordRound(Duration.ofMillis(2));
    }
    assertThat(lead.get()).isBetween(Duration.ofMillis(2), Duration.ofNanos(2_100_000));
  }

  @Test
  void isAtMostTwentyMilliseconds() {
    lead.recordRound(Duration.ofSeconds(3));

    assertThat(lead.get()).isEqualTo(Duration.ofMillis(20));
  }
}
