package eu.callorders.core.dial;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.call.AttemptStatus;
import eu.callorders.core.window.CallingWindow;
import eu.callorders.core.window.StatutoryHours;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class AttemptTimeoutsTest {
  /** Open until 20:00. */
  private static final CallingWindow WINDOW = StatutoryHours.window(ZoneId.of("Europe/Berlin"));

  private static final Instant CLOSES = Instant.parse("2026-11-17T19:00:00Z");

  @Test
  void dialMayStartWithinTwentySeconds() {
    Instant now = CLOSES.minusSeconds(60);

    assertThat(AttemptTimeouts.latestDialStart(WINDOW, now, Duration.ZERO))
        .isEqualTo(now.plusSeconds(20));
  }

  @Test
  void dialMayNotStartWhenTheWindowCloses() {
    Instant until = AttemptTimeouts.latestDialStart(WINDOW, CLOSES.minusSeconds(3), Duration.ZERO);

    assertThat(until).isEqualTo(CLOSES.minusMillis(1));
    assertThat(WINDOW.permits(until)).isTrue();
  }

  @Test
  void latestStartIsInRealTime() {
    Duration ahead = Duration.ofDays(40);

    assertThat(AttemptTimeouts.latestDialStart(WINDOW, CLOSES.minusSeconds(3), ahead))
        .isEqualTo(CLOSES.minusMillis(1).minus(ahead));
  }

  @ParameterizedTest
  @EnumSource(AttemptStatus.class)
  void onlyRunningAttemptsHaveAQueryTime(AttemptStatus reached) {
    assertThat(AttemptTimeouts.reconcileAt(reached, CLOSES).isPresent())
        .isEqualTo(reached.running());
  }

  @Test
  void callIsNotQueriedBeforeItsMaximumDuration() {
    assertThat(AttemptTimeouts.reconcileAt(AttemptStatus.RINGING, CLOSES).orElseThrow())
        .isAfter(CLOSES.plus(AttemptTimeouts.RING_TIMEOUT));
    assertThat(AttemptTimeouts.reconcileAt(AttemptStatus.ANSWERED, CLOSES).orElseThrow())
        .isAfter(CLOSES.plus(AttemptTimeouts.MAX_DURATION));
  }
}
