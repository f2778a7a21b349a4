package eu.callorders.server.auth;

import eu.callorders.server.ratelimit.RateLimit;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A client registration: an API client of a tenant.
 *
 * @param secrets newest first, including revoked ones
 * @param lockedUntil end of the last lock for unknown addresses; null when there was none
 */
public record Registration(
    UUID id,
    UUID tenantId,
    Settings settings,
    Instant createdAt,
    Instant updatedAt,
    List<Secret> secrets,
    @Nullable Instant lockedUntil) {

  public Registration {
    secrets = List.copyOf(secrets);
  }

  /**
   * The settings that an operator chooses.
   *
   * @param allowlist address blocks as written; empty admits every address
   * @param disabled neither gets tokens nor may use existing ones
   * @param rateLimit null for the deployment's default
   */
  public record Settings(
      String name,
      Set<Scope> scopes,
      List<String> allowlist,
      boolean disabled,
      @Nullable RateLimit rateLimit) {

    public Settings {
      scopes = Set.copyOf(scopes);
      allowlist = List.copyOf(allowlist);
    }

    /** All scopes, any address. */
    public static Settings unrestricted(String name) {
      return new Settings(name, Scope.all(), List.of(), false, null);
    }
  }

  public record Secret(UUID id, Instant createdAt, @Nullable Instant revokedAt) {}

  /** A new secret, returned once. */
  public record NewSecret(UUID id, Instant createdAt, ClientSecret secret) {}
}
