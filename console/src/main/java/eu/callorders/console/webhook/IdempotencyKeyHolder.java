package eu.callorders.console.webhook;

import eu.callorders.console.api.Failure;
import java.util.Set;
import java.util.UUID;

/**
 * The idempotency key of something that shall be done once, however often it is sent: the same one
 * until the service has done it, or has said that under this key it never will.
 */
final class IdempotencyKeyHolder {
  private static final String IN_PROGRESS = "idempotency_key_in_progress";
  private static final Set<Integer> DEFINITE = Set.of(400, 404, 409, 413, 415, 422);
  private static final int SERVER = 500;

  private String key = UUID.randomUUID().toString();

  String get() {
    return key;
  }

  /** For something else from here on. */
  void renew() {
    key = UUID.randomUUID().toString();
  }

  /**
   * Takes note of what came instead of success.
   *
   * @param wasDoubtful whether an earlier send under this key got no answer
   * @return whether nobody knows if it has been done
   */
  boolean isDoubtfulAfter(Failure why, boolean wasDoubtful) {
    if (!(why instanceof Failure.Refused refused) || refused.problem().status() >= SERVER) {
      return true;
    }
    String code = refused.problem().code();
    if (code.equals(IN_PROGRESS)) {
      return true;
    }
    if (DEFINITE.contains(refused.problem().status()) && !code.startsWith("idempotency_key_")) {
      renew();
      return false;
    }
    return wasDoubtful;
  }
}
