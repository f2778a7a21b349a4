package eu.callorders.server.auth;

import eu.callorders.core.id.UuidV7;
import eu.callorders.core.problem.ProblemCode;
import eu.callorders.core.problem.ProblemException;
import eu.callorders.server.auth.Registration.NewSecret;
import eu.callorders.server.auth.Registration.Settings;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.SqlConnection;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Creates and changes registrations and their secrets. */
public final class RegistrationEditor {
  private final InstantSource clock;
  private final SecureRandom random;

  public RegistrationEditor(InstantSource clock, SecureRandom random) {
    this.clock = clock;
    this.random = random;
  }

  /** A new registration with its first secret, returned once. */
  public record Created(Registration registration, NewSecret secret) {}

  public Future<Created> create(SqlConnection connection, UUID tenantId, Settings settings) {
    Instant now = now();
    UUID id = UuidV7.at(now, random);
    Registration registration = new Registration(id, tenantId, settings, now, now, List.of(), null);
    return RegistrationStore.insert(connection, registration)
        .compose(inserted -> addSecret(connection, tenantId, id))
        .compose(
            secret ->
                find(connection, tenantId, id)
                    .map(stored -> new Created(stored.orElseThrow(), secret)));
  }

  public Future<Optional<Registration>> find(SqlClient connection, UUID tenantId, UUID id) {
    return RegistrationStore.find(connection, tenantId, id);
  }

  public Future<List<Registration>> list(
      SqlClient connection, UUID tenantId, @Nullable UUID before, int limit) {
    return RegistrationStore.list(connection, tenantId, before, limit);
  }

  /**
   * A registration after a change.
   *
   * @param before equal to it when no setting differs
   */
  public record Changed(Registration before, Registration after) {
    public boolean modified() {
      return !after.equals(before);
    }
  }

  /** Changes a locked registration; {@code not_found} when it does not exist. */
  public Future<Changed> change(
      SqlConnection connection, UUID tenantId, UUID id, UnaryOperator<Settings> change) {
    return lock(connection, tenantId, id)
        .compose(locked -> find(connection, tenantId, id))
        .map(Optional::orElseThrow)
        .compose(before -> save(connection, before, change.apply(before.settings())));
  }

  private Future<Changed> save(SqlConnection connection, Registration before, Settings settings) {
    if (settings.equals(before.settings())) {
      return Future.succeededFuture(new Changed(before, before));
    }
    UUID tenantId = before.tenantId();
    return RegistrationStore.update(connection, tenantId, before.id(), settings, now())
        .compose(updated -> find(connection, tenantId, before.id()))
        .map(after -> new Changed(before, after.orElseThrow()));
  }

  /** Removes locks and failures; {@code not_found} when it does not exist. */
  public Future<Registration> unlock(SqlConnection connection, UUID tenantId, UUID id) {
    return lock(connection, tenantId, id)
        .compose(locked -> LockoutStore.unlock(connection, id))
        .compose(unlocked -> find(connection, tenantId, id))
        .map(Optional::orElseThrow);
  }

  public Future<Boolean> holds(
      SqlConnection connection, UUID tenantId, UUID id, ClientSecret secret) {
    return SecretStore.active(connection, tenantId, id)
        .map(secrets -> Credentials.match(secrets, secret).isPresent());
  }

  /** Issues another secret; refuses with {@code not_found} or {@code secret_limit}. */
  public Future<NewSecret> addSecret(SqlConnection connection, UUID tenantId, UUID id) {
    Instant now = now();
    NewSecret secret = new NewSecret(UuidV7.at(now, random), now, ClientSecret.generate(random));
    return lock(connection, tenantId, id)
        .compose(locked -> SecretStore.insert(connection, tenantId, id, secret))
        .map(
            inserted -> {
              if (!inserted) {
                throw ProblemException.of(
                    ProblemCode.SECRET_LIMIT,
                    "The registration holds two active secrets; revoke one first.");
              }
              return secret;
            });
  }

  /** Issues another secret; revokes the older one of two active ones. */
  public Future<NewSecret> replaceSecret(SqlConnection connection, UUID tenantId, UUID id) {
    return lock(connection, tenantId, id)
        .compose(locked -> SecretStore.revokeOlder(connection, tenantId, id, now()))
        .compose(revoked -> addSecret(connection, tenantId, id));
  }

  /**
   * Revokes a secret, and with {@code endTokens} its tokens; {@code not_found} when there is
   * nothing to revoke.
   */
  public Future<Void> revokeSecret(
      SqlConnection connection, UUID tenantId, UUID id, UUID secretId, boolean endTokens) {
    return SecretStore.revoke(connection, tenantId, id, secretId, now(), endTokens)
        .map(revoked -> orNotFound(revoked));
  }

  private static Future<Void> lock(SqlConnection connection, UUID tenantId, UUID id) {
    return RegistrationStore.lock(connection, tenantId, id).map(found -> orNotFound(found));
  }

  private static @Nullable Void orNotFound(boolean found) {
    if (!found) {
      throw ProblemException.notFound();
    }
    return null;
  }

  private Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.MILLIS);
  }
}
