package eu.callorders.server.http;

import eu.callorders.server.ratelimit.RateLimit;
import eu.callorders.server.ratelimit.RateLimitResult;
import eu.callorders.server.ratelimit.RateLimiter;

/** Limits the requests of a registration, and those of a tenant that has a limit. */
final class RequestLimit {
  private final RateLimiter limiter;

  RequestLimit(RateLimiter limiter) {
    this.limiter = limiter;
  }

  /** Counts a request, unless it is refused; the result is that of the limit with less left. */
  RateLimitResult tryAcquire(Caller caller) {
    RateLimitResult ofRegistration = limiter.tryAcquire(caller.clientId(), caller.rateLimit());
    RateLimit tenantLimit = caller.tenantRateLimits().requests();
    if (tenantLimit == null || !ofRegistration.granted()) {
      return ofRegistration;
    }
    RateLimitResult ofTenant = limiter.tryAcquire(caller.tenantId(), tenantLimit);
    if (!ofTenant.granted()) {
      limiter.release(caller.clientId(), caller.rateLimit(), 1);
      return ofTenant;
    }
    return ofTenant.remaining() < ofRegistration.remaining() ? ofTenant : ofRegistration;
  }
}
