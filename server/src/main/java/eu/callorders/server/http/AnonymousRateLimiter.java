package eu.callorders.server.http;

/** The bucket of whoever shows no valid token: one per address, or per network of IPv6. */
public final class AnonymousRateLimiter {
  private final RateLimiter limiter;
  private final RateLimit limit;

  public AnonymousRateLimiter(RateLimiter limiter, RateLimit limit) {
    this.limiter = limiter;
    this.limit = limit;
  }

  /** Takes from the bucket of that address. */
  public RateLimitResult take(String sourceAddress) {
    return limiter.take(AddressGroup.of(sourceAddress), limit);
  }
}
