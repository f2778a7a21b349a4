package eu.callorders.server.order;

import eu.callorders.core.order.Callee;
import eu.callorders.core.order.NextAttempt;
import eu.callorders.core.order.OrderTerms;
import eu.callorders.core.order.RetryPlan;
import eu.callorders.core.order.Scheduling;
import eu.callorders.core.problem.Problem;
import eu.callorders.core.problem.ProblemCode;
import eu.callorders.core.problem.ProblemException;
import eu.callorders.server.time.Timestamps;
import java.time.Instant;
import java.util.List;

/** Rejects an order with {@code on_window_violation: reject} that cannot be dialed at its start. */
final class WindowCheck {
  private WindowCheck() {}

  /** Throws a {@link ProblemException} with the next permitted instant. */
  static void require(Scheduling scheduling, OrderTerms terms, Callee callee, Instant now) {
    if (!scheduling.rejectsWindowViolation()) {
      return;
    }
    Instant start = scheduling.start(now);
    NextAttempt next = RetryPlan.earliestAttempt(terms, List.of(), callee, start);
    if (next instanceof NextAttempt.At at && at.at().equals(start)) {
      return;
    }
    throw new ProblemException(
        Problem.of(
            ProblemCode.CONTACT_WINDOW_VIOLATION,
            next instanceof NextAttempt.At at
                ? "The next permitted instant is " + Timestamps.format(at.at()) + "."
                : "No permitted instant is left."));
  }
}
