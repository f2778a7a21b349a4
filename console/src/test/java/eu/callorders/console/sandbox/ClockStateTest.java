package eu.callorders.console.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;

class ClockStateTest {
  private static final Instant NOW = Instant.parse("2026-11-20T10:00:00Z");

  @Test
  void limitsProgress() {
    ClockState.ClockAdvance beyond =
        new ClockState.ClockAdvance(NOW, NOW.plusSeconds(3), NOW.plusSeconds(2));
    assertThat(beyond.progress()).isEqualTo(1);
    assertThat(new ClockState.ClockAdvance(NOW, NOW.minusSeconds(3), NOW.plusSeconds(2)).progress())
        .isZero();
  }
}
