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
import java.util.Map;

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
    throw new ProblemException(violation(next));
  }

  private static Problem violation(NextAttempt next) {
    if (!(next instanceof NextAttempt.At at)) {
      return Problem.of(ProblemCode.CONTACT_WINDOW_VIOLATION, "No permitted instant is left.");
    }
    String permitted = Timestamps.format(at.at());
    return Problem.of(
            ProblemCode.CONTACT_WINDOW_VIOLATION,
            "The next permitted instant is " + permitted + ".")
        .with(Map.of("next_permitted_at", permitted));
  }
}
