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
  private final Set<String> suppressed = new HashSet<>();

  DecisionContext(SimulatedStore store, List<OrderRow> orders) {
    this.world = store.world;
    this.realNow = world.now();
    for (OrderRow order : orders) {
      Subject subject = order.subject();
      clocks.put(order.tenant(), order.tenant().now(realNow));
      histories.put(subject.name(), store.history(subject, subject.day(now(order))));
      if (store.suppressed(subject)) {
        suppressed.add(subject.lock());
      }
      subject.phones().stream()
          .map(subject::phoneLock)
          .filter(store::suppressed)
          .forEach(suppressed::add);
    }
  }

  Instant realNow() {
    return realNow;
  }

  Instant now(OrderRow order) {
    return clocks.get(order.tenant());
  }

  SimulatedStore.History history(OrderRow order) {
    return histories.get(order.subject().name());
  }

  boolean suppressed(OrderRow order) {
    return suppressed.contains(order.subject().lock());
  }

  Callee callee(OrderRow order) {
    return new Callee(
        phone -> suppressed(order) || suppressed.contains(order.subject().phoneLock(phone)),
        history(order).lastContact());
  }

  NextAttempt nextAttempt(OrderRow order) {
    return RetryPlan.nextAttempt(
        order.terms().orderTerms(), order.history(), callee(order), now(order), world.random);
  }

  NextAttempt earliestAttempt(OrderRow order, Instant from) {
    return RetryPlan.earliestAttempt(
        order.terms().orderTerms(), order.history(), callee(order), from);
  }
}
