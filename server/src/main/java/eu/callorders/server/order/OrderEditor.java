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
  private final OrderWriter book;
  private final DecisionContextLoader situations;

  public OrderEditor(OrderStore orders, OrderWriter book, DecisionContextLoader situations) {
    this.orders = orders;
    this.book = book;
    this.situations = situations;
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
        .subjectOf(connection, tenantId, orderId)
        .map(subject -> subject.orElseThrow(() -> new ProblemException(Problem.notFound())))
        .compose(subject -> Locks.take(connection, Set.of(Locks.person(tenantId, subject))))
        .compose(locked -> orders.load(connection, List.of(orderId)))
        .compose(
            found ->
                situations
                    .of(connection, found)
                    .compose(situation -> save(connection, found.getFirst(), situation, edit)));
  }

  private <T> Future<T> save(
      SqlConnection connection,
      CallOrder order,
      DecisionContext situation,
      BiFunction<OrderChange, DecisionContext, T> edit) {
    OrderChange change = book.open(order, situation.now(order));
    T answer = edit.apply(change, situation);
    return book.save(connection, List.of(change)).map(answer);
  }
}
