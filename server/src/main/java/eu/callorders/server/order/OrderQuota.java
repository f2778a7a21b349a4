package eu.callorders.server.order;

import eu.callorders.core.problem.Problem;
import eu.callorders.core.problem.ProblemCode;
import eu.callorders.core.window.LocalDays;
import eu.callorders.server.capacity.BacklogStore.Backlog;
import eu.callorders.server.tenant.Tenant;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * How many more orders a tenant may submit. What one batch takes counts at once; what others take
 * meanwhile does not, so that a burst may pass by a batch. When dialling the figures are exact.
 */
final class OrderQuota {
  private static final Duration BACKLOG_RETRY = Duration.ofMinutes(5);
  private static final Duration LONGEST_RETRY = Duration.ofHours(1);

  private final Tenant tenant;
  private final Backlog load;
  private final Optional<Integer> dueToday;
  private final Instant now;
  private final Instant dayEnds;
  private int taken;
  private int takenForToday;

  /**
   * @param dueToday orders that wait for a first dial that is due on the tenant's day, or more;
   *     empty where the day's dials do for the whole batch
   * @param now the tenant's time
   */
  OrderQuota(Tenant tenant, Backlog load, Optional<Integer> dueToday, Instant now) {
    this.tenant = tenant;
    this.load = load;
    this.dueToday = dueToday;
    this.now = now;
    this.dayEnds = LocalDays.nextDay(now, tenant.timezone());
  }

  /** Whether the day's dials may not do for so many more orders, if all of them were for today. */
  static boolean scarce(Tenant tenant, Backlog load, int more) {
    return load.dials() + load.undialled() + more > tenant.quotas().maxDialsPerDay();
  }

  /**
   * Takes room for one order.
   *
   * @param first its first permitted instant; asked for only when the day's dials are scarce
   * @return why there is none
   */
  Optional<Problem> take(Supplier<Optional<Instant>> first) {
    if (load.orders() + taken >= tenant.quotas().maxOpenOrders()) {
      return Optional.of(
          Problem.retryLater(
              ProblemCode.BACKLOG_FULL,
              "The tenant has " + tenant.quotas().maxOpenOrders() + " open orders, its limit.",
              BACKLOG_RETRY));
    }
    if (dueToday.isPresent() && first.get().filter(dayEnds::isAfter).isPresent()) {
      if (load.dials() + dueToday.get() + takenForToday >= tenant.quotas().maxDialsPerDay()) {
        return Optional.of(quotaExceeded());
      }
      takenForToday++;
    }
    taken++;
    return Optional.empty();
  }

  private Problem quotaExceeded() {
    Duration left = Duration.between(now, dayEnds);
    return Problem.retryLater(
        ProblemCode.QUOTA_EXCEEDED,
        "Orders that wait for today, and today's dials, reach the tenant's "
            + tenant.quotas().maxDialsPerDay()
            + " dials a day.",
        left.compareTo(LONGEST_RETRY) < 0 ? left : LONGEST_RETRY);
  }
}
