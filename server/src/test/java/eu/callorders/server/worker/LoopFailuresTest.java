package eu.callorders.server.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class LoopFailuresTest {
  private static final long MINUTE = LoopFailures.WARN_INTERVAL.toNanos();
  private static final long SECOND = Duration.ofSeconds(1).toNanos();

  private final LoopFailures failures = new LoopFailures();

  @Test
  void warnsOnFirstFailureThenOnceAMinute() {
    int warnings = 0;
    for (long now = 0; now < 10 * MINUTE; now += SECOND) {
      warnings += failures.recordFailure(now, false) ? 1 : 0;
    }

    assertThat(warnings).isEqualTo(10);
    assertThat(failures.consecutive()).isEqualTo(600);
  }

  @Test
  void warnsOnceAMinuteWithAlternatingSuccess() {
    int warnings = 0;
    int recoveries = 0;
    for (long now = 0; now < 10 * MINUTE; now += SECOND) {
      warnings += failures.recordFailure(now, false) ? 1 : 0;
      recoveries += failures.reset() > 0 ? 1 : 0;
    }

    assertThat(warnings).isEqualTo(10);
    assertThat(recoveries).isEqualTo(10);
  }

  @Test
  void warnsOnceOnFailuresReportedElsewhere() {
    assertThat(failures.recordFailure(0, true)).isTrue();
    assertThat(failures.recordFailure(5 * MINUTE, true)).isFalse();
    assertThat(failures.recordFailure(6 * MINUTE, false)).isTrue();
    assertThat(failures.reset()).isEqualTo(3);
    assertThat(failures.consecutive()).isZero();
  }
}
