package eu.callorders.server.webhook;

import eu.callorders.core.webhook.RetrySchedule;
import eu.callorders.core.webhook.VerificationState;
import io.vertx.core.Promise;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A claimed delivery whose attempt is over, as it is to be written down.
 *
 * @param attempt null when none was made
 * @param status of the delivery from now on
 * @param next when it is tried again; null: never
 * @param written completes when it is in the log, or somebody else's turn
 */
record DeliveryOutcome(
    ClaimedDelivery claimed,
    @Nullable DeliveryAttempt attempt,
    DeliveryStatus status,
    @Nullable Instant next,
    Promise<Void> written) {
  private static final int GONE = 410;

  /** Nothing was sent, since the endpoint does not want it. */
  static DeliveryOutcome skipped(ClaimedDelivery claimed, Promise<Void> written) {
    return new DeliveryOutcome(claimed, null, DeliveryStatus.SKIPPED, null, written);
  }

  /** Nothing could be sent: that says nothing about the endpoint. */
  static DeliveryOutcome unsendable(ClaimedDelivery claimed, Instant at, Promise<Void> written) {
    DeliveryAttempt attempt = new DeliveryAttempt(at, null, AttemptError.UNSENDABLE.wire(), 0);
    return new DeliveryOutcome(claimed, attempt, DeliveryStatus.FAILED, null, written);
  }

  /** Something was sent, or was to be. */
  static DeliveryOutcome of(
      ClaimedDelivery claimed,
      SendResult outcome,
      Instant at,
      Duration took,
      RandomGenerator random,
      Promise<Void> written) {
    DeliveryAttempt attempt = attempt(claimed, outcome, at, took);
    if (attempt.error() == null && isSuccess(attempt)) {
      return new DeliveryOutcome(claimed, attempt, DeliveryStatus.SUCCEEDED, null, written);
    }
    Optional<Instant> next = next(claimed, outcome, at.plus(took), random);
    return new DeliveryOutcome(
        claimed,
        attempt,
        next.isPresent() ? DeliveryStatus.RETRYING : DeliveryStatus.FAILED,
        next.orElse(null),
        written);
  }

  boolean isDelivered() {
    return status == DeliveryStatus.SUCCEEDED;
  }

  /** Whether the endpoint was asked, so that the end says something about it. */
  boolean isEvidence() {
    return attempt != null && !AttemptError.UNSENDABLE.wire().equals(attempt.error());
  }

  /** Whether the endpoint has said that it wants nothing any more. */
  boolean isGone() {
    Integer response = attempt == null ? null : attempt.responseStatus();
    return response != null && response == GONE;
  }

  /** All attempts of the delivery. */
  List<DeliveryAttempt> attempts() {
    return attempt == null
        ? claimed.made()
        : Stream.concat(claimed.made().stream(), Stream.of(attempt)).toList();
  }

  private static boolean isSuccess(DeliveryAttempt attempt) {
    Integer status = attempt.responseStatus();
    return status != null && status >= 200 && status <= 299;
  }

  private static DeliveryAttempt attempt(
      ClaimedDelivery claimed, SendResult outcome, Instant at, Duration took) {
    return switch (outcome) {
      case SendResult.Answered answered ->
          new DeliveryAttempt(at, answered.status(), complaint(claimed, answered), took.toMillis());
      case SendResult.Unanswered unanswered ->
          new DeliveryAttempt(at, null, unanswered.error().wire(), took.toMillis());
    };
  }

  /** What is wrong with an answer that its status does not say. */
  private static @Nullable String complaint(ClaimedDelivery claimed, SendResult.Answered answered) {
    Endpoint endpoint = claimed.endpoint();
    boolean satisfied =
        !answered.isSuccess()
            || !SendDecision.isVerification(claimed)
            || (endpoint != null
                && ChallengeAnswer.gives(answered.body(), endpoint.verification().challenge()));
    return satisfied ? null : AttemptError.CHALLENGE_NOT_ANSWERED.wire();
  }

  private static Optional<Instant> next(
      ClaimedDelivery claimed, SendResult outcome, Instant endedAt, RandomGenerator random) {
    int made = claimed.made().size() + 1;
    if (SendDecision.isVerification(claimed)) {
      return VerificationState.nextTry(made, endedAt);
    }
    if (SendDecision.isPing(claimed)) {
      return Optional.empty();
    }
    return switch (outcome) {
      case SendResult.Answered answered when answered.status() == GONE -> Optional.empty();
      case SendResult.Answered answered ->
          RetrySchedule.next(made, endedAt, heeded(answered), random);
      case SendResult.Unanswered _ -> RetrySchedule.next(made, endedAt, null, random);
    };
  }

  /** Only of an endpoint that is overloaded or away. */
  private static @Nullable Duration heeded(SendResult.Answered answered) {
    return switch (answered.status()) {
      case 429, 502, 503, 504 -> answered.retryAfter();
      default -> null;
    };
  }
}
