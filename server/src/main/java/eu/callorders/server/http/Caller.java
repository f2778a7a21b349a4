package eu.callorders.server.http;

import eu.callorders.server.ratelimit.RateLimit;
import java.util.Set;
import java.util.UUID;

/**
 * The client behind a request, as its access token says, or an operator of the administration.
 *
 * @param tenantId of a client; zero for an operator
 * @param clientId the client registration, or the operator
 * @param scopes the granted scopes or roles, in wire spelling
 * @param rateLimit the registration's token bucket
 * @param actor the operator's name, for the audit log; empty for a client
 */
public record Caller(
    UUID tenantId, UUID clientId, Set<String> scopes, RateLimit rateLimit, String actor) {
  private static final UUID NO_TENANT = new UUID(0, 0);

  public Caller {
    scopes = Set.copyOf(scopes);
  }

  public Caller(UUID tenantId, UUID clientId, Set<String> scopes, RateLimit rateLimit) {
    this(tenantId, clientId, scopes, rateLimit, "");
  }

  public static Caller ofOperator(UUID id, String name, Set<String> roles) {
    return new Caller(NO_TENANT, id, roles, RateLimit.UNLIMITED, name);
  }

  public boolean hasScope(String scope) {
    return scopes.contains(scope);
  }

  boolean isOperator() {
    return !actor.isEmpty();
  }
}
