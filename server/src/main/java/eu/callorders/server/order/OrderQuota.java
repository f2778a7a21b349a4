package eu.callorders.server.order;

import eu.callorders.core.problem.Problem;
import eu.callorders.core.problem.ProblemCode;
import eu.callorders.core.window.LocalDays;
import eu.callorders.server.capacity.BacklogStore.Backlog;
import eu.callorders.server.tenant.Tenant;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * How many more orders a tenant may submit. Counts this batch but not concurrent ones, so a burst
 * can exceed the limit; dialing enforces it exactly.
 */
final class OrderQuota {
  private static final Duration BACKLOG_RETRY = Duration.ofMinutes(5);
  private static final Duration LONGEST_RETRY = Duration.ofHours(1);

  private final Tenant tenant;
  private final Backlog backlog;
  private final Optional<Integer> dueToday;
  private final Instant now;
  private final Instant dayEnds;
  private int reserved;
  private int reservedForToday;

  /**
   * @param dueToday upper bound of orders whose first dial is due on the tenant's day; empty if the
   *     daily limit cannot be reached by this batch
   * @param now the tenant's time
   */
  OrderQuota(Tenant tenant, Backlog backlog, Optional<Integer> dueToday, Instant now) {
    this.tenant = tenant;
    this.backlog = backlog;
    this.dueToday = dueToday;
    this.now = now;
    this.dayEnds = LocalDays.startOfNextDay(now, tenant.timezone());
  }

  /** Whether this many more orders, all due today, could exceed the daily dial limit. */
  static boolean mayReachDailyLimit(Tenant tenant, Backlog backlog, int more) {
    return backlog.dials() + backlog.undialed() + more > tenant.quotas().maxDialsPerDay();
  }

  /**
   * Reserves quota for one order.
   *
   * @param first its first permitted instant, evaluated only near the daily limit
   * @return the problem if the quota is exhausted
   */
  Optional<Problem> reserve(Supplier<Optional<Instant>> first) {
    if (backlog.orders() + reserved >= tenant.quotas().maxOpenOrders()) {
      return Optional.of(
          Problem.retryLater(
                  ProblemCode.BACKLOG_FULL,
                  "The tenant has " + tenant.quotas().maxOpenOrders() + " open orders, its limit.",
                  BACKLOG_RETRY)
              .with(Map.of("limit", tenant.quotas().maxOpenOrders())));
    }
    if (dueToday.isPresent() && first.get().filter(dayEnds::isAfter).isPresent()) {
      if (backlog.dials() + dueToday.get() + reservedForToday >= tenant.quotas().maxDialsPerDay()) {
        return Optional.of(quotaExceeded());
      }
      reservedForToday++;
    }
    reserved++;
    return Optional.empty();
  }

  private Problem quotaExceeded() {
    Duration left = Duration.between(now, dayEnds);
    return Problem.retryLater(
            ProblemCode.QUOTA_EXCEEDED,
            "Orders that wait for today, and today's dials, reach the tenant's "
                + tenant.quotas().maxDialsPerDay()
                + " dials a day.",
            left.compareTo(LONGEST_RETRY) < 0 ? left : LONGEST_RETRY)
        .with(Map.of("limit", tenant.quotas().maxDialsPerDay()));
  }
}
