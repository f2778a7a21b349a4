package eu.callorders.server.worker;

import java.time.Duration;

/**
 * What to do about a loop that does not get on. Counts only time that the watchdog has seen pass: a
 * process that was stopped, or a machine without time for it, is no fault of the loop.
 *
 * @param tick from one look to the next
 * @param report how long a loop stands still before readiness, a log line and a metric name it
 * @param interrupt before its thread is interrupted
 * @param exit before the process ends
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
   * What is known of a loop.
   *
   * @param still for how long it has been seen to stand still
   */
  public record State(Duration still, boolean reported, boolean interrupted) {
    public static final State MOVING = new State(Duration.ZERO, false, false);
  }

  /** What to do now. */
  public enum Action {
    NONE,
    REPORT,
    REPORT_RECOVERY,
    INTERRUPT,
    EXIT
  }

  /** The state after a look, and what to do. */
  public record Step(State state, Action action) {}

  /**
   * Decides after a look at the loop.
   *
   * @param sinceLastLook how long ago the watchdog looked before; a late look proves nothing
   * @param gotOn whether the loop has got on since then, or pauses
   */
  public Step next(State state, Duration sinceLastLook, boolean gotOn) {
    if (gotOn) {
      return new Step(State.MOVING, state.reported() ? Action.REPORT_RECOVERY : Action.NONE);
    }
    if (sinceLastLook.compareTo(tick.multipliedBy(LATE_TICKS)) > 0) {
      return new Step(state, Action.NONE);
    }
    Duration still = state.still().plus(sinceLastLook);
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
