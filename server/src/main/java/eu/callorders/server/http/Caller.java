package eu.callorders.server.http;

import eu.callorders.server.ratelimit.RateLimit;
import java.util.Set;
import java.util.UUID;

/**
 * The client behind a request, as its access token says.
 *
 * @param clientId the client registration
 * @param scopes the granted scopes, in wire spelling
 * @param rateLimit the registration's token bucket
 */
public record Caller(UUID tenantId, UUID clientId, Set<String> scopes, RateLimit rateLimit) {
  public Caller {
    scopes = Set.copyOf(scopes);
  }

  public boolean hasScope(String scope) {
    return scopes.contains(scope);
  }
}
