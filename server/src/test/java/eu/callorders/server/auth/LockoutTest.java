package eu.callorders.server.auth;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.server.TestNode;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class LockoutTest {
  private static final Instant NOW = TestNode.START;

  @Test
  void locksForOneMinuteAtTwentiethFailure() {
    Lockout nineteen = failures(Lockout.NONE, 19, NOW);
    assertThat(nineteen.isLockedAt(NOW)).isFalse();

    Lockout locked = nineteen.addFailure(NOW);
    assertThat(locked.isLockedAt(NOW)).isTrue();
    assertThat(locked.isLockedAt(NOW.plusSeconds(59))).isTrue();
    assertThat(locked.isLockedAt(NOW.plusSeconds(60))).isFalse();
  }

  @Test
  void ignoresFailuresOlderThanTenMinutes() {
    Lockout old = failures(Lockout.NONE, 19, NOW);

    assertThat(old.addFailure(NOW.plus(Duration.ofMinutes(10))).lockedUntil()).isNull();
    assertThat(old.addFailure(NOW.plus(Duration.ofMinutes(10)).minusMillis(1)).lockedUntil())
        .isNotNull();
  }

  @Test
  void doublesLocksUpToFifteenMinutes() {
    Lockout lockout = Lockout.NONE;
    Instant now = NOW;
    for (int seconds : List.of(60, 120, 240, 480, 900, 900)) {
      lockout = failures(lockout, 20, now);
      assertThat(lockout.lockedUntil()).isEqualTo(now.plusSeconds(seconds));
      now = now.plusSeconds(seconds);
    }
  }

  @Test
  void ignoresFailuresWhileLocked() {
    Lockout locked = failures(Lockout.NONE, 20, NOW);

    assertThat(failures(locked, 100, NOW.plusSeconds(1))).isEqualTo(locked);
  }

  @Test
  void resetsOneDayAfterLastLock() {
    Lockout locked = failures(failures(Lockout.NONE, 20, NOW), 20, NOW.plusSeconds(60));
    Instant nextDay = NOW.plus(Duration.ofDays(2));

    assertThat(failures(locked, 20, nextDay).lockedUntil()).isEqualTo(nextDay.plusSeconds(60));
  }

  private static Lockout failures(Lockout lockout, int count, Instant now) {
    Lockout after = lockout;
    for (int i = 0; i < count; i++) {
      after = after.addFailure(now);
    }
    return after;
  }
}
