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

/** Signs in, and finds out where that has led. */
final class SessionOpener {
  private final Transport.Timeouts patience;

  SessionOpener(Transport.Timeouts patience) {
    this.patience = patience;
  }

  /**
   * Opens a session; an address or a secret that is wrong shows here.
   *
   * @param adminToken empty when there is none
   */
  Session open(Profile profile, String secret, String adminToken) throws ApiException {
    Transport transport = new Transport(patience);
    RefreshingTokenSource tokens =
        new RefreshingTokenSource(
            transport, new Credentials(profile.issuer(), profile.clientId(), secret));
    AccessToken grant = tokens.grant();
    ApiClient api = ApiClient.of(transport, profile.base(), tokens);
    JsonNode tenant =
        grant.scopes().contains(Scope.CONFIG_READ)
            ? api.get("/v1/tenant").body()
            : MissingNode.getInstance();
    // Of its own: when the administration is away, the service need not be.
    Optional<ApiClient> administration =
        profile
            .administration()
            .filter(ignored -> !adminToken.isEmpty())
            .map(url -> ApiClient.administration(new Transport(patience), url, adminToken));
    return new Session(
        profile.name(),
        tenant.path("environment").asText(grant.environment()),
        grant.tenantId(),
        tenant,
        grant.scopes(),
        api,
        administration,
        transport.reachability());
  }
}
