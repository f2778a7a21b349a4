package eu.callorders.server.webhook.endpoint;

import eu.callorders.core.webhook.VerificationState;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Proof that an endpoint wants the events.
 *
 * @param challenge expected in the response; null unless pending
 * @param expiresAt null unless pending
 * @param failureReason error class of the last failed attempt
 */
public record Verification(
    VerificationState state,
    @Nullable String challenge,
    @Nullable Instant lastAttemptAt,
    @Nullable Instant expiresAt,
    @Nullable String failureReason) {

  public static Verification started(String challenge, Instant now) {
    return new Verification(
        VerificationState.PENDING, challenge, null, now.plus(VerificationState.TIMEOUT), null);
  }

  public Verification succeeded(Instant triedAt) {
    return new Verification(VerificationState.SUCCEEDED, null, triedAt, null, null);
  }

  /** After a failed attempt with a retry. */
  public Verification retrying(Instant triedAt, String reason) {
    return new Verification(state, challenge, triedAt, expiresAt, reason);
  }

  /** After the last failed attempt. */
  public Verification failed(Instant triedAt, String reason) {
    return new Verification(VerificationState.FAILED, null, triedAt, null, reason);
  }

  public Verification expired() {
    return new Verification(VerificationState.EXPIRED, null, lastAttemptAt, null, failureReason);
  }
}
