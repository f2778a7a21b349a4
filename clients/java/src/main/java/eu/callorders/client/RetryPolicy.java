package eu.callorders.client;

import eu.callorders.client.api.ApiException;
import eu.callorders.client.api.UnreachableException;
import eu.callorders.client.model.ProblemCode;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

/**
 * When a request is sent again: after no response, and after a response that may change by itself.
 * A write carries the same idempotency key each time, so it takes effect once.
 *
 * @param maxRetries of one request
 * @param firstDelay doubles with each retry; the wait is random between half of it and all
 * @param maxDelay limit of one wait; a request whose {@code Retry-After} is longer fails at once
 * @param isRetried whether a request is sent again after an {@link ApiException} or an {@link
 *     UnreachableException}; tested before and after the wait
 */
public record RetryPolicy(
    int maxRetries, Duration firstDelay, Duration maxDelay, Predicate<RuntimeException> isRetried) {
  public static final RetryPolicy DEFAULT =
      new RetryPolicy(5, Duration.ofMillis(250), Duration.ofSeconds(30));

  /** Of programs that run for long: a restart or an outage of a quarter of an hour ends none. */
  public static final RetryPolicy PATIENT =
      new RetryPolicy(40, Duration.ofMillis(250), Duration.ofSeconds(30));

  public static final RetryPolicy NONE = new RetryPolicy(0, Duration.ZERO, Duration.ZERO);

  private static final Set<Integer> TEMPORARY = Set.of(408, 429, 500, 502, 503, 504);
  private static final int MAX_DOUBLINGS = 20;

  /** Retries every temporary failure. */
  public RetryPolicy(int maxRetries, Duration firstDelay, Duration maxDelay) {
    this(maxRetries, firstDelay, maxDelay, RetryPolicy::isTemporary);
  }

  private static boolean isTemporary(RuntimeException failure) {
    return failure instanceof ApiException refusal
        ? TEMPORARY.contains(refusal.status())
            || refusal.code().equals(ProblemCode.IDEMPOTENCY_KEY_IN_PROGRESS)
        : failure instanceof UnreachableException unreachable && unreachable.isTemporary();
  }

  /** The same, which retries only while a condition holds. */
  RetryPolicy onlyWhile(BooleanSupplier condition) {
    return new RetryPolicy(
        maxRetries,
        firstDelay,
        maxDelay,
        failure -> condition.getAsBoolean() && isRetried.test(failure));
  }

  /** One attempt of a request. */
  @FunctionalInterface
  interface Attempt<T> {
    T send() throws InterruptedException;
  }

  /** Sends until a response comes or a failure is final. */
  <T> T run(Attempt<T> attempt) throws InterruptedException {
    for (int retries = 0; true; retries++) {
      try {
        return attempt.send();
      } catch (ApiException | UnreachableException e) {
        Optional<Duration> delay = delay(retries, ThreadLocalRandom.current().nextDouble(), e);
        if (delay.isEmpty()) {
          throw e;
        }
        TimeUnit.NANOSECONDS.sleep(delay.get().toNanos());
        if (!isRetried.test(e)) { // the machine may have slept for days
          throw e;
        }
      }
    }
  }

  /**
   * The wait before the next attempt; empty when the request has failed.
   *
   * @param retries already made
   * @param random from 0 to 1
   */
  Optional<Duration> delay(int retries, double random, RuntimeException failure) {
    Duration requested =
        failure instanceof ApiException refusal
            ? refusal.retryAfter().orElse(Duration.ZERO)
            : Duration.ZERO;
    if (!isRetried.test(failure) || requested.compareTo(maxDelay) > 0) {
      return Optional.empty();
    }
    return delay(retries, random).map(wait -> wait.compareTo(requested) < 0 ? requested : wait);
  }

  /** The same without a {@code Retry-After}. */
  Optional<Duration> delay(int retries, double random) {
    if (retries >= maxRetries) {
      return Optional.empty();
    }
    Duration doubled = firstDelay.multipliedBy(1L << Math.min(retries, MAX_DOUBLINGS));
    Duration bounded = doubled.compareTo(maxDelay) > 0 ? maxDelay : doubled;
    return Optional.of(Duration.ofNanos((long) (bounded.toNanos() * (0.5 + random / 2))));
  }
}
