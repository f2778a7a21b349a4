package eu.callorders.core.forecast;

import eu.callorders.core.call.PhoneNumber;
import eu.callorders.core.window.PermittedInterval;
import java.time.Instant;
import java.util.List;

/** One step of a dry run. */
public sealed interface DryRunStep {

  /** Index of the step, from 0. */
  int step();

  Instant startedAt();

  /** When the next step starts, or the enrollment ends. */
  Instant endedAt();

  /**
   * A wait.
   *
   * @param dueAt end of the wait itself; {@code ended} is later if it lies outside the window
   */
  record Waiting(int step, Instant startedAt, Instant dueAt, Instant endedAt)
      implements DryRunStep {}

  /**
   * An order and its dials.
   *
   * @param dials in order of time
   * @param maxAttempts limit of the order's attempts
   */
  record Calls(int step, Instant startedAt, List<Dial> dials, int maxAttempts, Instant endedAt)
      implements DryRunStep {
    public Calls {
      dials = List.copyOf(dials);
    }
  }

  /**
   * One dial.
   *
   * @param permitted the permitted interval around the dial
   */
  record Dial(Instant at, PhoneNumber phone, PermittedInterval permitted) {}
}
