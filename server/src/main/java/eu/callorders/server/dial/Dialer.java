package eu.callorders.server.dial;

import eu.callorders.core.capacity.DialFacts;
import eu.callorders.core.telephony.PlaceCall;
import eu.callorders.core.telephony.PlaceResult;
import eu.callorders.core.telephony.TenantBreakers;
import eu.callorders.core.telephony.VoiceGateway;
import eu.callorders.server.concurrent.BoundedWait;
import eu.callorders.server.database.BatchWorker;
import eu.callorders.server.database.Database;
import eu.callorders.server.order.OrderStore;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;

/**
 * Dials due orders. The intent is committed before the request to the gateway; the reply goes to
 * the inbox, as events do.
 */
public final class Dialer {
  private static final int BATCH = 200;

  /** Limit for all order bodies of a batch together; one body has at most 1 MiB. */
  private static final long BATCH_BYTES = 8L << 20;

  private final BatchWorker batches;
  private final OrderStore orders;
  private final DialContextLoader contexts;
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
      DialContextLoader contexts,
      IntentWriter intents,
      VoiceGateway gateway,
      GatewayMonitor watch,
      GatewayInbox inbox,
      Consumer<UUID> placing) {
    this.batches = OrderQueue.worker(database);
    this.orders = orders;
    this.contexts = contexts;
    this.intents = intents;
    this.gateway = gateway;
    this.monitor = watch;
    this.inbox = inbox;
    this.beforePlacing = placing;
  }

  /**
   * A round.
   *
   * @param orders how many were handled
   * @param untilNextDue from the beginning of the round until the next order falls due; empty when
   *     none is scheduled, or none can be dialed at present
   */
  public record Round(int orders, Optional<Duration> untilNextDue) {}

  /** Dials due orders within the free lines of tenants and gateway. */
  public Round runOnce() {
    int limit = intents.mayPlace() ? Math.min(BATCH, monitor.freeLines()) : 0;
    if (limit == 0) {
      return new Round(0, Optional.empty());
    }
    DueOrders due = new DueOrders(limit, monitor.limits());
    return new Round(dial(due, due.limits), due.untilNext);
  }

  /** Claims due orders; the same transaction reads when the next one falls due. */
  private static final class DueOrders implements BatchWorker.Claim {
    private final int limit;
    private final TenantBreakers.Limits limits;
    private Optional<Duration> untilNext = Optional.empty();

    DueOrders(int limit, TenantBreakers.Limits limits) {
      this.limit = limit;
      this.limits = limits;
    }

    @Override
    public List<UUID> claimNext(SqlConnection connection, UUID[] parked) {
      Future<List<UUID>> claimed = OrderQueue.due(connection, limit, limits, parked);
      Future<Optional<Duration>> next = OrderQueue.untilNextDue(connection);
      List<UUID> orders = BoundedWait.await(claimed);
      untilNext = BoundedWait.await(next);
      return orders;
    }
  }

  int dial(BatchWorker.Claim due) {
    return dial(due, monitor.limits());
  }

  private int dial(BatchWorker.Claim due, TenantBreakers.Limits limits) {
    TenantCallCounter tenantRoom = new TenantCallCounter(limits);
    List<IntentWriter.Batch> written =
        batches.run(due, (connection, claimed) -> writeIntents(connection, claimed, tenantRoom));
    List<PlaceCall> calls = written.stream().flatMap(batch -> batch.calls().stream()).toList();
    if (!calls.isEmpty()) {
      beforePlacing.accept(calls.getLast().attemptId());
      calls.forEach(this::place);
    }
    return written.stream().mapToInt(IntentWriter.Batch::orders).sum();
  }

  /** Orders beyond the byte limit of a batch are claimed again in the next round. */
  private IntentWriter.Batch writeIntents(
      SqlConnection connection, List<UUID> claimed, TenantCallCounter room) {
    List<UUID> limited = BoundedWait.await(orders.limitByBytes(connection, claimed, BATCH_BYTES));
    DialContext context =
        contexts.load(connection, BoundedWait.await(orders.load(connection, limited)));
    return intents.write(connection, context, this::gatewayFacts, room);
  }

  /** The gateway had free lines when the orders were claimed. */
  private DialFacts.GatewayFacts gatewayFacts(UUID tenantId) {
    return new DialFacts.GatewayFacts(monitor.gatewayFacts(tenantId).status(), true);
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
