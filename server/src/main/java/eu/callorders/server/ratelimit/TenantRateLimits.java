package eu.callorders.server.ratelimit;

import org.jspecify.annotations.Nullable;

/**
 * Limits that an operator has set for all registrations of a tenant together.
 *
 * @param requests null for no limit
 * @param bodyBytes bytes of request bodies; null for the default
 */
public record TenantRateLimits(@Nullable RateLimit requests, @Nullable RateLimit bodyBytes) {
  public static final TenantRateLimits NONE = new TenantRateLimits(null, null);
}
