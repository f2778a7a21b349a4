package eu.callorders.server.worker;

import java.time.Duration;

/**
 * Decides what to do about a stalled loop. Counts only time that the watchdog has observed: a
 * suspended process or an overloaded machine is no fault of the loop.
 *
 * @param tick interval of checks
 * @param report stall until readiness, log and metric report the loop
 * @param interrupt stall until its thread is interrupted
 * @param exit stall until the process ends
 */
public record LoopWatchdogPolicy(
    Duration tick, Duration report, Duration interrupt, Duration exit) {
  public static final LoopWatchdogPolicy DEFAULT =
      new LoopWatchdogPolicy(
          Duration.ofSeconds(1),
          Duration.ofSeconds(20),
          Duration.ofSeconds(50),
          Duration.ofSeconds(60));

  private static final int LATE_TICKS = 2;

  /**
   * What the watchdog has done about a stalled loop.
   *
   * @param stalledFor observed duration of the stall
   */
  public record State(Duration stalledFor, boolean reported, boolean interrupted) {
    public static final State PROGRESSING = new State(Duration.ZERO, false, false);
  }

  public enum Action {
    NONE,
    REPORT,
    REPORT_RECOVERY,
    INTERRUPT,
    EXIT
  }

  public record Step(State state, Action action) {}

  /**
   * Decides after a check of the loop.
   *
   * @param sinceLastCheck time since the previous check; after a late check it does not count
   * @param progressed whether the loop has progressed since then, or pauses
   */
  public Step next(State state, Duration sinceLastCheck, boolean progressed) {
    if (progressed) {
      return new Step(State.PROGRESSING, state.reported() ? Action.REPORT_RECOVERY : Action.NONE);
    }
    if (sinceLastCheck.compareTo(tick.multipliedBy(LATE_TICKS)) > 0) {
      return new Step(state, Action.NONE);
    }
    Duration still = state.stalledFor().plus(sinceLastCheck);
    if (still.compareTo(exit) >= 0 && state.interrupted()) {
      return new Step(new State(still, true, true), Action.EXIT);
    }
    if (still.compareTo(interrupt) >= 0 && !state.interrupted()) {
      return new Step(new State(still, true, true), Action.INTERRUPT);
    }
    if (still.compareTo(report) >= 0 && !state.reported()) {
      return new Step(new State(still, true, state.interrupted()), Action.REPORT);
    }
    return new Step(new State(still, state.reported(), state.interrupted()), Action.NONE);
  }
}
