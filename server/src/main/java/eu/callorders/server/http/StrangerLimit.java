package eu.callorders.server.http;

/** The bucket of whoever shows no valid token: one per address, or per network of IPv6. */
public final class StrangerLimit {
  private final RateLimiter limiter;
  private final RateLimit limit;

  public StrangerLimit(RateLimiter limiter, RateLimit limit) {
    this.limiter = limiter;
    this.limit = limit;
  }

  /** Takes from the bucket of that address. */
  public Permit take(String sourceAddress) {
    return limiter.take(AddressGroup.of(sourceAddress), limit);
  }
}
