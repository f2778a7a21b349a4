package eu.callorders.server.order;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.SqlConnection;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

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
                    .filter(order -> !order.state().status().terminal())
                    .filter(order -> !standing.of(order.holdTarget(), now).isEmpty())
                    .toList())
        .compose(
            held ->
                held.isEmpty()
                    ? Future.succeededFuture(found)
                    : contexts
                        .load(connection, held)
                        .compose(context -> addTo(found, ids(held), context)));
  }

  private static Set<UUID> ids(List<CallOrder> orders) {
    return orders.stream().map(CallOrder::id).collect(Collectors.toSet());
  }

  /** On a worker thread: it computes calling windows. */
  private static Future<List<CallOrder>> addTo(
      List<CallOrder> found, Set<UUID> held, DecisionContext context) {
    return Vertx.currentContext()
        .executeBlocking(
            () ->
                found.stream()
                    .map(order -> held.contains(order.id()) ? context.withHolds(order) : order)
                    .toList(),
            false);
  }
}
