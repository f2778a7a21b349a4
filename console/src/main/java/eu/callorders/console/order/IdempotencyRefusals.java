package eu.callorders.console.order;

import eu.callorders.console.api.Problem;
import java.util.Set;

/** What a refusal says of the idempotency key that an order was sent with. */
final class IdempotencyRefusals {
  private static final Set<Integer> UNREAD = Set.of(400, 413, 415);
  private static final int CONFLICT = 409;
  private static final int UNPROCESSABLE = 422;

  private IdempotencyRefusals() {}

  /** Whether the service keeps this refusal under the key: then it has made no order under it. */
  static boolean isKept(Problem problem) {
    return (problem.status() == CONFLICT || problem.status() == UNPROCESSABLE)
        && !problem.code().startsWith("idempotency_key_")
        && !isUnread(problem);
  }

  /** Whether this content never gets as far as being ordered. */
  static boolean isUnread(Problem problem) {
    return problem.code().equals("validation_failed") || UNREAD.contains(problem.status());
  }
}
