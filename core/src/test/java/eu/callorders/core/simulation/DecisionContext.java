package eu.callorders.core.simulation;

import eu.callorders.core.order.Callee;
import eu.callorders.core.order.NextAttempt;
import eu.callorders.core.order.RetryPlan;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The data of a decision beyond its orders, read at one instant under locks. */
final class DecisionContext {
  private final VirtualScheduler world;
  private final Instant realNow;
  private final Map<SimTenant, Instant> clocks = new HashMap<>();
  private final Map<String, SimulatedStore.History> histories = new HashMap<>();
  private final Set<String> barred = new HashSet<>();

  DecisionContext(SimulatedStore store, List<OrderRow> orders) {
    this.world = store.world;
    this.realNow = world.now();
    for (OrderRow order : orders) {
      Subject subject = order.person();
      clocks.put(order.tenant(), order.tenant().now(realNow));
      histories.put(subject.name(), store.history(subject, subject.day(now(order))));
      if (store.barred(subject)) {
        barred.add(subject.lock());
      }
      subject.phones().stream().map(subject::numberLock).filter(store::barred).forEach(barred::add);
    }
  }

  Instant realNow() {
    return realNow;
  }

  Instant now(OrderRow order) {
    return clocks.get(order.tenant());
  }

  SimulatedStore.History history(OrderRow order) {
    return histories.get(order.person().name());
  }

  boolean barred(OrderRow order) {
    return barred.contains(order.person().lock());
  }

  Callee callee(OrderRow order) {
    return new Callee(
        phone -> barred(order) || barred.contains(order.person().numberLock(phone)),
        history(order).lastContact());
  }

  NextAttempt next(OrderRow order) {
    return RetryPlan.next(
        order.terms().forCore(), order.history(), callee(order), now(order), world.random);
  }

  NextAttempt earliest(OrderRow order, Instant from) {
    return RetryPlan.earliest(order.terms().forCore(), order.history(), callee(order), from);
  }
}
