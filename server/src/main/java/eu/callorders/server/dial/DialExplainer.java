package eu.callorders.server.dial;

import eu.callorders.core.dial.DialExplanation;
import eu.callorders.core.order.OrderState;
import eu.callorders.server.call.BusyPhones;
import eu.callorders.server.database.Database;
import eu.callorders.server.order.CallOrder;
import eu.callorders.server.order.DecisionContext;
import eu.callorders.server.order.DecisionContextLoader;
import eu.callorders.server.order.NumberContacts;
import eu.callorders.server.order.OrderStore;
import eu.callorders.server.order.SandboxNotice;
import eu.callorders.server.order.WeeklyContacts;
import eu.callorders.server.predial.PredialBatch;
import eu.callorders.server.predial.PredialLoader;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Explains the state of orders with the facts that a dial would use. Changes nothing. */
public final class DialExplainer {
  private final Database database;
  private final OrderStore orders;
  private final DecisionContextLoader contexts;
  private final PredialLoader predial;
  private final GatewayMonitor monitor;
  private final SandboxNotice notice;

  public DialExplainer(
      Database database,
      OrderStore orders,
      DecisionContextLoader situations,
      PredialLoader predial,
      GatewayMonitor watch,
      SandboxNotice notice) {
    this.database = database;
    this.orders = orders;
    this.contexts = situations;
    this.predial = predial;
    this.monitor = watch;
    this.notice = notice;
  }

  /**
   * An order and the explanation of its state.
   *
   * @param now the tenant's time of the explanation
   * @param notice the sandbox's notice about its phones
   */
  public record OrderExplanation(
      CallOrder order, Instant now, DialExplanation explanation, Optional<String> notice) {}

  /** Empty when the tenant has no such order. */
  public Future<Optional<OrderExplanation>> explain(UUID tenantId, UUID orderId) {
    return database.asTenant(
        tenantId,
        connection ->
            orders
                .load(connection, List.of(orderId))
                .compose(
                    found ->
                        found.isEmpty()
                            ? Future.succeededFuture(Optional.<OrderExplanation>empty())
                            : explainOrder(connection, found.getFirst()).map(Optional::of)));
  }

  private Future<OrderExplanation> explainOrder(SqlConnection connection, CallOrder order) {
    return contexts
        .load(connection, List.of(order))
        .compose(
            context ->
                loadExplanation(connection, order, context)
                    .map(
                        found ->
                            new OrderExplanation(
                                order, context.now(order), found, notice.forOrder(order))));
  }

  private Future<DialExplanation> loadExplanation(
      SqlConnection connection, CallOrder order, DecisionContext context) {
    if (order.state() instanceof OrderState.Ended ended) {
      return Future.succeededFuture(DialExplanation.ofEnded(ended));
    }
    return contexts
        .loadWeeklyContacts(connection, List.of(order), context)
        .compose(weeks -> evaluator(connection, order, context, weeks))
        .map(evaluator -> evaluator.explain(order));
  }

  private Future<DialEvaluator> evaluator(
      SqlConnection connection, CallOrder order, DecisionContext context, WeeklyContacts weeks) {
    List<CallOrder> one = List.of(order);
    Future<DialQuotas> quotas =
        DialQuotas.read(connection, DialEvaluator.tenantDays(one, context).keySet());
    Future<ActiveHalts> inForce = HaltStore.active(connection);
    Future<BusyPhones> busy = BusyPhones.load(connection, CallOrder.phones(one));
    Future<NumberContacts> numbers = contexts.loadNumberContacts(connection, one, context);
    Future<PredialBatch> checks = predial.loadToExplain(connection, one);
    return Future.all(List.of(quotas, inForce, busy, numbers, checks))
        .map(
            done ->
                new DialEvaluator(
                    context,
                    weeks,
                    numbers.result(),
                    quotas.result(),
                    monitor::gatewayFacts,
                    inForce.result(),
                    busy.result(),
                    checks.result()));
  }
}
