package eu.callorders.console.order;

import eu.callorders.console.api.Problem;
import java.util.Set;

/** Classifies rejections by their effect on the idempotency key of an order. */
final class IdempotencyRefusals {
  private static final Set<Integer> REJECTED_BEFORE_KEY = Set.of(400, 413, 415);
  private static final int CONFLICT = 409;
  private static final int UNPROCESSABLE = 422;

  private IdempotencyRefusals() {}

  /** Whether the service stores this rejection under the key: it created no order. */
  static boolean isStoredUnderKey(Problem problem) {
    return (problem.status() == CONFLICT || problem.status() == UNPROCESSABLE)
        && !problem.code().startsWith("idempotency_key_")
        && !isRejectedBeforeKey(problem);
  }

  /** Whether the service rejects this body before it reads the key. */
  static boolean isRejectedBeforeKey(Problem problem) {
    return problem.code().equals("validation_failed")
        || REJECTED_BEFORE_KEY.contains(problem.status());
  }
}
