package eu.callorders.server.auth;

import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.UUID;

/**
 * The claims of an access token (RFC 9068).
 *
 * @param secretId the client secret that it was issued for; revoking it may end the token
 * @param expiresAt in whole seconds
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

  /** Tolerated clock difference between issuer and verifier. */
  static final Duration LEEWAY = Duration.ofSeconds(30);

  AccessToken {
    scopes = Set.copyOf(scopes);
  }

  boolean isExpiredAt(Instant now) {
    return !now.isBefore(expiresAt.plus(LEEWAY));
  }
}
