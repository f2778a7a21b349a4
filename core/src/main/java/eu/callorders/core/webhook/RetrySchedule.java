package eu.callorders.core.webhook;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** When a delivery is retried: ten attempts over about three days, with jitter. */
public final class RetrySchedule {
  /** The delay of each attempt after the one before; the first is immediate. */
  private static final List<Duration> DELAYS =
      List.of(
          Duration.ZERO,
          Duration.ofSeconds(5),
          Duration.ofMinutes(5),
          Duration.ofMinutes(30),
          Duration.ofHours(2),
          Duration.ofHours(5),
          Duration.ofHours(10),
          Duration.ofHours(14),
          Duration.ofHours(20),
          Duration.ofHours(24));

  public static final int MAX_ATTEMPTS = DELAYS.size();

  private static final Duration MAX_RETRY_AFTER = Duration.ofHours(24);
  private static final int JITTER_DIVISOR = 10;

  private RetrySchedule() {}

  /**
   * The instant of the next attempt; empty when all are made.
   *
   * @param made attempts made so far, at least one
   * @param endedAt when the last one ended
   * @param retryAfter the endpoint's request: it only delays, by a day at most
   */
  public static Optional<Instant> next(
      int made, Instant endedAt, @Nullable Duration retryAfter, RandomGenerator random) {
    if (made >= MAX_ATTEMPTS) {
      return Optional.empty();
    }
    Duration gap = DELAYS.get(made);
    long jitter = random.nextLong(gap.toMillis() / JITTER_DIVISOR + 1);
    return Optional.of(endedAt.plus(max(gap, limited(retryAfter)).plusMillis(jitter)));
  }

  private static Duration limited(@Nullable Duration retryAfter) {
    if (retryAfter == null) {
      return Duration.ZERO;
    }
    return retryAfter.compareTo(MAX_RETRY_AFTER) < 0 ? retryAfter : MAX_RETRY_AFTER;
  }

  private static Duration max(Duration one, Duration other) {
    return one.compareTo(other) > 0 ? one : other;
  }
}
