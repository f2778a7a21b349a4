package eu.callorders.server.dial;

import eu.callorders.server.database.BatchWorker;
import java.util.List;
import java.util.stream.Stream;

/** How dialers and planners of a test come to their orders. */
final class TestClaims {
  private TestClaims() {}

  /** These orders, whatever they wait for. */
  static BatchWorker.Claim of(PlacedOrder... orders) {
    return (connection, but) ->
        Stream.of(orders)
            .map(PlacedOrder::id)
            .filter(id -> OrderQueue.one(connection, id).await())
            .toList();
  }

  /** Finds this order, has something else happen, and only then asks for its person's lock. */
  static BatchWorker.Claim findingBefore(PlacedOrder order, Runnable happens) {
    return (connection, but) -> {
      happens.run();
      return OrderQueue.one(connection, order.id()).await() ? List.of(order.id()) : List.of();
    };
  }
}
