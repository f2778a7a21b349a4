package eu.callorders.server.dial;

import eu.callorders.core.capacity.Quota;
import eu.callorders.server.capacity.DialCountStore;
import eu.callorders.server.capacity.DialCountStore.TenantDay;
import eu.callorders.server.database.Locks;
import eu.callorders.server.tenant.Tenant;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * What tenants may still dial, under a lock until the transaction ends, with this batch's dials.
 */
final class DialQuotas {
  private final Map<TenantDay, Integer> dialQuota;
  private final Map<UUID, Integer> activeCalls;
  private final Map<TenantDay, Integer> newDials = new HashMap<>();

  private DialQuotas(Map<TenantDay, Integer> dials, Map<UUID, Integer> running) {
    this.dialQuota = dials;
    this.activeCalls = new HashMap<>(running);
  }

  /**
   * Locks the quotas of the tenants on these days until the transaction ends.
   *
   * @param days with their ends
   */
  static Future<DialQuotas> lock(SqlConnection connection, Map<TenantDay, Instant> days) {
    Set<UUID> tenantIds =
        days.keySet().stream().map(TenantDay::tenantId).collect(Collectors.toSet());
    // The server runs these in turn, the last two under the lock: they see what its last holder
    // wrote.
    Future<Void> locked =
        Locks.acquire(connection, tenantIds.stream().map(Locks::channels).toList());
    Future<Void> ensured = DialCountStore.ensure(connection, days);
    Future<Map<TenantDay, Integer>> dials = DialCountStore.lock(connection, days.keySet());
    Future<Map<UUID, Integer>> running = DialCountStore.running(connection, tenantIds);
    return Future.join(locked, ensured, dials, running)
        .map(all -> new DialQuotas(dials.result(), running.result()));
  }

  /** Reads the quotas without a lock; they may change at once. */
  static Future<DialQuotas> read(SqlConnection connection, Collection<TenantDay> days) {
    Set<UUID> tenantIds = days.stream().map(TenantDay::tenantId).collect(Collectors.toSet());
    return DialCountStore.read(connection, days)
        .compose(
            dials ->
                DialCountStore.running(connection, tenantIds)
                    .map(running -> new DialQuotas(dials, running)));
  }

  Quota dialQuota(TenantDay day, Tenant tenant) {
    return new Quota(
        dialQuota.getOrDefault(day, 0) + newDials.getOrDefault(day, 0),
        tenant.quotas().maxDialsPerDay());
  }

  Quota callQuota(Tenant tenant) {
    return new Quota(
        activeCalls.getOrDefault(tenant.id(), 0), tenant.quotas().maxConcurrentCalls());
  }

  void recordDial(TenantDay day) {
    newDials.merge(day, 1, Integer::sum);
    activeCalls.merge(day.tenantId(), 1, Integer::sum);
  }

  Future<Void> save(SqlConnection connection) {
    return DialCountStore.add(connection, newDials);
  }
}
