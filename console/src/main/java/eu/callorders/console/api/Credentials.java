package eu.callorders.console.api;

import java.net.URI;

/**
 * Client credentials.
 *
 * @param issuer address of the token issuer, without {@code /oauth2/token}
 */
public record Credentials(URI issuer, String clientId, String secret) {
  @Override
  public String toString() {
    return clientId + " at " + issuer;
  }
}
