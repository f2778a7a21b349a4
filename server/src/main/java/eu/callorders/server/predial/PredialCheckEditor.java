package eu.callorders.server.predial;

import eu.callorders.core.id.UuidV7;
import eu.callorders.core.predial.PredialCheck;
import eu.callorders.core.signing.SigningSecret;
import eu.callorders.server.webhook.endpoint.EndpointSecrets;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Sets, changes and removes the checks of tenants with their signing secrets. The caller has locked
 * the tenant.
 */
public final class PredialCheckEditor {
  private final EndpointSecrets secrets;
  private final InstantSource realTime;
  private final RandomGenerator random;

  public PredialCheckEditor(
      EndpointSecrets secrets, InstantSource realTime, RandomGenerator random) {
    this.secrets = secrets;
    this.realTime = realTime;
    this.random = random;
  }

  /** The checks by tenant; those without one are absent. */
  public Future<Map<UUID, PredialCheck>> find(
      SqlConnection connection, Collection<UUID> tenantIds) {
    return PredialCheckStore.find(connection, tenantIds)
        .map(
            found ->
                found.values().stream()
                    .collect(Collectors.toMap(PredialSetting::tenantId, PredialSetting::check)));
  }

  /**
   * Saves the check of a tenant.
   *
   * @param check null to remove it with its secrets
   * @return the secret of a check that is set anew, which is shown this once; otherwise empty
   */
  public Future<Optional<SigningSecret>> save(
      SqlConnection connection, UUID tenantId, @Nullable PredialCheck check) {
    return find(connection, tenantId)
        .compose(
            before -> {
              if (before.isPresent()) {
                return replace(connection, before.get(), check).map(Optional.empty());
              }
              return check == null
                  ? Future.succeededFuture(Optional.empty())
                  : insert(connection, tenantId, check).map(Optional::of);
            });
  }

  /**
   * Adds a secret; the one before signs for another day.
   *
   * @return empty when the tenant has no check
   */
  public Future<Optional<RotatedCheck>> rotateSecret(SqlConnection connection, UUID tenantId) {
    return find(connection, tenantId)
        .compose(
            found ->
                found.isEmpty()
                    ? Future.succeededFuture(Optional.empty())
                    : rotate(connection, found.get()).map(Optional::of));
  }

  /** A check with its new secret. */
  public record RotatedCheck(PredialCheck check, SigningSecret secret) {}

  private Future<RotatedCheck> rotate(SqlConnection connection, PredialSetting before) {
    Instant now = now();
    PredialSetting after = before.with(before.check());
    return PredialCheckStore.update(connection, after, now)
        .compose(updated -> secrets.rotate(connection, after.tenantId(), after.id(), now))
        .map(secret -> new RotatedCheck(after.check(), secret));
  }

  private static Future<Optional<PredialSetting>> find(SqlConnection connection, UUID tenantId) {
    return PredialCheckStore.find(connection, List.of(tenantId))
        .map(found -> Optional.ofNullable(found.get(tenantId)));
  }

  private Future<Void> replace(
      SqlConnection connection, PredialSetting before, @Nullable PredialCheck check) {
    if (check == null) {
      return secrets
          .delete(connection, before.tenantId(), before.id())
          .compose(deleted -> PredialCheckStore.delete(connection, before));
    }
    return before.check().equals(check)
        ? Future.succeededFuture()
        : PredialCheckStore.update(connection, before.with(check), now());
  }

  private Future<SigningSecret> insert(
      SqlConnection connection, UUID tenantId, PredialCheck check) {
    Instant now = now();
    PredialSetting setting = new PredialSetting(UuidV7.at(now, random), tenantId, check, 1);
    return PredialCheckStore.insert(connection, setting, now)
        .compose(inserted -> secrets.add(connection, tenantId, setting.id(), now));
  }

  private Instant now() {
    return realTime.instant().truncatedTo(ChronoUnit.MILLIS);
  }
}
