package eu.callorders.core.order;

import eu.callorders.core.event.EventType;
import eu.callorders.core.problem.Problem;
import java.util.List;

/** What becomes of a command. */
public sealed interface OrderDecision {

  /**
   * It holds.
   *
   * @param next the state afterwards; equal to the one before when only details changed
   * @param events what to announce, in this order
   */
  record Accept(OrderState next, List<EventType> events) implements OrderDecision {
    public Accept {
      events = List.copyOf(events);
    }
  }

  /** It came too late, twice, or for another attempt: nothing changes, nobody is to blame. */
  record Ignore(String why) implements OrderDecision {}

  /** The client asked for something that the state does not allow. */
  record Reject(Problem problem) implements OrderDecision {}
}
