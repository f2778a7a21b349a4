package eu.callorders.core.telephony;

import static eu.callorders.core.telephony.BreakerSignal.FAULTY;
import static eu.callorders.core.telephony.BreakerSignal.NONE;
import static eu.callorders.core.telephony.BreakerSignal.SOUND;
import static eu.callorders.core.telephony.CircuitBreaker.State.CLOSED;
import static eu.callorders.core.telephony.CircuitBreaker.State.HALF_OPEN;
import static eu.callorders.core.telephony.CircuitBreaker.State.OPEN;
import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.call.PhoneNumber;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class CircuitBreakerTest {
  private static final CircuitBreaker.Rule RULE = CircuitBreaker.Rule.DEFAULT;
  private static final Instant START = Instant.parse("2026-11-23T09:00:00Z");

  private final CircuitBreaker breaker = new CircuitBreaker(RULE);
  private Instant now = START;
  private int numbers;

  @Test
  void opensWhenHalfOfFiveCallsFail() {
    calls(2, SOUND);
    calls(2, FAULTY);
    assertThat(breaker.state(now)).isEqualTo(CLOSED);
    assertThat(breaker.capacity(now)).isEqualTo(Integer.MAX_VALUE);

    calls(1, FAULTY);

    assertThat(breaker.state(now)).isEqualTo(OPEN);
    assertThat(breaker.capacity(now)).isZero();
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
      breaker.record(new PhoneNumber("+493023125013"), FAULTY, now);
    }
    assertThat(breaker.state(now)).isEqualTo(CLOSED);
  }

  @Test
  void onlyTheLatestCallOfAPhoneCounts() {
    for (int number = 0; number < 4; number++) {
      breaker.record(new PhoneNumber("+49302312504" + number), FAULTY, now);
    }
    breaker.record(new PhoneNumber("+493023125040"), SOUND, now);
    breaker.record(new PhoneNumber("+493023125041"), SOUND, now);
    calls(1, SOUND);
    assertThat(breaker.state(now)).isEqualTo(CLOSED);

    breaker.record(new PhoneNumber("+493023125041"), FAULTY, now);
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
    assertThat(breaker.capacity(now)).isZero();

    pass(Duration.ofMillis(1));
    assertThat(breaker.state(now)).isEqualTo(HALF_OPEN);
    assertThat(breaker.capacity(now)).isEqualTo(3);
    breaker.recordPlaced(2, now);
    assertThat(breaker.capacity(now)).isEqualTo(1);
    breaker.recordPlaced(1, now);
    assertThat(breaker.capacity(now)).isZero();
  }

  @Test
  void closesWithTheFirstSuccessfulProbe() {
    calls(5, FAULTY);
    pass(RULE.pause());
    breaker.recordPlaced(1, now);

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
      if (pause.compareTo(RULE.maxPause()) > 0) {
        pause = RULE.maxPause();
      }
    }
    assertThat(pause).isEqualTo(RULE.maxPause());
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
    assertThat(breaker.capacity(now)).isEqualTo(3);
    breaker.recordPlaced(3, now);
    assertThat(breaker.capacity(now)).isZero();

    pass(RULE.pause());

    assertThat(breaker.state(now)).isEqualTo(HALF_OPEN);
    assertThat(breaker.capacity(now)).isEqualTo(3);
  }

  @Test
  void neverOpensByTheNeverRule() {
    CircuitBreaker never = new CircuitBreaker(CircuitBreaker.Rule.NEVER);
    for (int number = 0; number < 1000; number++) {
      never.record(new PhoneNumber("+49" + number), FAULTY, now);
    }
    assertThat(never.state(now)).isEqualTo(CLOSED);
  }

  private void calls(int count, BreakerSignal signal) {
    for (int call = 0; call < count; call++) {
      breaker.record(new PhoneNumber("+49302312" + numbers++), signal, now);
    }
  }

  private void pass(Duration time) {
    now = now.plus(time);
  }
}
