package eu.callorders.server.http;

import eu.callorders.core.problem.ProblemCode;
import eu.callorders.core.problem.ProblemException;
import eu.callorders.server.ratelimit.RateLimit;
import eu.callorders.server.ratelimit.RateLimitResult;
import eu.callorders.server.ratelimit.RateLimiter;
import java.time.Duration;
import java.time.InstantSource;

/**
 * Limits the bytes of request bodies by registration and by tenant; a limit that the tenant has of
 * its own is the only one.
 */
public final class BodyLimit {
  /** The largest body of a request. */
  public static final int MAX_BODY_BYTES = BodyReader.MAX_BYTES;

  private static final RateLimit PER_REGISTRATION = new RateLimit(2 << 20, 10 << 20);
  private static final RateLimit PER_TENANT = new RateLimit(10 << 20, 50 << 20);

  private final RateLimiter limiter;

  BodyLimit(InstantSource clock) {
    this.limiter = new RateLimiter(clock);
  }

  /**
   * Counts the bytes of a body or of a part.
   *
   * @throws ProblemException {@code rate_limited} when a bucket lacks the bytes; then none are
   *     counted
   */
  void acquire(Caller caller, long bytes) {
    RateLimit ownLimit = caller.tenantRateLimits().bodyBytes();
    if (bytes <= 0 || (ownLimit == null && caller.rateLimit().equals(RateLimit.UNLIMITED))) {
      return;
    }
    RateLimitResult permit =
        ownLimit == null
            ? tryAcquire(caller, bytes)
            : limiter.tryAcquire(caller.tenantId(), ownLimit, bytes);
    if (!permit.granted()) {
      throw ProblemException.retryLater(
          ProblemCode.RATE_LIMITED,
          "Too many bytes of request bodies; wait for Retry-After.",
          Duration.ofSeconds(permit.retryAfterSeconds()));
    }
  }

  private RateLimitResult tryAcquire(Caller caller, long bytes) {
    RateLimitResult ofRegistration = limiter.tryAcquire(caller.clientId(), PER_REGISTRATION, bytes);
    if (!ofRegistration.granted()) {
      return ofRegistration;
    }
    RateLimitResult ofTenant = limiter.tryAcquire(caller.tenantId(), PER_TENANT, bytes);
    if (!ofTenant.granted()) {
      limiter.release(caller.clientId(), PER_REGISTRATION, bytes);
    }
    return ofTenant;
  }
}
