package eu.callorders.console.webhook;

import eu.callorders.console.api.Failure;
import java.util.Set;
import java.util.UUID;

/**
 * The idempotency key of a logical request: kept for retries until the service has executed it or
 * definitely rejected it.
 */
final class IdempotencyKeyHolder {
  private static final String IN_PROGRESS = "idempotency_key_in_progress";
  private static final Set<Integer> DEFINITE_STATUSES = Set.of(400, 404, 409, 413, 415, 422);
  private static final int SERVER_ERROR = 500;

  private String key = UUID.randomUUID().toString();

  String get() {
    return key;
  }

  /** Generates a key for a new request. */
  void renew() {
    key = UUID.randomUUID().toString();
  }

  /**
   * Handles a failed request.
   *
   * @param wasUnknown whether an earlier attempt with this key got no response
   * @return whether the request may have been executed
   */
  boolean isOutcomeUnknown(Failure cause, boolean wasUnknown) {
    if (!(cause instanceof Failure.Refused refused) || refused.problem().status() >= SERVER_ERROR) {
      return true;
    }
    String code = refused.problem().code();
    if (code.equals(IN_PROGRESS)) {
      return true;
    }
    if (DEFINITE_STATUSES.contains(refused.problem().status())
        && !code.startsWith("idempotency_key_")) {
      renew();
      return false;
    }
    return wasUnknown;
  }
}
