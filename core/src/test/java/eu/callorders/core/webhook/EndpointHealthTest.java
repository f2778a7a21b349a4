package eu.callorders.core.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.webhook.EndpointHealth.FailureResult;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class EndpointHealthTest {
  private static final Instant START = Instant.parse("2026-03-01T12:00:00Z");

  @Test
  void disablesAfterFiveDaysOfFailuresWithThreeWarnings() {
    List<String> reported = new ArrayList<>();
    EndpointHealth health = EndpointHealth.NEW;
    for (int hour = 0; hour <= 120; hour++) {
      switch (health.afterFailure(START.plus(Duration.ofHours(hour)))) {
        case FailureResult.Recorded(EndpointHealth next) -> health = next;
        case FailureResult.Failing(EndpointHealth next, int percent) -> {
          health = next;
          reported.add(hour + " h: " + percent);
        }
        case FailureResult.Disabled(EndpointHealth next) -> {
          health = next;
          reported.add(hour + " h: disabled");
        }
      }
    }
    assertThat(reported).containsExactly("60 h: 50", "84 h: 70", "108 h: 90", "120 h: disabled");
    assertThat(health.consecutiveFailures()).isEqualTo(121);
  }

  @Test
  void shortBurstOfFailuresDoesNotStartTheFiveDays() {
    EndpointHealth health = EndpointHealth.NEW;
    for (int minute = 0; minute < 12 * 60; minute++) {
      health = health.afterFailure(START.plus(Duration.ofMinutes(minute))).health();
    }
    assertThat(health.counting()).isFalse();
    assertThat(health.afterFailure(START.plus(Duration.ofHours(12))).health().counting()).isTrue();
  }

  @Test
  void failureAfterALongPauseDisablesOnlyAfterAnEarlierOne() {
    assertThat(EndpointHealth.NEW.afterFailure(START)).isInstanceOf(FailureResult.Recorded.class);
    EndpointHealth once = EndpointHealth.NEW.afterFailure(START).health();
    assertThat(once.afterFailure(START.plus(Duration.ofDays(6))))
        .isInstanceOf(FailureResult.Disabled.class);
  }

  @Test
  void successResetsTheCount() {
    EndpointHealth failing =
        EndpointHealth.NEW
            .afterFailure(START)
            .health()
            .afterFailure(START.plus(Duration.ofDays(3)))
            .health();
    EndpointHealth healthy = failing.afterSuccess(START.plus(Duration.ofDays(4)));

    assertThat(healthy.consecutiveFailures()).isZero();
    assertThat(healthy.lastSuccessAt()).isEqualTo(START.plus(Duration.ofDays(4)));
    assertThat(healthy.lastFailureAt()).isEqualTo(START.plus(Duration.ofDays(3)));
    assertThat(healthy.afterFailure(START.plus(Duration.ofDays(9))))
        .isInstanceOf(FailureResult.Recorded.class);
  }

  @Test
  void warnsOncePerStageAndOnlyOfTheLatest() {
    EndpointHealth failing = EndpointHealth.NEW.afterFailure(START).health();
    FailureResult late = failing.afterFailure(START.plus(Duration.ofHours(90)));
    assertThat(late)
        .isInstanceOfSatisfying(
            FailureResult.Failing.class, warning -> assertThat(warning.percent()).isEqualTo(70));
    assertThat(late.health().afterFailure(START.plus(Duration.ofHours(91))))
        .isInstanceOf(FailureResult.Recorded.class);
  }

  @Test
  void enablingResetsTheFailures() {
    EndpointHealth failing =
        EndpointHealth.NEW
            .afterFailure(START)
            .health()
            .afterFailure(START.plus(Duration.ofDays(4)))
            .health();
    assertThat(failing.afterEnabling().afterFailure(START.plus(Duration.ofDays(6))))
        .isInstanceOf(FailureResult.Recorded.class);
  }
}
