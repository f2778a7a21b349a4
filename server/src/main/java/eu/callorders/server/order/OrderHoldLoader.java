package eu.callorders.server.order;

import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

/** Loads orders with the holds on them, for clients. */
final class OrderHoldLoader {
  private final DecisionContextLoader contexts;

  OrderHoldLoader(DecisionContextLoader contexts) {
    this.contexts = contexts;
  }

  /**
   * These orders in the order of the ids.
   *
   * @param now the tenant's time
   */
  Future<List<CallOrder>> load(SqlConnection connection, List<UUID> ids, Instant now) {
    return OrderStore.load(connection, ids).compose(found -> addTo(connection, found, now));
  }

  /** Copies of these orders with the holds on them; ended ones have none. */
  Future<List<CallOrder>> addTo(SqlConnection connection, List<CallOrder> found, Instant now) {
    return contexts
        .loadHolds(connection, found)
        .map(
            standing ->
                found.stream()
                    .map(
                        order ->
                            order.state().status().terminal()
                                ? order
                                : order.withHolds(standing.of(order.holdTarget(), now)))
                    .toList());
  }
}
