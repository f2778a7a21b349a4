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
import io.vertx.core.Vertx;
import io.vertx.sqlclient.SqlConnection;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;

/** Explains the state of orders with the facts that a dial would use. Changes nothing. */
public final class DialExplainer {
  private final Database database;
  private final DecisionContextLoader contexts;
  private final PredialLoader predial;
  private final GatewayMonitor monitor;
  private final SandboxNotice notice;

  public DialExplainer(
      Database database,
      DecisionContextLoader contexts,
      PredialLoader predial,
      GatewayMonitor monitor,
      SandboxNotice notice) {
    this.database = database;
    this.contexts = contexts;
    this.predial = predial;
    this.monitor = monitor;
    this.notice = notice;
  }

  /**
   * An order and the explanation of its state.
   *
   * @param now the tenant's time of the explanation
   * @param zone of the subject's calendar days
   * @param notice the sandbox's notice about its phones
   */
  public record OrderExplanation(
      CallOrder order,
      Instant now,
      ZoneId zone,
      DialExplanation explanation,
      Optional<String> notice) {}

  /** Empty when the tenant has no such order. */
  public Future<Optional<OrderExplanation>> explain(UUID tenantId, UUID orderId) {
    return database.asTenant(
        tenantId,
        connection ->
            OrderStore.load(connection, List.of(orderId))
                .map(found -> found.stream().filter(each -> isOf(tenantId, each)).toList())
                .compose(found -> explain(connection, found))
                .map(explained -> explained.stream().findFirst()));
  }

  /** Row-level security is a second barrier, not the only one. */
  private static boolean isOf(UUID tenantId, CallOrder order) {
    return order.tenantId().equals(tenantId);
  }

  private Future<List<OrderExplanation>> explain(SqlConnection connection, List<CallOrder> found) {
    return found.isEmpty()
        ? Future.succeededFuture(List.of())
        : contexts.load(connection, found).compose(context -> explain(connection, found, context));
  }

  /**
   * Explains new orders of one tenant, which are not stored, in their order; on a worker thread.
   *
   * @param accepted the context of their acceptance
   */
  Future<List<OrderExplanation>> explainNew(
      SqlConnection connection, List<CallOrder> orders, DecisionContext accepted) {
    return orders.isEmpty()
        ? Future.succeededFuture(List.of())
        : contexts
            .withCommittedRules(connection, accepted)
            .compose(context -> explain(connection, orders, context));
  }

  private Future<List<OrderExplanation>> explain(
      SqlConnection connection, List<CallOrder> orders, DecisionContext context) {
    return explanations(connection, orders, context)
        .compose(
            explanation ->
                Vertx.currentContext()
                    .executeBlocking(
                        () ->
                            orders.stream()
                                .map(order -> explanation(order, context, explanation))
                                .toList(),
                        false));
  }

  private OrderExplanation explanation(
      CallOrder order, DecisionContext context, Function<CallOrder, DialExplanation> explanation) {
    ZoneId zone =
        order.document().redacted() ? context.tenant(order).timezone() : context.zone(order);
    return new OrderExplanation(
        order, context.now(order), zone, explanation.apply(order), notice.forOrder(order));
  }

  private Future<Function<CallOrder, DialExplanation>> explanations(
      SqlConnection connection, List<CallOrder> found, DecisionContext context) {
    List<CallOrder> open =
        found.stream().filter(order -> !(order.state() instanceof OrderState.Ended)).toList();
    Future<Optional<DialEvaluator>> evaluator =
        open.isEmpty()
            ? Future.succeededFuture(Optional.empty())
            : contexts
                .loadWeeklyContacts(connection, open, context)
                .compose(weeks -> evaluator(connection, open, context, weeks))
                .map(Optional::of);
    return evaluator.map(
        loaded ->
            order ->
                order.state() instanceof OrderState.Ended ended
                    ? DialExplanation.ofEnded(ended)
                    : loaded.orElseThrow().explain(order));
  }

  private Future<DialEvaluator> evaluator(
      SqlConnection connection,
      List<CallOrder> open,
      DecisionContext context,
      WeeklyContacts weeks) {
    Future<DialQuotas> quotas =
        DialQuotas.read(connection, DialEvaluator.tenantDays(open, context).keySet());
    Future<ActiveHalts> inForce = HaltStore.active(connection);
    Future<BusyPhones> busy = BusyPhones.load(connection, CallOrder.phones(open));
    Future<NumberContacts> numbers = contexts.loadNumberContacts(connection, open, context);
    Future<PredialBatch> checks = predial.loadToExplain(connection, open);
    return Future.join(List.of(quotas, inForce, busy, numbers, checks))
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
