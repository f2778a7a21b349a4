package eu.callorders.server.dial;

import eu.callorders.core.order.OrderState;
import eu.callorders.server.call.BusyPhones;
import eu.callorders.server.concurrent.BoundedWait;
import eu.callorders.server.database.Locks;
import eu.callorders.server.order.CallOrder;
import eu.callorders.server.order.DecisionContext;
import eu.callorders.server.order.DecisionContextLoader;
import eu.callorders.server.order.NumberContacts;
import eu.callorders.server.order.WeeklyContacts;
import eu.callorders.server.ordertype.OrderType;
import eu.callorders.server.ordertype.OrderTypeStore;
import eu.callorders.server.ordertype.OrderTypeStore.PinnedType;
import eu.callorders.server.predial.AnsweredQuestion;
import eu.callorders.server.predial.PredialBatch;
import eu.callorders.server.predial.PredialLoader;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * Locks phones, claims, dialing and the tenants' channels, and loads the {@link DialContext} under
 * these locks.
 *
 * <p>Sends statements without waiting for the results of those before: the server runs the
 * statements of a connection in turn, so that each sees what the locks before it guard.
 */
public final class DialContextLoader {
  private final DecisionContextLoader decisions;
  private final PredialLoader predial;

  public DialContextLoader(DecisionContextLoader decisions, PredialLoader predial) {
    this.decisions = decisions;
    this.predial = predial;
  }

  /**
   * Loads the context of those orders that are still scheduled and whose phones are not about to be
   * suppressed or held; the next round claims the others again. The caller holds the subjects'
   * locks.
   *
   * @param lead how long before its instant an order may be claimed
   * @param replies of clients that were asked about some of the orders
   */
  DialContext load(
      SqlConnection connection,
      List<CallOrder> claimed,
      Duration lead,
      Map<UUID, AnsweredQuestion> replies) {
    List<CallOrder> scheduled =
        claimed.stream().filter(order -> order.state() instanceof OrderState.Scheduled).toList();
    Future<Set<String>> phoneLocks =
        Locks.tryAcquireShared(connection, scheduled.stream().map(CallOrder::dialLocks).toList());
    Future<ActiveHalts> halts = HaltStore.activeShared(connection);
    Future<Map<PinnedType, OrderType>> pinned =
        OrderTypeStore.findPinned(connection, pinned(scheduled));
    Future<DecisionContext> decisionContext = decisions.load(connection, scheduled, lead);
    Future<PredialBatch> checks = predial.load(connection, claimed, replies);
    Set<String> locked = BoundedWait.await(phoneLocks);
    List<CallOrder> due =
        scheduled.stream().filter(order -> locked.containsAll(order.dialLocks())).toList();
    ActiveHalts inForce = BoundedWait.await(halts);
    Map<PinnedType, OrderType> orderTypes = BoundedWait.await(pinned);
    DecisionContext context = BoundedWait.await(decisionContext);
    Future<DialQuotas> quotas = DialQuotas.lock(connection, DialEvaluator.tenantDays(due, context));
    // The lock of the tenants' channels excludes other dialers of these phones until the end.
    Future<BusyPhones> busy = BusyPhones.load(connection, CallOrder.phones(due));
    Future<WeeklyContacts> weeks = decisions.loadWeeklyContacts(connection, due, context);
    Future<NumberContacts> numbers = decisions.loadNumberContacts(connection, due, context);
    PredialBatch predialBatch = BoundedWait.await(checks);
    predialBatch.postpone(
        scheduled.stream()
            .filter(order -> !locked.containsAll(order.dialLocks()))
            .map(CallOrder::id)
            .toList());
    return new DialContext(
        due,
        context,
        inForce,
        orderTypes,
        BoundedWait.await(quotas),
        BoundedWait.await(busy),
        BoundedWait.await(weeks),
        BoundedWait.await(numbers),
        predialBatch);
  }

  private static Set<PinnedType> pinned(List<CallOrder> orders) {
    return orders.stream()
        .map(order -> new PinnedType(order.tenantId(), order.orderType(), order.orderTypeVersion()))
        .collect(Collectors.toUnmodifiableSet());
  }
}
