package eu.callorders.server.order;

import eu.callorders.core.problem.Problem;
import eu.callorders.core.problem.ProblemException;
import eu.callorders.server.database.Locks;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.BiFunction;

/** Changes one order for its client, under the subject's lock. */
public final class OrderEditor {
  private final OrderStore orders;
  private final OrderWriter writer;
  private final DecisionContextLoader contextLoader;

  public OrderEditor(OrderStore orders, OrderWriter writer, DecisionContextLoader contextLoader) {
    this.orders = orders;
    this.writer = writer;
    this.contextLoader = contextLoader;
  }

  /**
   * Loads an order, lets {@code edit} change it, and saves it.
   *
   * @param edit throws {@link ProblemException} to save nothing
   * @return the result of {@code edit}; fails with {@code not_found} for an unknown order
   */
  <T> Future<T> change(
      SqlConnection connection,
      UUID tenantId,
      UUID orderId,
      BiFunction<OrderChange, DecisionContext, T> edit) {
    return orders
        .findSubjectReference(connection, tenantId, orderId)
        .map(subject -> subject.orElseThrow(() -> new ProblemException(Problem.notFound())))
        .compose(subject -> Locks.acquire(connection, Set.of(Locks.subject(tenantId, subject))))
        .compose(locked -> orders.load(connection, List.of(orderId)))
        .compose(
            found ->
                contextLoader
                    .load(connection, found)
                    .compose(context -> save(connection, found.getFirst(), context, edit)));
  }

  private <T> Future<T> save(
      SqlConnection connection,
      CallOrder order,
      DecisionContext context,
      BiFunction<OrderChange, DecisionContext, T> edit) {
    OrderChange change = writer.open(order, context.now(order));
    T result = edit.apply(change, context);
    return writer.save(connection, List.of(change)).map(result);
  }
}
