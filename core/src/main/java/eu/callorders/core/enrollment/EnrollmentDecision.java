package eu.callorders.core.enrollment;

import eu.callorders.core.event.EventType;
import eu.callorders.core.problem.Problem;
import java.util.List;

/** The result of a command. */
public sealed interface EnrollmentDecision {

  /**
   * The command applies.
   *
   * @param next the state afterwards
   * @param events to emit, in this order
   * @param orders what to do about the enrollment's orders
   */
  record Accept(EnrollmentState next, List<EventType> events, OrderAction orders)
      implements EnrollmentDecision {
    public Accept {
      events = List.copyOf(events);
    }
  }

  /** Too early, too late or repeated: nothing changes, and no error is reported. */
  record Ignore(String reason) implements EnrollmentDecision {}

  record Reject(Problem problem) implements EnrollmentDecision {}
}
