package eu.callorders.server.http;

import eu.callorders.server.ratelimit.RateLimit;
import eu.callorders.server.ratelimit.TenantRateLimits;
import java.util.Set;
import java.util.UUID;

/**
 * The client behind a request, as its access token says, or an operator of the administration.
 *
 * @param tenantId of a client; zero for an operator
 * @param clientId the client registration, or the operator
 * @param scopes the granted scopes or roles, in wire spelling
 * @param rateLimit the registration's token bucket
 * @param tenantRateLimits of all registrations of the tenant
 * @param actor the operator's name, for the audit log; empty for a client
 */
public record Caller(
    UUID tenantId,
    UUID clientId,
    Set<String> scopes,
    RateLimit rateLimit,
    TenantRateLimits tenantRateLimits,
    String actor) {
  private static final UUID NO_TENANT = new UUID(0, 0);

  public Caller {
    scopes = Set.copyOf(scopes);
  }

  /** A client. */
  public Caller(
      UUID tenantId,
      UUID clientId,
      Set<String> scopes,
      RateLimit rateLimit,
      TenantRateLimits tenantRateLimits) {
    this(tenantId, clientId, scopes, rateLimit, tenantRateLimits, "");
  }

  /** A client of a tenant without limits of its own. */
  public Caller(UUID tenantId, UUID clientId, Set<String> scopes, RateLimit rateLimit) {
    this(tenantId, clientId, scopes, rateLimit, TenantRateLimits.NONE);
  }

  public static Caller ofOperator(UUID id, String name, Set<String> roles) {
    return new Caller(NO_TENANT, id, roles, RateLimit.UNLIMITED, TenantRateLimits.NONE, name);
  }

  public boolean hasScope(String scope) {
    return scopes.contains(scope);
  }

  boolean isOperator() {
    return !actor.isEmpty();
  }
}
