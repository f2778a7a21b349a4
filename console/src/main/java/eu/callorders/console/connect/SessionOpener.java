package eu.callorders.console.connect;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import eu.callorders.console.api.AccessToken;
import eu.callorders.console.api.ApiClient;
import eu.callorders.console.api.ApiException;
import eu.callorders.console.api.Credentials;
import eu.callorders.console.api.RefreshingTokenSource;
import eu.callorders.console.api.Scope;
import eu.callorders.console.api.Transport;
import eu.callorders.console.session.Session;
import java.util.Optional;

/** Signs in and loads the tenant. */
final class SessionOpener {
  private final Transport.Timeouts timeouts;

  SessionOpener(Transport.Timeouts timeouts) {
    this.timeouts = timeouts;
  }

  /** Opens a session; fails on a wrong address or secret. The token may be empty. */
  Session open(Profile profile, String secret, String adminToken) throws ApiException {
    Transport transport = new Transport(timeouts);
    RefreshingTokenSource tokens =
        new RefreshingTokenSource(
            transport, new Credentials(profile.issuer(), profile.clientId(), secret));
    AccessToken token = tokens.accessToken();
    ApiClient api = ApiClient.of(transport, profile.base(), tokens);
    JsonNode tenant =
        token.scopes().contains(Scope.CONFIG_READ)
            ? api.get("/v1/tenant").body()
            : MissingNode.getInstance();
    // Its own transport: the status of the administration must not affect that of the service.
    Optional<ApiClient> administration =
        profile
            .administration()
            .filter(ignored -> !adminToken.isEmpty())
            .map(url -> ApiClient.administration(new Transport(timeouts), url, adminToken));
    return new Session(
        profile.name(),
        tenant.path("environment").asText(token.environment()),
        token.tenantId(),
        tenant,
        token.scopes(),
        api,
        administration,
        transport.status());
  }
}
