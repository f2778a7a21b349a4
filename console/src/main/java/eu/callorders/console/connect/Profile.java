package eu.callorders.console.connect;

import java.net.URI;
import java.util.Optional;

/**
 * Service addresses and client; secrets are stored elsewhere.
 *
 * @param base address of the service, without {@code /v1}
 * @param issuer address of the token issuer
 * @param administration address of the administration, if there is one
 */
public record Profile(
    String name, URI base, URI issuer, Optional<URI> administration, String clientId) {
  /** A copy with another client. */
  Profile withClientId(String otherClientId) {
    return new Profile(name, base, issuer, administration, otherClientId);
  }

  @Override
  public String toString() {
    return name;
  }
}
