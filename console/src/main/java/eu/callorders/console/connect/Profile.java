package eu.callorders.console.connect;

import java.net.URI;
import java.util.Optional;

/**
 * Where to connect, and as whom. Secrets are kept elsewhere.
 *
 * @param base the address of the service, without {@code /v1}
 * @param issuer the address of the token issuer
 * @param administration the address of the administration, when the operator has one
 */
public record Profile(
    String name, URI base, URI issuer, Optional<URI> administration, String clientId) {
  /** The same for another registration. */
  Profile as(String otherClientId) {
    return new Profile(name, base, issuer, administration, otherClientId);
  }

  @Override
  public String toString() {
    return name;
  }
}
