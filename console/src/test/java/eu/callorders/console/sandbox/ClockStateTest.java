package eu.callorders.console.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.console.api.Failure;
import eu.callorders.console.api.Json;
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

  @Test
  void keepsTheLastTimeWhenItCannotReadTheNext() {
    ClockState clock = new ClockState();
    clock.show(Json.object().put("now", NOW.toString()));
    clock.show(Json.object().put("now", "noon"));
    assertThat(clock.now.get()).isEqualTo(NOW);
    assertThat(clock.failure.get()).isInstanceOf(Failure.Unexpected.class);
    clock.show(Json.object().put("now", NOW.plusSeconds(1).toString()));
    assertThat(clock.now.get()).isEqualTo(NOW.plusSeconds(1));
    assertThat(clock.failure.get()).isNull();
  }
}
