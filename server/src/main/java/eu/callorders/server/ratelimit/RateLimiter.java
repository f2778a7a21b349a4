package eu.callorders.server.ratelimit;

import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Token buckets by key, each stored as the instant at which it is full again (generic cell rate
 * algorithm). Full buckets are removed.
 */
public final class RateLimiter {
  private static final int MAX_BUCKETS = 100_000;
  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

  private final ConcurrentMap<Object, AtomicLong> fullAgainAt = new ConcurrentHashMap<>();
  private final AtomicLong overflowBucket = new AtomicLong();
  private final AtomicLong nextSweepAt = new AtomicLong();
  private final InstantSource clock;
  private final int maxBuckets;

  public RateLimiter(InstantSource clock) {
    this(clock, MAX_BUCKETS);
  }

  RateLimiter(InstantSource clock, int maxBuckets) {
    this.clock = clock;
    this.maxBuckets = maxBuckets;
  }

  /** Takes one token from the bucket of {@code key} if available. */
  public RateLimitResult tryAcquire(Object key, RateLimit limit) {
    if (limit.equals(RateLimit.UNLIMITED)) {
      return new RateLimitResult(true, limit.burst(), limit.burst(), 0, 0);
    }
    return tryAcquire(key, limit, 1);
  }

  /** Takes all of these tokens or none; at most the bucket's capacity. */
  public RateLimitResult tryAcquire(Object key, RateLimit limit, long tokens) {
    long now = nanos(clock.instant());
    return tryAcquire(bucket(key, now), limit, tokens, now);
  }

  /** Returns tokens of a request that another bucket refused. */
  public void release(Object key, RateLimit limit, long tokens) {
    if (limit.equals(RateLimit.UNLIMITED)) {
      return;
    }
    bucket(key, nanos(clock.instant())).addAndGet(-(SECOND / limit.perSecond()) * tokens);
  }

  private static RateLimitResult tryAcquire(
      AtomicLong bucket, RateLimit limit, long tokens, long now) {
    long perToken = SECOND / limit.perSecond();
    long depth = perToken * limit.burst();
    long taken = perToken * tokens;
    while (true) {
      long before = bucket.get();
      // If the clock is set back, a client waits no longer than the bucket takes to refill.
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
    AtomicLong existing = fullAgainAt.get(key);
    if (existing != null) {
      return existing;
    }
    if (fullAgainAt.size() >= maxBuckets) {
      removeFull(now);
    }
    // Above the limit, new keys share one bucket: memory stays bounded.
    return fullAgainAt.size() >= maxBuckets
        ? overflowBucket
        : fullAgainAt.computeIfAbsent(key, ignored -> new AtomicLong());
  }

  private void removeFull(long now) {
    long due = nextSweepAt.get();
    if (due - now <= 0 || due - now > SECOND) {
      nextSweepAt.set(now + SECOND);
      fullAgainAt.values().removeIf(fullAt -> fullAt.get() <= now);
    }
  }

  public InstantSource clock() {
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
