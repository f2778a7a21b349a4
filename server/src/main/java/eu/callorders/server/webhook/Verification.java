package eu.callorders.server.webhook;

import eu.callorders.core.webhook.VerificationState;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How far an endpoint has come in proving that it wants the events.
 *
 * @param challenge what it has to give back; null unless pending
 * @param lastTryAt when it was last asked
 * @param expiresAt when its time is up; null unless pending
 * @param failureReason short error class of the last try that failed
 */
record Verification(
    VerificationState state,
    @Nullable String challenge,
    @Nullable Instant lastTryAt,
    @Nullable Instant expiresAt,
    @Nullable String failureReason) {

  /** At the beginning, or afresh. */
  static Verification started(String challenge, Instant now) {
    return new Verification(
        VerificationState.PENDING, challenge, null, now.plus(VerificationState.PATIENCE), null);
  }

  Verification succeeded(Instant triedAt) {
    return new Verification(VerificationState.SUCCEEDED, null, triedAt, null, null);
  }

  /** A try has failed, and another one follows. */
  Verification tried(Instant triedAt, String reason) {
    return new Verification(state, challenge, triedAt, expiresAt, reason);
  }

  /** The last try has failed. */
  Verification failed(Instant triedAt, String reason) {
    return new Verification(VerificationState.FAILED, null, triedAt, null, reason);
  }

  /** Its time was up before it could succeed or fail. */
  Verification expired() {
    return new Verification(VerificationState.EXPIRED, null, lastTryAt, null, failureReason);
  }
}
