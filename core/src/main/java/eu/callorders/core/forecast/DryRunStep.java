package eu.callorders.core.forecast;

import eu.callorders.core.window.PermittedInterval;
import java.time.Instant;
import java.util.List;

/** One step of a dry run. */
public sealed interface DryRunStep {

  /** Index of the step, from 0. */
  int step();

  Instant begun();

  /** When the next step starts, or the enrollment ends. */
  Instant ended();

  /**
   * @param due end of the wait itself; {@code ended} is later if it lies outside the window
   */
  record Waiting(int step, Instant begun, Instant due, Instant ended) implements DryRunStep {}

  /**
   * @param dials in order of time
   * @param mayDial limit of the order's attempts
   */
  record Calls(int step, Instant begun, List<Dial> dials, int mayDial, Instant ended)
      implements DryRunStep {
    public Calls {
      dials = List.copyOf(dials);
    }
  }

  /**
   * @param open the permitted interval around the dial
   */
  record Dial(Instant at, String phone, PermittedInterval open) {}
}
