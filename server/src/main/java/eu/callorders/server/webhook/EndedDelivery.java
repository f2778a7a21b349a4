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
record EndedDelivery(
    ClaimedDelivery claimed,
    @Nullable Attempt attempt,
    DeliveryStatus status,
    @Nullable Instant next,
    Promise<Void> written) {
  private static final int GONE = 410;

  /** Nothing was sent, since the endpoint does not want it. */
  static EndedDelivery skipped(ClaimedDelivery claimed, Promise<Void> written) {
    return new EndedDelivery(claimed, null, DeliveryStatus.SKIPPED, null, written);
  }

  /** Nothing could be sent: that says nothing about the endpoint. */
  static EndedDelivery unsendable(ClaimedDelivery claimed, Instant at, Promise<Void> written) {
    Attempt attempt = new Attempt(at, null, AttemptError.UNSENDABLE.wire(), 0);
    return new EndedDelivery(claimed, attempt, DeliveryStatus.FAILED, null, written);
  }

  /** Something was sent, or was to be. */
  static EndedDelivery of(
      ClaimedDelivery claimed,
      Outcome outcome,
      Instant at,
      Duration took,
      RandomGenerator random,
      Promise<Void> written) {
    Attempt attempt = attempt(claimed, outcome, at, took);
    if (attempt.error() == null && isSuccess(attempt)) {
      return new EndedDelivery(claimed, attempt, DeliveryStatus.SUCCEEDED, null, written);
    }
    Optional<Instant> next = next(claimed, outcome, at.plus(took), random);
    return new EndedDelivery(
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
  List<Attempt> attempts() {
    return attempt == null
        ? claimed.made()
        : Stream.concat(claimed.made().stream(), Stream.of(attempt)).toList();
  }

  private static boolean isSuccess(Attempt attempt) {
    Integer status = attempt.responseStatus();
    return status != null && status >= 200 && status <= 299;
  }

  private static Attempt attempt(
      ClaimedDelivery claimed, Outcome outcome, Instant at, Duration took) {
    return switch (outcome) {
      case Outcome.Answered answered ->
          new Attempt(at, answered.status(), complaint(claimed, answered), took.toMillis());
      case Outcome.Unanswered unanswered ->
          new Attempt(at, null, unanswered.error().wire(), took.toMillis());
    };
  }

  /** What is wrong with an answer that its status does not say. */
  private static @Nullable String complaint(ClaimedDelivery claimed, Outcome.Answered answered) {
    Endpoint endpoint = claimed.endpoint();
    boolean satisfied =
        !answered.isSuccess()
            || !Instruction.isVerification(claimed)
            || (endpoint != null
                && ChallengeAnswer.gives(answered.body(), endpoint.verification().challenge()));
    return satisfied ? null : AttemptError.CHALLENGE_NOT_ANSWERED.wire();
  }

  private static Optional<Instant> next(
      ClaimedDelivery claimed, Outcome outcome, Instant endedAt, RandomGenerator random) {
    int made = claimed.made().size() + 1;
    if (Instruction.isVerification(claimed)) {
      return VerificationState.nextTry(made, endedAt);
    }
    if (Instruction.isPing(claimed)) {
      return Optional.empty();
    }
    return switch (outcome) {
      case Outcome.Answered answered when answered.status() == GONE -> Optional.empty();
      case Outcome.Answered answered -> RetrySchedule.next(made, endedAt, heeded(answered), random);
      case Outcome.Unanswered _ -> RetrySchedule.next(made, endedAt, null, random);
    };
  }

  /** Only of an endpoint that is overloaded or away. */
  private static @Nullable Duration heeded(Outcome.Answered answered) {
    return switch (answered.status()) {
      case 429, 502, 503, 504 -> answered.retryAfter();
      default -> null;
    };
  }
}
