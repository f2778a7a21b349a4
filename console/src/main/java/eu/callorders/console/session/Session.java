package eu.callorders.console.session;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.api.ApiClient;
import eu.callorders.console.api.Reachability;
import eu.callorders.console.api.Scope;
import java.util.Optional;
import java.util.Set;

/**
 * What a screen works with.
 *
 * @param name of the profile
 * @param environment {@code live} or {@code sandbox}, or what a later version calls it
 * @param tenant the snapshot; missing without {@code config:read}
 * @param administration present when its token was given
 */
public record Session(
    String name,
    String environment,
    String tenantId,
    JsonNode tenant,
    Set<Scope> scopes,
    ApiClient api,
    Optional<ApiClient> administration,
    Reachability reachability) {

  public boolean may(Scope scope) {
    return scopes.contains(scope);
  }

  public boolean isSandbox() {
    return environment.equals("sandbox");
  }

  /** What to call the tenant. */
  public String tenantName() {
    String given = tenant.path("name").asText();
    return given.isEmpty() ? tenantId : given;
  }
}
