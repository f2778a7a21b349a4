package eu.callorders.server.deletion;

import eu.callorders.core.problem.ProblemCode;
import eu.callorders.core.problem.ProblemException;
import eu.callorders.server.dial.Halt;
import eu.callorders.server.dial.HaltControl;
import eu.callorders.server.tenant.TenantStore;
import eu.callorders.server.webhook.endpoint.EndpointStore;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Accepts requests to delete tenants; {@link TenantDeletionWorker} deletes their rows. */
public final class TenantDeletionRequests {
  /**
   * Until the first row is deleted: access tokens are valid for 5 s, transactions end within 40 s.
   */
  static final Duration DELAY = Duration.ofMinutes(1);

  private static final String REASON = "The tenant is being deleted.";

  private final HaltControl halts;
  private final InstantSource realTime;

  public TenantDeletionRequests(HaltControl halts, InstantSource realTime) {
    this.halts = halts;
    this.realTime = realTime;
  }

  /**
   * Requests the deletion of an existing tenant; false when that was done before. After the commit
   * no call begins, no token is issued and no webhook is leased; running calls continue.
   */
  public Future<Boolean> request(SqlConnection connection, UUID tenantId) {
    return requestTimes(connection, List.of(tenantId))
        .compose(
            known -> known.isEmpty() ? start(connection, tenantId) : Future.succeededFuture(false));
  }

  /** The lock of dialing comes before those of rows, as in a dial. */
  private Future<Boolean> start(SqlConnection connection, UUID tenantId) {
    Instant now = realTime.instant();
    return halts
        .halt(connection, new Halt.Scope(tenantId, null, null), REASON)
        .compose(halted -> TenantStore.disable(connection, tenantId, now))
        .compose(disabled -> EndpointStore.deleteAll(connection, tenantId, now))
        .compose(deleted -> TenantDeletionStore.insert(connection, tenantId, now, now.plus(DELAY)));
  }

  /** Fails with {@code tenant_being_deleted}; the caller has locked the tenant. */
  public static Future<Void> requireNone(SqlConnection connection, UUID tenantId) {
    return TenantDeletionStore.requestTimes(connection, List.of(tenantId))
        .compose(
            times ->
                times.isEmpty()
                    ? Future.succeededFuture()
                    : Future.failedFuture(
                        ProblemException.of(
                            ProblemCode.TENANT_BEING_DELETED,
                            "The deletion of the tenant was requested and cannot be undone.")));
  }

  /** When the deletion of these tenants was requested, in real time; others are absent. */
  public Future<Map<UUID, Instant>> requestTimes(
      SqlConnection connection, Collection<UUID> tenantIds) {
    return TenantDeletionStore.requestTimes(connection, tenantIds);
  }
}
