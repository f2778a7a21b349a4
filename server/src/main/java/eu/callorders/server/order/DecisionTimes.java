package eu.callorders.server.order;

import eu.callorders.core.order.OrderState;
import eu.callorders.server.tenant.Tenant;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;

/**
 * The instants at which orders are decided on, in their tenants' time.
 *
 * @param realNow real time of all orders that are due now
 * @param dueAhead by order id, the planned instants of orders that are claimed before they are due
 */
record DecisionTimes(Instant realNow, Map<UUID, Instant> dueAhead) {

  static DecisionTimes at(Instant realNow) {
    return new DecisionTimes(realNow, Map.of());
  }

  /**
   * @param lead how long before its instant an order may be claimed
   */
  static DecisionTimes of(
      List<CallOrder> orders, Map<UUID, Tenant> tenantsById, Instant realNow, Duration lead) {
    Map<UUID, Instant> dueAhead = new HashMap<>();
    for (CallOrder order : orders) {
      Instant now = now(Objects.requireNonNull(tenantsById.get(order.tenantId())), realNow);
      if (order.state() instanceof OrderState.Scheduled scheduled
          && scheduled.nextAttemptAt().isAfter(now)
          && !scheduled.nextAttemptAt().isAfter(now.plus(lead))) {
        dueAhead.put(order.id(), scheduled.nextAttemptAt());
      }
    }
    return new DecisionTimes(realNow, dueAhead);
  }

  Instant now(CallOrder order, Tenant tenant) {
    return dueAhead.getOrDefault(order.id(), now(tenant));
  }

  Instant now(Tenant tenant) {
    return now(tenant, realNow);
  }

  static Instant now(Tenant tenant, Instant realNow) {
    return realNow.plus(tenant.clockOffset());
  }
}
