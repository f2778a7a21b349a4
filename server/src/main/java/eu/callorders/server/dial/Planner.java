package eu.callorders.server.dial;

import eu.callorders.core.order.OrderCommand;
import eu.callorders.core.order.OrderState;
import eu.callorders.server.concurrent.BoundedWait;
import eu.callorders.server.database.BatchWorker;
import eu.callorders.server.database.Database;
import eu.callorders.server.order.CallOrder;
import eu.callorders.server.order.DecisionContext;
import eu.callorders.server.order.DecisionContextLoader;
import eu.callorders.server.order.OrderChange;
import eu.callorders.server.order.OrderStore;
import eu.callorders.server.order.OrderWriter;
import io.vertx.sqlclient.SqlConnection;
import java.time.InstantSource;
import java.util.List;
import java.util.UUID;

/** Plans the first attempt of orders that have been accepted, and ends those that have expired. */
public final class Planner {
  private static final int BATCH = 200;

  private final BatchWorker batches;
  private final OrderQueue claim = new OrderQueue();
  private final OrderStore orders;
  private final OrderWriter book;
  private final DecisionContextLoader situations;
  private final InstantSource realTime;

  public Planner(
      Database database,
      OrderStore orders,
      OrderWriter book,
      DecisionContextLoader situations,
      InstantSource realTime) {
    this.batches = OrderQueue.batches(database);
    this.orders = orders;
    this.book = book;
    this.situations = situations;
    this.realTime = realTime;
  }

  /** Plans and ends what it can claim; answers how many orders that were. */
  public int runOnce() {
    return plan((connection, but) -> BoundedWait.await(claim.accepted(connection, BATCH, but)))
        + plan((connection, but) -> BoundedWait.await(claim.expired(connection, BATCH, but)));
  }

  /** Plans, or ends, what is claimed so. */
  int plan(BatchWorker.Claim claimed) {
    return batches.run(claimed, this::plan).stream().mapToInt(Integer::intValue).sum();
  }

  private int plan(SqlConnection connection, List<UUID> claimed) {
    List<CallOrder> loaded = BoundedWait.await(orders.loadWithoutContext(connection, claimed));
    DecisionContext situation = BoundedWait.await(situations.of(connection, loaded));
    List<OrderChange> changes =
        loaded.stream()
            .filter(order -> toPlan(order, situation))
            .map(order -> planned(order, situation))
            .toList();
    if (!changes.isEmpty()) {
      BoundedWait.await(book.save(connection, changes));
    }
    return changes.size();
  }

  /** The claim's lock came after the look: somebody else may have been faster. */
  private static boolean toPlan(CallOrder order, DecisionContext situation) {
    boolean over = !situation.terms(order).expiresAt().isAfter(situation.now(order));
    return switch (order.state()) {
      case OrderState.Accepted accepted -> over || !order.held();
      case OrderState.Scheduled scheduled -> over;
      case OrderState.Dialing dialing -> false;
      case OrderState.InProgress inProgress -> false;
      case OrderState.Ended ended -> false;
    };
  }

  private OrderChange planned(CallOrder order, DecisionContext situation) {
    OrderChange change = book.open(order, situation.now(order));
    if (RecordedAttempts.has(order)) {
      RecordedAttempts.takeOver(change, situation, realTime);
    } else {
      change.apply(new OrderCommand.Plan(situation.next(order)));
    }
    return change;
  }
}
