package eu.callorders.core.enrollment;

import eu.callorders.core.event.EventType;
import eu.callorders.core.problem.Problem;
import java.util.List;

/** What becomes of a command. */
public sealed interface EnrollmentDecision {

  /**
   * It holds.
   *
   * @param next the state afterwards
   * @param events what to announce, in this order
   * @param orders what to do about the enrollment's orders
   */
  record Accept(EnrollmentState next, List<EventType> events, OrderAction orders)
      implements EnrollmentDecision {
    public Accept {
      events = List.copyOf(events);
    }
  }

  /** It came too early, too late or twice: nothing changes, nobody is to blame. */
  record Ignore(String why) implements EnrollmentDecision {}

  /** The client asked for something that the state does not allow. */
  record Reject(Problem problem) implements EnrollmentDecision {}
}
