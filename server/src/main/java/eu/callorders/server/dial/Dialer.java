package eu.callorders.server.dial;

import eu.callorders.core.call.PhoneNumber;
import eu.callorders.core.capacity.DialFacts;
import eu.callorders.core.order.OrderState;
import eu.callorders.core.telephony.PlaceCall;
import eu.callorders.core.telephony.PlaceResult;
import eu.callorders.core.telephony.TenantBreakers;
import eu.callorders.core.telephony.VoiceGateway;
import eu.callorders.server.concurrent.BoundedWait;
import eu.callorders.server.database.BatchWorker;
import eu.callorders.server.database.Database;
import eu.callorders.server.database.Locks;
import eu.callorders.server.order.CallOrder;
import eu.callorders.server.order.DecisionContext;
import eu.callorders.server.order.DecisionContextLoader;
import eu.callorders.server.order.OrderStore;
import eu.callorders.server.order.OrderWriter;
import eu.callorders.server.order.WaitStore;
import eu.callorders.server.ordertype.OrderTypeStore;
import eu.callorders.server.ordertype.OrderTypeStore.PinnedType;
import io.vertx.sqlclient.SqlConnection;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Dials due orders. The intent is committed before the request to the gateway; the reply goes to
 * the inbox, as events do.
 */
public final class Dialer {
  private static final int BATCH = 200;

  /** Limit for all order bodies of a batch together; one body has at most 1 MiB. */
  private static final long BATCH_BYTES = 8L << 20;

  /** How many due orders of a tenant are checked once one of them meets a busy phone. */
  static final int LOOKAHEAD = 1_000;

  private final Database database;
  private final BatchWorker batches;
  private final OrderStore orders;
  private final OrderWriter orderWriter;
  private final DecisionContextLoader contexts;
  private final OrderTypeStore types;
  private final IntentWriter intents;
  private final VoiceGateway gateway;
  private final GatewayMonitor monitor;
  private final GatewayInbox inbox;
  private final Consumer<UUID> beforePlacing;

  /**
   * @param placing run before calls are placed, with the attempt whose intent was committed last
   */
  public Dialer(
      Database database,
      OrderStore orders,
      OrderWriter book,
      DecisionContextLoader situations,
      OrderTypeStore types,
      IntentWriter intents,
      VoiceGateway gateway,
      GatewayMonitor watch,
      GatewayInbox inbox,
      Consumer<UUID> placing) {
    this.database = database;
    this.batches = OrderQueue.worker(database);
    this.orders = orders;
    this.orderWriter = book;
    this.contexts = situations;
    this.types = types;
    this.intents = intents;
    this.gateway = gateway;
    this.monitor = watch;
    this.inbox = inbox;
    this.beforePlacing = placing;
  }

  /** Dials due orders within the free lines of tenants and gateway; returns how many it handled. */
  public int runOnce() {
    int limit = intents.mayPlace() ? Math.min(BATCH, monitor.freeLines()) : 0;
    TenantBreakers.Limits limits = monitor.limits();
    return limit == 0
        ? 0
        : dial(
            (connection, excluded) ->
                BoundedWait.await(OrderQueue.due(connection, limit, limits, excluded)),
            limits);
  }

  int dial(BatchWorker.Claim due) {
    return dial(due, monitor.limits());
  }

  private int dial(BatchWorker.Claim due, TenantBreakers.Limits limits) {
    TenantCallCounter tenantRoom = new TenantCallCounter(limits);
    List<Round> rounds =
        batches.run(due, (connection, claimed) -> writeIntents(connection, claimed, tenantRoom));
    List<PlaceCall> calls = rounds.stream().flatMap(round -> round.calls().stream()).toList();
    if (!calls.isEmpty()) {
      beforePlacing.accept(calls.getLast().attemptId());
      calls.forEach(this::place);
    }
    return rounds.stream().mapToInt(Round::orders).sum();
  }

  /** Time until the next order falls due; empty when none is scheduled. */
  public Optional<Duration> untilNextDue() {
    return database.inWorker(connection -> BoundedWait.await(OrderQueue.untilNextDue(connection)));
  }

  private record Round(int orders, List<PlaceCall> calls) {}

  /** Orders beyond the byte limit of a batch are claimed again in the next round. */
  private Round writeIntents(SqlConnection connection, List<UUID> claimed, TenantCallCounter room) {
    List<UUID> loaded = BoundedWait.await(orders.limitByBytes(connection, claimed, BATCH_BYTES));
    List<CallOrder> due =
        lockPhones(connection, BoundedWait.await(orders.load(connection, loaded)));
    if (due.isEmpty()) {
      return new Round(0, List.of());
    }
    DecisionContext situation = BoundedWait.await(contexts.load(connection, due));
    IntentWriter.Result written =
        intents.write(
            connection,
            due,
            situation,
            BoundedWait.await(contexts.loadWeeklyContacts(connection, due, situation)),
            this::gatewayFacts,
            room,
            BoundedWait.await(types.findPinned(connection, pinned(due))));
    BoundedWait.await(orderWriter.save(connection, written.changes()));
    park(connection, due, written.waiting());
    return new Round(written.changes().size(), written.calls());
  }

  /** The gateway had free lines when the orders were claimed. */
  private DialFacts.GatewayFacts gatewayFacts(UUID tenantId) {
    return new DialFacts.GatewayFacts(monitor.gatewayFacts(tenantId).status(), true);
  }

  /** Parks the orders whose phone is busy, and with them those that would meet it busy next. */
  private void park(SqlConnection connection, List<CallOrder> due, Map<UUID, PhoneNumber> waiting) {
    if (waiting.isEmpty()) {
      return;
    }
    BoundedWait.await(WaitStore.setWaiting(connection, waiting));
    Set<UUID> tenantIds =
        due.stream()
            .filter(order -> waiting.containsKey(order.id()))
            .map(CallOrder::tenantId)
            .collect(Collectors.toUnmodifiableSet());
    BoundedWait.await(WaitStore.setWaitingIfBusy(connection, tenantIds, LOOKAHEAD));
  }

  /**
   * The orders that are still scheduled and whose phones are not about to be suppressed. The next
   * round claims the others again.
   */
  private static List<CallOrder> lockPhones(SqlConnection connection, List<CallOrder> loaded) {
    List<CallOrder> scheduled =
        loaded.stream().filter(order -> order.state() instanceof OrderState.Scheduled).toList();
    List<Set<String>> locks = scheduled.stream().map(CallOrder::phoneLocks).toList();
    Set<String> locked = BoundedWait.await(Locks.tryAcquireShared(connection, locks));
    return scheduled.stream().filter(order -> locked.containsAll(order.phoneLocks())).toList();
  }

  private static Set<PinnedType> pinned(List<CallOrder> due) {
    return due.stream()
        .map(order -> new PinnedType(order.tenantId(), order.orderType(), order.orderTypeVersion()))
        .collect(Collectors.toUnmodifiableSet());
  }

  /** A call past its {@code not_after} is refused without a request: it may count as lost. */
  private void place(PlaceCall call) {
    if (intents.isTooLate(call)) {
      PlaceResult tooLate = new PlaceResult.Refused(PlaceResult.RefusalReason.TOO_LATE, null);
      inbox.add(new AttemptUpdate.PlaceResultReceived(call.attemptId(), tooLate));
      return;
    }
    monitor.recordPlaced(call.tenantId());
    GatewayRequests.<PlaceResult>send(() -> gateway.place(call), PlaceResult.Unknown::new)
        .thenAccept(answer -> recordResult(call, answer));
  }

  private void recordResult(PlaceCall call, PlaceResult result) {
    inbox.add(new AttemptUpdate.PlaceResultReceived(call.attemptId(), result));
    monitor.recordResult(call.tenantId(), call.to(), result);
  }
}
