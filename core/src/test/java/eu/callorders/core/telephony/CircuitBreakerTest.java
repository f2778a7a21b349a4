package eu.callorders.core.telephony;

import static eu.callorders.core.telephony.BreakerSignal.FAULTY;
import static eu.callorders.core.telephony.BreakerSignal.NONE;
import static eu.callorders.core.telephony.BreakerSignal.SOUND;
import static eu.callorders.core.telephony.CircuitBreaker.State.CLOSED;
import static eu.callorders.core.telephony.CircuitBreaker.State.HALF_OPEN;
import static eu.callorders.core.telephony.CircuitBreaker.State.OPEN;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class CircuitBreakerTest {
  private static final CircuitBreaker.Rule RULE = CircuitBreaker.Rule.USUAL;
  private static final Instant START = Instant.parse("2026-11-23T09:00:00Z");

  private final CircuitBreaker breaker = new CircuitBreaker(RULE);
  private Instant now = START;
  private int numbers;

  @Test
  void opensWhenHalfOfFiveCallsFail() {
    calls(2, SOUND);
    calls(2, FAULTY);
    assertThat(breaker.state(now)).isEqualTo(CLOSED);
    assertThat(breaker.room(now)).isEqualTo(Integer.MAX_VALUE);

    calls(1, FAULTY);

    assertThat(breaker.state(now)).isEqualTo(OPEN);
    assertThat(breaker.room(now)).isZero();
  }

  @Test
  void staysClosedWhileFewerThanHalfFail() {
    calls(6, SOUND);
    calls(5, FAULTY);
    assertThat(breaker.state(now)).isEqualTo(CLOSED);

    calls(1, FAULTY);
    assertThat(breaker.state(now)).isEqualTo(OPEN);
  }

  @Test
  void fourCallsAreTooFewToDecide() {
    calls(4, FAULTY);
    calls(10, NONE);
    assertThat(breaker.state(now)).isEqualTo(CLOSED);
  }

  @Test
  void repeatedFailuresOfOnePhoneDoNotOpenIt() {
    for (int attempt = 0; attempt < 50; attempt++) {
      breaker.take("+493023125013", FAULTY, now);
    }
    assertThat(breaker.state(now)).isEqualTo(CLOSED);
  }

  @Test
  void onlyTheLatestCallOfAPhoneCounts() {
    for (int number = 0; number < 4; number++) {
      breaker.take("+49302312504" + number, FAULTY, now);
    }
    breaker.take("+493023125040", SOUND, now);
    breaker.take("+493023125041", SOUND, now);
    calls(1, SOUND);
    assertThat(breaker.state(now)).isEqualTo(CLOSED);

    breaker.take("+493023125041", FAULTY, now);
    assertThat(breaker.state(now)).isEqualTo(OPEN);
  }

  @Test
  void dropsCallsOlderThanTheWindow() {
    calls(4, FAULTY);
    pass(RULE.window().plusMillis(1));
    calls(4, FAULTY);
    assertThat(breaker.state(now)).isEqualTo(CLOSED);

    calls(1, FAULTY);
    assertThat(breaker.state(now)).isEqualTo(OPEN);
  }

  @Test
  void keepsCallsWithinTheWindow() {
    calls(4, FAULTY);
    pass(RULE.window());
    calls(1, FAULTY);
    assertThat(breaker.state(now)).isEqualTo(OPEN);
  }

  @Test
  void allowsAFewProbesAfterThePause() {
    calls(5, FAULTY);
    pass(RULE.pause().minusMillis(1));
    assertThat(breaker.room(now)).isZero();

    pass(Duration.ofMillis(1));
    assertThat(breaker.state(now)).isEqualTo(HALF_OPEN);
    assertThat(breaker.room(now)).isEqualTo(3);
    breaker.placed(2, now);
    assertThat(breaker.room(now)).isEqualTo(1);
    breaker.placed(1, now);
    assertThat(breaker.room(now)).isZero();
  }

  @Test
  void closesWithTheFirstSuccessfulProbe() {
    calls(5, FAULTY);
    pass(RULE.pause());
    breaker.placed(1, now);

    calls(1, SOUND);

    assertThat(breaker.state(now)).isEqualTo(CLOSED);
    calls(4, FAULTY);
    assertThat(breaker.state(now)).describedAs("counts from zero").isEqualTo(CLOSED);
  }

  @Test
  void doublesThePauseAfterAFailedProbeUpToABound() {
    calls(5, FAULTY);
    Duration pause = RULE.pause();
    for (int probe = 0; probe < 10; probe++) {
      pass(pause.minusMillis(1));
      assertThat(breaker.state(now)).isEqualTo(OPEN);
      pass(Duration.ofMillis(1));
      assertThat(breaker.state(now)).isEqualTo(HALF_OPEN);
      calls(1, FAULTY);
      pause = pause.multipliedBy(2);
      if (pause.compareTo(RULE.longestPause()) > 0) {
        pause = RULE.longestPause();
      }
    }
    assertThat(pause).isEqualTo(RULE.longestPause());
  }

  @Test
  void callsPlacedBeforeItOpenedDoNotCloseIt() {
    calls(5, FAULTY);
    calls(20, SOUND);
    assertThat(breaker.state(now)).isEqualTo(OPEN);
  }

  @Test
  void replacesProbesWithoutAnOutcome() {
    calls(5, FAULTY);
    pass(RULE.pause());
    assertThat(breaker.room(now)).isEqualTo(3);
    breaker.placed(3, now);
    assertThat(breaker.room(now)).isZero();

    pass(RULE.pause());

    assertThat(breaker.state(now)).isEqualTo(HALF_OPEN);
    assertThat(breaker.room(now)).isEqualTo(3);
  }

  @Test
  void neverOpensByTheNeverRule() {
    CircuitBreaker never = new CircuitBreaker(CircuitBreaker.Rule.NEVER);
    for (int number = 0; number < 1000; number++) {
      never.take("+49" + number, FAULTY, now);
    }
    assertThat(never.state(now)).isEqualTo(CLOSED);
  }

  private void calls(int count, BreakerSignal signal) {
    for (int call = 0; call < count; call++) {
      breaker.take("+49302312" + numbers++, signal, now);
    }
  }

  private void pass(Duration time) {
    now = now.plus(time);
  }
}
