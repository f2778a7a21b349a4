package eu.callorders.client.bulk;

import eu.callorders.client.api.ApiException;
import eu.callorders.client.model.ProblemCode;
import java.util.Set;

/**
 * Which refusals are about a row, so that it is no order and may be sent again with another key.
 * Codes that the contract does not have, of the token issuer or of a proxy, say nothing of a row.
 */
final class RowRefusal {
  /** Refusals that concern all rows, and those after which the outcome is not known. */
  private static final Set<ProblemCode> ENDS_THE_IMPORT =
      Set.of(
          ProblemCode.RATE_LIMITED,
          ProblemCode.IDEMPOTENCY_KEY_IN_PROGRESS,
          ProblemCode.IDEMPOTENCY_KEY_CONFLICT,
          ProblemCode.IDEMPOTENCY_KEY_REUSED,
          ProblemCode.UNAUTHORIZED,
          ProblemCode.INSUFFICIENT_SCOPE,
          ProblemCode.IP_NOT_ALLOWLISTED,
          ProblemCode.QUOTA_EXCEEDED,
          ProblemCode.BACKLOG_FULL,
          ProblemCode.NOT_FOUND,
          ProblemCode.METHOD_NOT_ALLOWED,
          ProblemCode.REQUEST_TIMEOUT);

  private static final int REFUSED = 400;
  private static final int FAILED = 500;

  private RowRefusal() {}

  static boolean isOfRow(ApiException refusal) {
    return refusal.code().isKnown()
        && !ENDS_THE_IMPORT.contains(refusal.code())
        && refusal.status() >= REFUSED
        && refusal.status() < FAILED;
  }
}
