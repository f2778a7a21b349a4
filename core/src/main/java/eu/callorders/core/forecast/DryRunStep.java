package eu.callorders.core.forecast;

import eu.callorders.core.window.PermittedInterval;
import java.time.Instant;
import java.util.List;

/** One step of a course. */
public sealed interface DryRunStep {

  /** Index of the step, from 0. */
  int step();

  Instant begun();

  /** When the next step follows, or the enrollment ends. */
  Instant ended();

  /**
   * A wait.
   *
   * @param due what the step itself comes to; the end is later when that lies outside the window
   */
  record Waiting(int step, Instant begun, Instant due, Instant ended) implements DryRunStep {}

  /**
   * An order.
   *
   * @param dials in time
   * @param mayDial how many attempts the order has at most
   */
  record Calls(int step, Instant begun, List<Dial> dials, int mayDial, Instant ended)
      implements DryRunStep {
    public Calls {
      dials = List.copyOf(dials);
    }
  }

  /**
   * A dial.
   *
   * @param open the stretch of time, around it, in which it is permitted
   */
  record Dial(Instant at, String phone, PermittedInterval open) {}
}
