package eu.callorders.server.auth;

import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.id.UuidV7;
import eu.callorders.server.auth.ClientAuthentication.AuthenticatedClient;
import eu.callorders.server.database.Database;
import eu.callorders.server.json.Json;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/** Issues access tokens by the client-credentials grant. */
public final class TokenIssuer {
  private final Vertx vertx;
  private final ClientAuthentication authentication;
  private final SigningKeys keys;
  private final Supplier<Issuer> issuer;
  private final InstantSource clock;
  private final RandomGenerator random;

  /**
   * @param issuer known before the first request
   */
  public TokenIssuer(
      Vertx vertx,
      Database database,
      SigningKeys keys,
      Supplier<Issuer> issuer,
      InstantSource clock,
      RandomGenerator random) {
    this.vertx = vertx;
    this.authentication = new ClientAuthentication(database, clock);
    this.keys = keys;
    this.issuer = issuer;
    this.clock = clock;
    this.random = random;
  }

  /** The token response of RFC 6749 section 5.1; failed with {@link OAuthError.OAuthException}. */
  Future<ObjectNode> issue(TokenRequest request, String sourceAddress) {
    return authentication
        .authenticate(request.clientId(), request.secret(), sourceAddress)
        .compose(client -> sign(client, grant(request.scope(), client.scopes())));
  }

  private Future<ObjectNode> sign(AuthenticatedClient client, Set<Scope> scopes) {
    Instant now = clock.instant().truncatedTo(ChronoUnit.SECONDS);
    AccessToken token =
        new AccessToken(
            UuidV7.at(now, random),
            client.tenantId(),
            client.registrationId(),
            client.secretId(),
            scopes,
            now,
            now.plus(AccessToken.LIFETIME));
    return keys.active()
        .compose(
            key -> vertx.executeBlocking(() -> TokenSigner.sign(token, issuer.get(), key), false))
        .map(signed -> response(signed, scopes));
  }

  private static ObjectNode response(String signed, Set<Scope> scopes) {
    return Json.object()
        .put("access_token", signed)
        .put("token_type", "Bearer")
        .put("expires_in", AccessToken.LIFETIME.toSeconds())
        .put("scope", Scope.join(scopes));
  }

  /** All held scopes when none is requested, else exactly the requested ones. */
  private static Set<Scope> grant(Optional<String> requested, Set<Scope> held) {
    if (requested.isEmpty()) {
      return held;
    }
    Set<Scope> granted = EnumSet.noneOf(Scope.class);
    for (String wire : requested.get().split(" ", -1)) {
      granted.add(
          Scope.parse(wire)
              .filter(held::contains)
              .orElseThrow(() -> new OAuthError.OAuthException(OAuthError.invalidScope())));
    }
    return granted;
  }
}
