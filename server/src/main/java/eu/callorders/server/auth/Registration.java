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
 * @param secrets newest first, revoked ones included
 * @param lockedUntil the end of the last lock for strangers; null when there was none
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
   * What an operator chooses.
   *
   * @param allowlist address blocks, as they were written; empty lets every address in
   * @param disabled neither gets tokens nor may use those it has
   * @param rateLimit its own bucket; null for the deployment's default
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

    /** A registration that may do everything from everywhere. */
    public static Settings unbound(String name) {
      return new Settings(name, Scope.all(), List.of(), false, null);
    }
  }

  /** A secret as it may be shown: not itself. */
  public record Secret(UUID id, Instant createdAt, @Nullable Instant revokedAt) {}

  /** A secret that has just been made, to be shown once. */
  public record NewSecret(UUID id, Instant createdAt, ClientSecret secret) {}
}
