package eu.callorders.server.http;

import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Token buckets by key, kept as one number each: the instant at which the bucket is full again
 * (generic cell rate algorithm). Buckets that are full are the same as none, so they can go.
 */
public final class RateLimiter {
  private static final int MOST_BUCKETS = 100_000;
  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

  private final ConcurrentMap<Object, AtomicLong> fullAgainAt = new ConcurrentHashMap<>();
  private final AtomicLong nobodysBucket = new AtomicLong();
  private final AtomicLong sweepAgainAt = new AtomicLong();
  private final InstantSource clock;
  private final int mostBuckets;

  public RateLimiter(InstantSource clock) {
    this(clock, MOST_BUCKETS);
  }

  RateLimiter(InstantSource clock, int mostBuckets) {
    this.clock = clock;
    this.mostBuckets = mostBuckets;
  }

  /** Takes a token from the bucket of {@code key} if one is left. */
  public RateLimitResult take(Object key, RateLimit limit) {
    if (limit.equals(RateLimit.OFF)) {
      return new RateLimitResult(true, limit.burst(), limit.burst(), 0, 0);
    }
    return take(key, limit, 1);
  }

  /** Takes so many tokens, or none when fewer are left; no more than the bucket holds. */
  RateLimitResult take(Object key, RateLimit limit, long tokens) {
    long now = nanos(clock.instant());
    return take(bucket(key, now), limit, tokens, now);
  }

  /** Gives back tokens that were taken for what another bucket then refused. */
  void giveBack(Object key, RateLimit limit, long tokens) {
    bucket(key, nanos(clock.instant())).addAndGet(-(SECOND / limit.perSecond()) * tokens);
  }

  private static RateLimitResult take(AtomicLong bucket, RateLimit limit, long tokens, long now) {
    long perToken = SECOND / limit.perSecond();
    long depth = perToken * limit.burst();
    long taken = perToken * tokens;
    while (true) {
      long before = bucket.get();
      // A clock that was set back must not shut a client out for longer than the bucket is deep.
      long fullAt = Math.clamp(before, now, now + depth);
      long after = fullAt + taken;
      if (after - now > depth) {
        bucket.compareAndSet(before, fullAt);
        return new RateLimitResult(
            false, limit.burst(), 0, seconds(fullAt - now), retry(after, now, depth));
      }
      if (bucket.compareAndSet(before, after)) {
        int remaining = (int) ((depth - (after - now)) / perToken);
        return new RateLimitResult(true, limit.burst(), remaining, seconds(after - now), 0);
      }
    }
  }

  private static int retry(long after, long now, long depth) {
    return Math.max(1, seconds(after - now - depth));
  }

  private AtomicLong bucket(Object key, long now) {
    AtomicLong known = fullAgainAt.get(key);
    if (known != null) {
      return known;
    }
    if (fullAgainAt.size() >= mostBuckets) {
      sweep(now);
    }
    // Under a flood of addresses the newcomers share one bucket: memory stays bounded.
    return fullAgainAt.size() >= mostBuckets
        ? nobodysBucket
        : fullAgainAt.computeIfAbsent(key, ignored -> new AtomicLong());
  }

  private void sweep(long now) {
    long due = sweepAgainAt.get();
    if (due - now <= 0 || due - now > SECOND) {
      sweepAgainAt.set(now + SECOND);
      fullAgainAt.values().removeIf(fullAt -> fullAt.get() <= now);
    }
  }

  InstantSource clock() {
    return clock;
  }

  int buckets() {
    return fullAgainAt.size();
  }

  private static int seconds(long nanos) {
    return Math.toIntExact(Math.ceilDiv(nanos, SECOND));
  }

  private static long nanos(Instant instant) {
    return instant.getEpochSecond() * SECOND + instant.getNano();
  }
}
