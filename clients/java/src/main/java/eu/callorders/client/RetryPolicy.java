package eu.callorders.client;

import eu.callorders.client.api.ApiException;
import eu.callorders.client.model.ProblemCode;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/**
 * When a request is sent again: after no response, and after a response that may change by itself.
 * A write carries the same idempotency key each time, so it takes effect once.
 *
 * @param maxRetries of one request
 * @param firstDelay doubles with each retry; the wait is random between half of it and all
 * @param maxDelay limit of one wait; a request whose {@code Retry-After} is longer fails at once
 */
public record RetryPolicy(int maxRetries, Duration firstDelay, Duration maxDelay) {
  public static final RetryPolicy DEFAULT =
      new RetryPolicy(5, Duration.ofMillis(250), Duration.ofSeconds(30));
  public static final RetryPolicy NONE = new RetryPolicy(0, Duration.ZERO, Duration.ZERO);

  private static final Set<Integer> TEMPORARY = Set.of(408, 429, 500, 502, 503, 504);
  private static final int MAX_DOUBLINGS = 20;

  /**
   * The wait before the next attempt; empty when the request has failed.
   *
   * @param retries already made
   * @param random from 0 to 1
   */
  Optional<Duration> delay(int retries, double random) {
    if (retries >= maxRetries) {
      return Optional.empty();
    }
    Duration doubled = firstDelay.multipliedBy(1L << Math.min(retries, MAX_DOUBLINGS));
    Duration bounded = doubled.compareTo(maxDelay) > 0 ? maxDelay : doubled;
    return Optional.of(Duration.ofNanos((long) (bounded.toNanos() * (0.5 + random / 2))));
  }

  /** The same after a refusal. */
  Optional<Duration> delay(int retries, double random, ApiException refusal) {
    if (!isTemporary(refusal)) {
      return Optional.empty();
    }
    Duration asked = refusal.retryAfter().orElse(Duration.ZERO);
    if (asked.compareTo(maxDelay) > 0) {
      return Optional.empty();
    }
    return delay(retries, random).map(wait -> wait.compareTo(asked) < 0 ? asked : wait);
  }

  private static boolean isTemporary(ApiException refusal) {
    return TEMPORARY.contains(refusal.status())
        || refusal.code().equals(ProblemCode.IDEMPOTENCY_KEY_IN_PROGRESS);
  }
}
