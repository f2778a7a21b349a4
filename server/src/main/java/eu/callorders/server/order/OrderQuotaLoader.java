package eu.callorders.server.order;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
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
import java.util.concurrent.TimeUnit;

/**
 * Loads order quotas of tenants. Counting the orders due today is expensive: it runs only near the
 * daily limit, and a count is reused for a second while it is conclusive.
 */
final class OrderQuotaLoader {
  private static final Duration COUNT_LIFETIME = Duration.ofSeconds(1);

  private final Cache<UUID, Count> counts;

  OrderQuotaLoader(InstantSource realTime) {
    this.counts =
        Caffeine.newBuilder()
            .expireAfterWrite(COUNT_LIFETIME)
            .ticker(() -> TimeUnit.MILLISECONDS.toNanos(realTime.millis()))
            .executor(Runnable::run)
            .build();
  }

  /** A count of orders due today, with the undialed orders at that time. */
  private record Count(int dueToday, int undialed, Instant dayEnds) {

    /** Upper bound of orders due today: all newer ones may be due today. */
    int upperBound(Backlog backlog) {
      return dueToday + Math.max(0, backlog.undialed() - undialed);
    }

    /** Whether it proves that this many more orders fit, or that none does. */
    boolean isConclusive(Tenant tenant, Backlog backlog, int more) {
      int left = tenant.quotas().maxDialsPerDay() - backlog.dials();
      return dueToday >= left || upperBound(backlog) + more <= left;
    }
  }

  /**
   * The quota of a tenant for a batch of at most {@code most} orders.
   *
   * @param now the tenant's time
   */
  Future<OrderQuota> load(
      SqlConnection connection, Tenant tenant, Backlog backlog, int batchSize, Instant now) {
    if (!OrderQuota.mayReachDailyLimit(tenant, backlog, batchSize)) {
      return Future.succeededFuture(new OrderQuota(tenant, backlog, Optional.empty(), now));
    }
    Instant dayEnds = LocalDays.startOfNextDay(now, tenant.timezone());
    Count cached = counts.getIfPresent(tenant.id());
    if (cached != null
        && cached.dayEnds().equals(dayEnds)
        && cached.isConclusive(tenant, backlog, batchSize)) {
      return Future.succeededFuture(
          new OrderQuota(tenant, backlog, Optional.of(cached.upperBound(backlog)), now));
    }
    return BacklogStore.countUndialed(
            connection, tenant.id(), dayEnds, tenant.quotas().maxDialsPerDay())
        .map(
            dueToday -> {
              counts.put(tenant.id(), new Count(dueToday, backlog.undialed(), dayEnds));
              return new OrderQuota(tenant, backlog, Optional.of(dueToday), now);
            });
  }

  Future<Map<UUID, Backlog>> loadBacklogs(SqlConnection connection, Collection<UUID> tenantIds) {
    return BacklogStore.load(connection, tenantIds);
  }
}
