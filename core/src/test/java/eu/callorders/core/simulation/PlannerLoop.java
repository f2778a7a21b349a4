package eu.callorders.core.simulation;

import eu.callorders.core.order.OrderCommand;
import eu.callorders.core.order.OrderState;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Plans the first attempt of orders that have been accepted. */
final class PlannerLoop extends Loop {
  private final DialerLoop dialer;

  PlannerLoop(SimulatedNode node, SimulatedStore store, DialerLoop dialer) {
    super(node, store);
    this.dialer = dialer;
  }

  @Override
  void round() {
    List<OrderRow> found = store.open().filter(PlannerLoop::accepted).toList();
    if (found.isEmpty()) {
      finished(false);
      return;
    }
    Transaction transaction = store.begin(node);
    node.after(node.step(30), () -> plan(transaction, found));
  }

  private static boolean accepted(OrderRow order) {
    return order.state() instanceof OrderState.Accepted;
  }

  private void plan(Transaction transaction, List<OrderRow> found) {
    List<OrderRow> claimed =
        found.stream()
            .filter(order -> transaction.tryLock(order.person().lock()))
            .map(order -> store.order(order.id()))
            .filter(PlannerLoop::accepted)
            .toList();
    DecisionContext situation = new DecisionContext(store, claimed);
    for (OrderRow order : claimed) {
      OrderUpdate change = new OrderUpdate(world, order, situation);
      change.take(new OrderCommand.Plan(situation.next(order)));
      transaction.change(change);
    }
    node.after(
        node.step(30),
        () ->
            transaction.commit(
                committed -> {
                  if (committed) {
                    dialer.wake(1);
                    finished(!claimed.isEmpty());
                  } else {
                    failed();
                  }
                }));
  }

  @Override
  Optional<Instant> nextDue() {
    return store.open().anyMatch(PlannerLoop::accepted)
        ? Optional.of(world.now())
        : Optional.empty();
  }
}
