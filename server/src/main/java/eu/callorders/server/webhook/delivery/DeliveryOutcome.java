package eu.callorders.server.webhook.delivery;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.core.webhook.RetrySchedule;
import eu.callorders.core.webhook.VerificationState;
import eu.callorders.server.json.Json;
import eu.callorders.server.webhook.endpoint.Endpoint;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A claimed delivery after its attempt, to be stored.
 *
 * @param attempt null when none was made
 * @param status new status of the delivery
 * @param nextAttemptAt time of the next attempt; null when there is none
 * @param written completes when the outcome is stored or the lease is lost
 */
record DeliveryOutcome(
    ClaimedDelivery claimed,
    @Nullable DeliveryAttempt attempt,
    DeliveryStatus status,
    @Nullable Instant nextAttemptAt,
    Promise<Void> written) {
  private static final int GONE = 410;

  /** Nothing was sent because the endpoint does not want the event. */
  static DeliveryOutcome skipped(ClaimedDelivery claimed, Promise<Void> written) {
    return new DeliveryOutcome(claimed, null, DeliveryStatus.SKIPPED, null, written);
  }

  /** The event could not be sent, which is no evidence about the endpoint. */
  static DeliveryOutcome unsendable(ClaimedDelivery claimed, Instant at, Promise<Void> written) {
    DeliveryAttempt attempt = new DeliveryAttempt(at, null, AttemptError.UNSENDABLE.wire(), 0);
    return new DeliveryOutcome(claimed, attempt, DeliveryStatus.FAILED, null, written);
  }

  /** An attempt was made, or refused for its target. */
  static DeliveryOutcome of(
      ClaimedDelivery claimed,
      SendResult result,
      Instant at,
      Duration took,
      RandomGenerator random,
      Promise<Void> written) {
    DeliveryAttempt attempt = attempt(claimed, result, at, took);
    if (attempt.error() == null && isSuccess(attempt)) {
      return new DeliveryOutcome(claimed, attempt, DeliveryStatus.SUCCEEDED, null, written);
    }
    Optional<Instant> next = nextAttemptAt(claimed, result, at.plus(took), random);
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

  /** Whether the attempt counts for the health of the endpoint. */
  boolean affectsHealth() {
    return attempt != null && !AttemptError.UNSENDABLE.wire().equals(attempt.error());
  }

  boolean isGone() {
    Integer response = attempt == null ? null : attempt.responseStatus();
    return response != null && response == GONE;
  }

  /** All attempts of the delivery, this one included. */
  List<DeliveryAttempt> attempts() {
    return attempt == null
        ? claimed.previousAttempts()
        : Stream.concat(claimed.previousAttempts().stream(), Stream.of(attempt)).toList();
  }

  private static boolean isSuccess(DeliveryAttempt attempt) {
    Integer status = attempt.responseStatus();
    return status != null && status >= 200 && status <= 299;
  }

  private static DeliveryAttempt attempt(
      ClaimedDelivery claimed, SendResult result, Instant at, Duration took) {
    return switch (result) {
      case SendResult.ReceivedResponse response ->
          new DeliveryAttempt(
              at, response.status(), responseError(claimed, response), took.toMillis());
      case SendResult.NoResponse failure ->
          new DeliveryAttempt(at, null, failure.error().wire(), took.toMillis());
    };
  }

  /** Error of a response whose status is a success; null without one. */
  private static @Nullable String responseError(
      ClaimedDelivery claimed, SendResult.ReceivedResponse response) {
    Endpoint endpoint = claimed.endpoint();
    boolean accepted =
        !response.isSuccess()
            || !SendDecision.isVerification(claimed)
            || (endpoint != null && answers(response.body(), endpoint.verification().challenge()));
    return accepted ? null : AttemptError.CHALLENGE_NOT_ANSWERED.wire();
  }

  /** Whether a body is {@code {"challenge": "<the same>"}}. */
  private static boolean answers(Buffer body, @Nullable String challenge) {
    try {
      JsonNode answer = Json.mapper().readTree(body.getBytes()).path("challenge");
      return challenge != null
          && answer.isTextual()
          && MessageDigest.isEqual(bytes(answer.asText()), bytes(challenge));
    } catch (IOException noJson) {
      return false;
    }
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static Optional<Instant> nextAttemptAt(
      ClaimedDelivery claimed, SendResult result, Instant endedAt, RandomGenerator random) {
    int attemptCount = claimed.previousAttempts().size() + 1;
    if (SendDecision.isVerification(claimed)) {
      return VerificationState.nextAttempt(attemptCount, endedAt);
    }
    if (SendDecision.isPing(claimed)) {
      return Optional.empty();
    }
    return switch (result) {
      case SendResult.ReceivedResponse response when response.status() == GONE -> Optional.empty();
      case SendResult.ReceivedResponse response ->
          RetrySchedule.next(attemptCount, endedAt, retryAfter(response), random);
      case SendResult.NoResponse _ -> RetrySchedule.next(attemptCount, endedAt, null, random);
    };
  }

  /** {@code Retry-After} counts only from an overloaded or unavailable endpoint. */
  private static @Nullable Duration retryAfter(SendResult.ReceivedResponse response) {
    return switch (response.status()) {
      case 429, 502, 503, 504 -> response.retryAfter();
      default -> null;
    };
  }
}
