package eu.callorders.core.simulation;

import eu.callorders.core.order.OrderCommand;
import eu.callorders.core.order.OrderState;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Plans the first attempt of accepted orders. */
final class PlannerLoop extends Loop {
  private final DialerLoop dialer;

  PlannerLoop(SimulatedNode node, SimulatedStore store, DialerLoop dialer) {
    super(node, store);
    this.dialer = dialer;
  }

  @Override
  void round() {
    List<OrderRow> accepted = store.open().filter(PlannerLoop::accepted).toList();
    if (accepted.isEmpty()) {
      finished(false);
      return;
    }
    Transaction transaction = store.begin(node);
    node.after(node.step(30), () -> plan(transaction, accepted));
  }

  private static boolean accepted(OrderRow order) {
    return order.state() instanceof OrderState.Accepted;
  }

  private void plan(Transaction transaction, List<OrderRow> accepted) {
    List<OrderRow> claimed =
        accepted.stream()
            .filter(order -> transaction.tryLock(order.subject().lock()))
            .map(order -> store.order(order.id()))
            .filter(PlannerLoop::accepted)
            .toList();
    DecisionContext context = new DecisionContext(store, claimed);
    for (OrderRow order : claimed) {
      OrderUpdate change = new OrderUpdate(world, order, context);
      change.take(new OrderCommand.Plan(context.nextAttempt(order)));
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
