package eu.callorders.client;

import java.net.http.HttpHeaders;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Keeps requests within the rate limit that the service shows in {@code RateLimit-Limit,
 * -Remaining} and {@code -Reset}, so that it refuses none. The rate is the highest that these
 * fields prove.
 */
final class RatePacer {
  private static final double NANOS = TimeUnit.SECONDS.toNanos(1);

  private final LongSupplier nanoTime;
  private final boolean isEnabled;
  private final double reserved;
  private boolean isKnown;
  private boolean isUnlimited;
  private double permits = 1;
  private double limit = 1;
  private double perSecond;
  private long refilledAt;
  private long pausedUntil;

  RatePacer(LongSupplier nanoTime) {
    this(nanoTime, true, 0);
  }

  /**
   * @param reserved share of the bucket that is left to others, from 0 to 1
   */
  RatePacer(LongSupplier nanoTime, boolean isEnabled, double reserved) {
    this.nanoTime = nanoTime;
    this.isEnabled = isEnabled;
    this.reserved = reserved;
    this.refilledAt = nanoTime.getAsLong();
    this.pausedUntil = refilledAt;
  }

  /** Takes a permit and returns 0, or returns the nanoseconds to wait before the next try. */
  synchronized long tryAcquire() {
    if (!isEnabled) {
      return 0;
    }
    long now = nanoTime.getAsLong();
    if (now - pausedUntil < 0) {
      return pausedUntil - now;
    }
    refill(now);
    if (isUnlimited) {
      return 0;
    }
    if (permits >= 1) {
      permits--;
      return 0;
    }
    // Before the first response, and while the rate is unknown, one request at a time.
    double rate = perSecond > 0 ? perSecond : isKnown ? 1 : 100;
    return (long) ((1 - permits) / rate * NANOS) + 1;
  }

  private void refill(long now) {
    permits = Math.min(limit, permits + (now - refilledAt) / NANOS * perSecond);
    refilledAt = now;
  }

  /** Reads the fields of a response. */
  synchronized void update(HttpHeaders headers) {
    OptionalLong bucket = headers.firstValueAsLong("RateLimit-Limit");
    OptionalLong remaining = headers.firstValueAsLong("RateLimit-Remaining");
    OptionalLong reset = headers.firstValueAsLong("RateLimit-Reset");
    if (bucket.isEmpty() || remaining.isEmpty() || reset.isEmpty()) {
      isUnlimited = true;
      return;
    }
    refill(nanoTime.getAsLong());
    double capacity = Math.max(1, bucket.getAsLong());
    limit = Math.max(1, capacity * (1 - reserved));
    isUnlimited = reset.getAsLong() == 0;
    if (!isUnlimited) {
      double taken = capacity - remaining.getAsLong();
      perSecond = Math.max(perSecond, taken / reset.getAsLong());
    }
    double left = remaining.getAsLong() - capacity * reserved;
    permits = isKnown ? Math.min(permits, left) : left;
    isKnown = true;
  }

  /** Returns the permit of a request that got no response. */
  synchronized void release() {
    permits = Math.min(limit, permits + 1);
  }

  /** Sends nothing for a while: the service has asked for it. */
  synchronized void pause(long nanos) {
    long until = nanoTime.getAsLong() + nanos;
    if (until - pausedUntil > 0) {
      pausedUntil = until;
    }
    permits = Math.min(permits, 1);
  }

  /** Requests per second, as far as known; empty when unlimited or unknown. */
  synchronized OptionalLong rate() {
    return isUnlimited || perSecond == 0
        ? OptionalLong.empty()
        : OptionalLong.of(Math.round(perSecond));
  }
}
