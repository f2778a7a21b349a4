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

/** Schedules or ends the orders that acceptance leaves unscheduled, and ends expired ones. */
public final class Planner {
  private static final int BATCH = 200;

  private final BatchWorker batches;
  private final OrderWriter orderWriter;
  private final DecisionContextLoader contexts;
  private final InstantSource realTime;

  public Planner(
      Database database,
      OrderWriter book,
      DecisionContextLoader situations,
      InstantSource realTime) {
    this.batches = OrderQueue.worker(database);
    this.orderWriter = book;
    this.contexts = situations;
    this.realTime = realTime;
  }

  /** Schedules or ends the orders that it can claim; returns their number. */
  public int runOnce() {
    return plan(
            (connection, excluded) ->
                BoundedWait.await(OrderQueue.accepted(connection, BATCH, excluded)))
        + plan(
            (connection, excluded) ->
                BoundedWait.await(OrderQueue.expired(connection, BATCH, excluded)));
  }

  int plan(BatchWorker.Claim claimed) {
    return batches.run(claimed, this::plan).stream().mapToInt(Integer::intValue).sum();
  }

  private int plan(SqlConnection connection, List<UUID> claimed) {
    List<CallOrder> loaded = BoundedWait.await(OrderStore.loadWithoutContext(connection, claimed));
    DecisionContext context = BoundedWait.await(contexts.load(connection, loaded));
    List<OrderChange> changes =
        loaded.stream()
            .filter(order -> needsChange(order, context))
            .map(order -> change(order, context))
            .toList();
    if (!changes.isEmpty()) {
      BoundedWait.await(orderWriter.save(connection, changes));
    }
    return changes.size();
  }

  /** Checks again: the order may have changed between the read and the lock of the claim. */
  private static boolean needsChange(CallOrder order, DecisionContext context) {
    boolean over = !context.terms(order).expiresAt().isAfter(context.now(order));
    return switch (order.state()) {
      case OrderState.Accepted accepted -> over || !order.held();
      case OrderState.Scheduled scheduled -> over;
      case OrderState.Dialing dialing -> false;
      case OrderState.InProgress inProgress -> false;
      case OrderState.Ended ended -> false;
    };
  }

  private OrderChange change(CallOrder order, DecisionContext context) {
    OrderChange change = orderWriter.open(context.withHolds(order), context.now(order));
    if (RecordedAttempts.hasUncounted(order)) {
      RecordedAttempts.count(change, context, realTime);
    } else {
      change.apply(new OrderCommand.Plan(context.nextAttempt(order)));
    }
    return change;
  }
}
