package eu.callorders.server.order;

import eu.callorders.core.window.LocalDays;
import eu.callorders.server.capacity.BacklogStore;
import eu.callorders.server.capacity.BacklogStore.Backlog;
import eu.callorders.server.tenant.Tenant;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Looks up how much room tenants have for orders. Counting what waits for today is dear, so it is
 * done only when the day's dials are scarce, and what was counted is good for a second where it
 * settles the question: no room then, or enough for all that have come since.
 */
final class OrderQuotaLoader {
  private static final Duration COUNT_HOLDS = Duration.ofSeconds(1);

  private final BacklogStore store = new BacklogStore();
  private final InstantSource realTime;
  private final Map<UUID, Count> counts = new ConcurrentHashMap<>();

  OrderQuotaLoader(InstantSource realTime) {
    this.realTime = realTime;
  }

  /** What was counted, how many waited undialled then, and for how long it holds. */
  private record Count(int dueToday, int undialled, Instant dayEnds, Instant until) {

    /** No fewer than there are now: all that have come since may be for today. */
    int most(Backlog load) {
      return dueToday + Math.max(0, load.undialled() - undialled);
    }

    /** Whether it still says for certain that there is room for so many more, or none. */
    boolean tells(Tenant tenant, Backlog load, int more) {
      int left = tenant.quotas().maxDialsPerDay() - load.dials();
      return dueToday >= left || most(load) + more <= left;
    }
  }

  /**
   * The room of a tenant for a batch of at most {@code most} orders.
   *
   * @param now the tenant's time
   */
  Future<OrderQuota> of(
      SqlConnection connection, Tenant tenant, Backlog load, int most, Instant now) {
    if (!OrderQuota.scarce(tenant, load, most)) {
      return Future.succeededFuture(new OrderQuota(tenant, load, Optional.empty(), now));
    }
    Instant dayEnds = LocalDays.nextDay(now, tenant.timezone());
    Count known = counts.get(tenant.id());
    if (known != null
        && known.dayEnds().equals(dayEnds)
        && realTime.instant().isBefore(known.until())
        && known.tells(tenant, load, most)) {
      return Future.succeededFuture(
          new OrderQuota(tenant, load, Optional.of(known.most(load)), now));
    }
    return store
        .undialledUntil(connection, tenant.id(), dayEnds, tenant.quotas().maxDialsPerDay())
        .map(
            waiting -> {
              Instant until = realTime.instant().plus(COUNT_HOLDS);
              counts.put(tenant.id(), new Count(waiting, load.undialled(), dayEnds, until));
              return new OrderQuota(tenant, load, Optional.of(waiting), now);
            });
  }

  /** What these tenants have to do. */
  Future<Map<UUID, Backlog>> loads(SqlConnection connection, Collection<UUID> tenantIds) {
    return store.loads(connection, tenantIds);
  }
}
