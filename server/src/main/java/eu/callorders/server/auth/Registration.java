package eu.callorders.server.auth;

import eu.callorders.server.http.RateLimit;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A client registration: one program of a tenant that may ask for tokens.
 *
 * @param allowlist address blocks, as they were written; empty lets every address in
 * @param rateLimit its own bucket; null for the deployment's default
 * @param secrets newest first, revoked ones included
 * @param lockedUntil the end of the lock for strangers; null when there is none now or ever was
 */
public record Registration(
    UUID id,
    UUID tenantId,
    String name,
    Set<Scope> scopes,
    List<String> allowlist,
    boolean disabled,
    @Nullable RateLimit rateLimit,
    Instant createdAt,
    Instant updatedAt,
    List<Secret> secrets,
    @Nullable Instant lockedUntil) {

  public Registration {
    scopes = Set.copyOf(scopes);
    allowlist = List.copyOf(allowlist);
    secrets = List.copyOf(secrets);
  }

  /** A secret as it may be shown: not itself. */
  public record Secret(UUID id, Instant createdAt, @Nullable Instant revokedAt) {}

  /** A secret that has just been made, to be shown once. */
  public record NewSecret(UUID id, Instant createdAt, ClientSecret secret) {}
}
