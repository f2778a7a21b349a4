package eu.callorders.server.dial;

import eu.callorders.server.database.BatchWorker;
import java.util.List;
import java.util.stream.Stream;

/** Claims of given orders for dialers and planners. */
final class TestClaims {
  private TestClaims() {}

  /** Claims these orders. */
  static BatchWorker.Claim forOrders(PlacedOrder... orders) {
    return (connection, excluded) ->
        Stream.of(orders)
            .map(PlacedOrder::id)
            .filter(id -> OrderQueue.claimOne(connection, id).await())
            .toList();
  }

  /** Reads the order, runs the task, then acquires the subject's lock. */
  static BatchWorker.Claim runBeforeLock(PlacedOrder order, Runnable task) {
    return (connection, excluded) -> {
      task.run();
      return OrderQueue.claimOne(connection, order.id()).await() ? List.of(order.id()) : List.of();
    };
  }
}
