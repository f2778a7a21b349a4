package eu.callorders.server.dial;

import eu.callorders.server.database.ClaimedBatches;
import java.util.List;
import java.util.stream.Stream;

/** How dialers and planners of a test come to their orders. */
final class Claims {
  private Claims() {}

  /** These orders, whatever they wait for. */
  static ClaimedBatches.Claim of(PlacedOrder... orders) {
    return (connection, but) ->
        Stream.of(orders)
            .map(PlacedOrder::id)
            .filter(id -> DialClaim.one(connection, id).await())
            .toList();
  }

  /** Finds this order, has something else happen, and only then asks for its person's lock. */
  static ClaimedBatches.Claim findingBefore(PlacedOrder order, Runnable happens) {
    return (connection, but) -> {
      happens.run();
      return DialClaim.one(connection, order.id()).await() ? List.of(order.id()) : List.of();
    };
  }
}
