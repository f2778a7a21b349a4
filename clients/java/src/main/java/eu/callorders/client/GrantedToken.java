package eu.callorders.client;

import java.time.Duration;

/**
 * A response of the token issuer.
 *
 * @param scope granted scopes, separated by blanks; empty if unknown
 */
public record GrantedToken(String value, Duration lifetime, String scope) {
  @Override
  public String toString() {
    return "GrantedToken[" + lifetime + ", " + scope + "]";
  }
}
