package eu.callorders.server.ratelimit;

import eu.callorders.server.network.AddressGroup;

/** Limits requests without a valid token, by source address group. */
public final class AnonymousRateLimiter {
  private final RateLimiter limiter;
  private final RateLimit limit;

  public AnonymousRateLimiter(RateLimiter limiter, RateLimit limit) {
    this.limiter = limiter;
    this.limit = limit;
  }

  public RateLimitResult tryAcquire(String sourceAddress) {
    return limiter.tryAcquire(AddressGroup.keyOf(sourceAddress), limit);
  }
}
