package eu.callorders.core.order;

import eu.callorders.core.event.EventType;
import eu.callorders.core.problem.Problem;
import java.util.List;

/** The result of a command. */
public sealed interface OrderDecision {

  /**
   * The command applies.
   *
   * @param next the state afterwards; equal to the one before when only details changed
   * @param events to emit, in this order
   */
  record Accept(OrderState next, List<EventType> events) implements OrderDecision {
    public Accept {
      events = List.copyOf(events);
    }
  }

  /** Too late, repeated or for another attempt: nothing changes, and no error is reported. */
  record Ignore(String reason) implements OrderDecision {}

  record Reject(Problem problem) implements OrderDecision {}
}
