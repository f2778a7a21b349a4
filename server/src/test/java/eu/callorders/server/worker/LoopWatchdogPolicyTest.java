package eu.callorders.server.worker;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.server.worker.LoopWatchdogPolicy.Action;
import eu.callorders.server.worker.LoopWatchdogPolicy.State;
import eu.callorders.server.worker.LoopWatchdogPolicy.Step;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LoopWatchdogPolicyTest {
  private static final LoopWatchdogPolicy POLICY = LoopWatchdogPolicy.DEFAULT;
  private static final Duration TICK = POLICY.tick();

  @Test
  void reportsInterruptsAndExitsInOrder() {
    List<String> actions = new ArrayList<>();
    State state = State.PROGRESSING;
    for (int second = 1; second <= 60; second++) {
      Step step = POLICY.next(state, TICK, false);
      state = step.state();
      if (step.action() != Action.NONE) {
        actions.add(second + " " + step.action());
      }
    }

    assertThat(actions).containsExactly("20 REPORT", "50 INTERRUPT", "60 EXIT");
  }

  /** After any stall, progress of the loop resets the count. */
  @Test
  void resetsWhenTheLoopProgresses() {
    for (int stalled = 0; stalled < 60; stalled++) {
      State state = after(stalled);

      Step step = POLICY.next(state, TICK, true);

      assertThat(step.state()).isEqualTo(State.PROGRESSING);
      assertThat(step.action()).isEqualTo(stalled < 20 ? Action.NONE : Action.REPORT_RECOVERY);
    }
  }

  /** A process that was suspended or starved has not observed its loops. */
  @ParameterizedTest
  @ValueSource(ints = {3, 30, 60, 3600, 86_400})
  void doesNothingAfterALateCheck(int seconds) {
    for (int stalled = 0; stalled < 60; stalled++) {
      State state = after(stalled);

      Step step = POLICY.next(state, Duration.ofSeconds(seconds), false);

      assertThat(step).isEqualTo(new Step(state, Action.NONE));
    }
  }

  /** For a day of late checks. */
  @Test
  void neverExitsWhileAllChecksAreLate() {
    State state = State.PROGRESSING;
    for (int check = 0; check < 28_800; check++) {
      Step step = POLICY.next(state, Duration.ofSeconds(3), false);
      assertThat(step.action()).isEqualTo(Action.NONE);
      state = step.state();
    }
  }

  @Test
  void interruptsBeforeExitEvenAfterLongChecks() {
    State state = new State(Duration.ofSeconds(49), true, false);

    Step first = POLICY.next(state, Duration.ofSeconds(2), false);
    Step second = POLICY.next(new State(Duration.ofMinutes(2), true, false), TICK, false);

    assertThat(first.action()).isEqualTo(Action.INTERRUPT);
    assertThat(second.action()).isEqualTo(Action.INTERRUPT);
  }

  private static State after(int seconds) {
    State state = State.PROGRESSING;
    for (int second = 0; second < seconds; second++) {
      state = POLICY.next(state, TICK, false).state();
    }
    return state;
  }
}
