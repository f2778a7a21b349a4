package eu.callorders.server.dial;

import eu.callorders.core.call.AttemptStatus;
import eu.callorders.core.call.Disposition;
import eu.callorders.core.dial.AttemptEventHandler;
import eu.callorders.core.order.NextAttempt;
import eu.callorders.core.order.OrderCommand;
import eu.callorders.core.order.OrderState;
import eu.callorders.server.call.CallAttempt;
import eu.callorders.server.order.CallOrder;
import eu.callorders.server.order.DecisionContext;
import eu.callorders.server.order.OrderChange;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.Optional;

/**
 * Attempts of an order that a restore lost and the client placed again. They were read from the
 * gateway's log meanwhile; the order counts them before it is scheduled.
 */
final class RecordedAttempts {
  private RecordedAttempts() {}

  /** Whether the order has attempts that it does not count yet. */
  static boolean hasUncounted(CallOrder order) {
    return order.state() instanceof OrderState.Accepted && !order.attempts().isEmpty();
  }

  /**
   * Counts the attempts. A conversation ends the order, an active attempt delays it; otherwise it
   * continues after the last attempt.
   */
  static void count(OrderChange change, DecisionContext context, InstantSource realTime) {
    change.countRecorded();
    CallOrder order = change.order();
    Optional<CallAttempt> latest = decisive(order);
    if (latest.isEmpty()) {
      change.apply(new OrderCommand.Plan(context.nextAttempt(order)));
      return;
    }
    CallAttempt attempt = latest.get();
    change.apply(
        new OrderCommand.Plan(new NextAttempt.At(change.now(), attempt.attempt().phone())));
    change.apply(new OrderCommand.StartAttempt(attempt.id()));
    new AttemptEventHandler(new AttemptUpdater(change, context, realTime), attempt.id())
        .attachToOrder();
  }

  /** The attempt that determines the state of the order; empty when all were refused. */
  private static Optional<CallAttempt> decisive(CallOrder order) {
    return order.attempts().stream()
        .filter(each -> each.attempt().status() != AttemptStatus.REFUSED)
        .max(
            Comparator.comparing(RecordedAttempts::isConversation)
                .thenComparing(each -> each.attempt().status().running())
                .thenComparing(each -> each.id().toString()));
  }

  private static boolean isConversation(CallAttempt each) {
    return each.attempt().disposition() == Disposition.ANSWERED;
  }
}
