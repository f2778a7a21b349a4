package eu.callorders.core.simulation;

import org.jspecify.annotations.Nullable;

/** All invariants, checked after each commit. */
final class Invariants {
  final OrderInvariants orders;
  final AttemptInvariants attempts;
  final DialInvariants dials;
  private @Nullable Gateway gateway;

  Invariants(VirtualScheduler world) {
    this.orders = new OrderInvariants();
    this.attempts = new AttemptInvariants(world);
    this.dials = new DialInvariants(world);
  }

  void watch(Gateway ledger) {
    this.gateway = ledger;
  }

  void order(SimulatedStore store, @Nullable OrderRow before, OrderUpdate change) {
    OrderRow after = change.order();
    trace(store.world, before, change);
    orders.changed(before, change);
    attempts.changed(gateway, before, after);
    dials.changed(after);
    after.attempts().stream()
        .filter(attempt -> before == null || before.attempts().size() < after.attempts().size())
        .skip(before == null ? 0 : before.attempts().size())
        .forEach(attempt -> dials.intended(store, gateway, before, after, attempt));
  }

  void afterCommit(SimulatedStore store, Transaction transaction) {
    dials.quotas(store);
    attempts.deadlines(store);
  }

  private static void trace(VirtualScheduler world, @Nullable OrderRow before, OrderUpdate change) {
    OrderRow after = change.order();
    StringBuilder text = new StringBuilder("is ").append(after.state());
    change.events().forEach(event -> text.append(", ").append(event.type().wire()));
    for (AttemptRow attempt : after.attempts()) {
      if (before == null || !before.attempts().contains(attempt)) {
        text.append("; a")
            .append(attempt.id().getLeastSignificantBits())
            .append(" #")
            .append(attempt.attempt().attemptNumber())
            .append(' ')
            .append(attempt.attempt().status())
            .append(attempt.attempt().cause() == null ? "" : " " + attempt.attempt().cause());
      }
    }
    world.trace(after.name(), text.toString());
  }
}
