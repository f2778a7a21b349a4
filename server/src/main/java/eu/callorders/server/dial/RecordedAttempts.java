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
 * Attempts of an order that was lost with a restore and was sent again. The gateway's log told of
 * them while the order was gone; the order counts them before it is planned.
 */
final class RecordedAttempts {
  private RecordedAttempts() {}

  /** Whether the order has attempts that it does not count yet. */
  static boolean has(CallOrder order) {
    return order.state() instanceof OrderState.Accepted && !order.attempts().isEmpty();
  }

  /**
   * Counts the attempts. A conversation among them ends the order; the order waits for one that is
   * under way; otherwise it goes on after the last one.
   */
  static void takeOver(OrderChange change, DecisionContext situation, InstantSource realTime) {
    change.countRecorded();
    CallOrder order = change.order();
    Optional<CallAttempt> present = present(order);
    if (present.isEmpty()) {
      change.apply(new OrderCommand.Plan(situation.next(order)));
      return;
    }
    CallAttempt attempt = present.get();
    change.apply(new OrderCommand.Plan(new NextAttempt.At(change.now(), attempt.attempt().to())));
    change.apply(new OrderCommand.StartAttempt(attempt.id()));
    new AttemptEventHandler(new AttemptUpdater(change, situation, realTime), attempt.id())
        .takenOver();
  }

  /** The attempt that decides where the order stands; empty when all were refused. */
  private static Optional<CallAttempt> present(CallOrder order) {
    return order.attempts().stream()
        .filter(each -> each.attempt().status() != AttemptStatus.REFUSED)
        .max(
            Comparator.comparing(RecordedAttempts::spoken)
                .thenComparing(each -> each.attempt().status().running())
                .thenComparing(each -> each.id().toString()));
  }

  private static boolean spoken(CallAttempt each) {
    return each.attempt().disposition() == Disposition.ANSWERED;
  }
}
