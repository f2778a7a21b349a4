package eu.callorders.server.auth;

import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.UUID;

/**
 * What an access token says (RFC 9068).
 *
 * @param secretId the client secret that it was issued for; revoking that may end the token
 * @param expiresAt to the second
 */
record AccessToken(
    UUID id,
    UUID tenantId,
    UUID clientId,
    UUID secretId,
    Set<Scope> scopes,
    Instant issuedAt,
    Instant expiresAt) {
  static final Duration LIFETIME = Duration.ofMinutes(30);

  /** How far the clocks of issuer and verifier may be apart. */
  static final Duration LEEWAY = Duration.ofSeconds(30);

  AccessToken {
    scopes = Set.copyOf(scopes);
  }

  boolean expiredAt(Instant now) {
    return !now.isBefore(expiresAt.plus(LEEWAY));
  }
}
