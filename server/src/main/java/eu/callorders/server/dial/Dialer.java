package eu.callorders.server.dial;

import eu.callorders.core.capacity.DialFacts;
import eu.callorders.core.telephony.TenantBreakers;
import eu.callorders.server.concurrent.BoundedWait;
import eu.callorders.server.database.BatchWorker;
import eu.callorders.server.database.Database;
import eu.callorders.server.order.CallOrder;
import eu.callorders.server.order.OrderStore;
import eu.callorders.server.predial.AnsweredQuestion;
import eu.callorders.server.predial.PredialQuestions;
import io.vertx.sqlclient.SqlConnection;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;

/**
 * Dials due orders. The intent is committed before the request to the gateway. Orders are claimed
 * shortly before they are due.
 */
public final class Dialer {
  /** Limit for all order bodies of a batch together; one body has at most 1 MiB. */
  private static final long BATCH_BYTES = 8L << 20;

  private final BatchWorker batches;
  private final DialContextLoader contexts;
  private final IntentWriter intents;
  private final GatewayMonitor monitor;
  private final CallPlacer placer;
  private final PredialQuestions questions;
  private final Consumer<UUID> beforePlacing;
  private final ClaimLead lead;
  private final DueTenants tenants;

  /**
   * @param placing run before calls are placed, with the attempt whose intent was committed last
   */
  public Dialer(
      Database database,
      DialContextLoader contexts,
      IntentWriter intents,
      GatewayMonitor watch,
      CallPlacer placer,
      PredialQuestions questions,
      Consumer<UUID> placing,
      ClaimLead lead,
      DueTenants tenants) {
    this.batches = OrderQueue.worker(database);
    this.contexts = contexts;
    this.intents = intents;
    this.monitor = watch;
    this.placer = placer;
    this.questions = questions;
    this.beforePlacing = placing;
    this.lead = lead;
    this.tenants = tenants;
  }

  /**
   * A round.
   *
   * @param orders how many were handled
   * @param untilNextClaim from the beginning of a round without orders until the next order can be
   *     claimed; empty when none is scheduled, or none can be dialed at present
   */
  public record Round(int orders, Optional<Duration> untilNextClaim) {}

  /**
   * Dials due orders within the free lines of tenants and gateway, first those about which clients
   * have answered.
   */
  public Round runOnce() {
    int limit = freeLines();
    int answered = tenants.havePredialCheck() ? dialAnswered(limit) : 0;
    limit = answered == 0 ? limit : freeLines();
    if (limit == 0) {
      return new Round(answered, Optional.empty());
    }
    long begin = System.nanoTime();
    DueOrders due = new DueOrders(limit, limits(), lead.get(), tenants);
    int handled = dial(due, due.limits);
    if (handled > 0) {
      lead.recordRound(Duration.ofNanos(System.nanoTime() - begin));
    }
    return new Round(answered + handled, due.untilNext);
  }

  private TenantBreakers.Limits limits() {
    TenantBreakers.Limits calls = monitor.limits();
    return tenants.havePredialCheck() ? questions.limiter().limit(calls) : calls;
  }

  private int freeLines() {
    return intents.mayPlace() ? Math.min(tenants.batch(), monitor.freeLines()) : 0;
  }

  /**
   * Replies about orders that are locked, or beyond a limit of the batch, wait for the next round.
   */
  private int dialAnswered(int freeLines) {
    Map<UUID, AnsweredQuestion> replies = questions.take(tenants.batch(), freeLines);
    if (replies.isEmpty()) {
      return 0;
    }
    Set<UUID> postponed = new HashSet<>(replies.keySet());
    BatchWorker.Claim claim =
        (connection, parked) -> {
          List<UUID> orders = BoundedWait.await(OrderQueue.claimAll(connection, replies.keySet()));
          orders.forEach(postponed::remove);
          return orders;
        };
    List<WrittenBatch> written = dial(claim, monitor.limits(), replies);
    written.forEach(batch -> postponed.addAll(batch.postponed()));
    questions.putBack(postponed.stream().map(replies::get).toList());
    return orders(written);
  }

  /** Claims due orders; when there are none, the transaction reads when the next one is due. */
  private static final class DueOrders implements BatchWorker.Claim {
    private final int limit;
    private final TenantBreakers.Limits limits;
    private final Duration lead;
    private final DueTenants tenants;
    private Optional<Duration> untilNext = Optional.empty();

    DueOrders(int limit, TenantBreakers.Limits limits, Duration lead, DueTenants tenants) {
      this.limit = limit;
      this.limits = limits;
      this.lead = lead;
      this.tenants = tenants;
    }

    @Override
    public List<UUID> claimNext(SqlConnection connection, UUID[] parked) {
      List<UUID> orders =
          BoundedWait.await(OrderQueue.due(connection, limit, lead, tenants, limits, parked));
      if (orders.isEmpty()) {
        untilNext = BoundedWait.await(OrderQueue.untilNextClaim(connection, lead, tenants));
      }
      return orders;
    }
  }

  int dial(BatchWorker.Claim due) {
    return dial(due, monitor.limits());
  }

  private int dial(BatchWorker.Claim due, TenantBreakers.Limits limits) {
    return orders(dial(due, limits, Map.of()));
  }

  /**
   * A written batch.
   *
   * @param postponed orders whose replies it has left out
   */
  private record WrittenBatch(IntentWriter.Batch batch, List<UUID> postponed) {}

  private static int orders(List<WrittenBatch> written) {
    return written.stream().mapToInt(each -> each.batch().orders()).sum();
  }

  private List<WrittenBatch> dial(
      BatchWorker.Claim due, TenantBreakers.Limits limits, Map<UUID, AnsweredQuestion> replies) {
    TenantCallCounter tenantRoom = new TenantCallCounter(limits);
    List<WrittenBatch> written =
        batches.run(
            due, (connection, claimed) -> writeIntents(connection, claimed, tenantRoom, replies));
    written.forEach(each -> questions.send(each.batch().questions()));
    List<DueCall> calls = written.stream().flatMap(each -> each.batch().calls().stream()).toList();
    if (!calls.isEmpty()) {
      beforePlacing.accept(calls.getLast().call().attemptId());
      calls.forEach(placer::place);
    }
    return written;
  }

  /** Orders beyond the byte limit of a batch are claimed again in the next round. */
  private WrittenBatch writeIntents(
      SqlConnection connection,
      List<UUID> claimed,
      TenantCallCounter room,
      Map<UUID, AnsweredQuestion> replies) {
    List<CallOrder> loaded =
        BoundedWait.await(OrderStore.loadLeading(connection, claimed, BATCH_BYTES));
    DialContext context = contexts.load(connection, loaded, lead.get(), replies);
    IntentWriter.Batch batch = intents.write(connection, context, this::gatewayFacts, room);
    Set<UUID> answered = context.predial().answered();
    return new WrittenBatch(
        batch,
        claimed.stream().filter(id -> replies.containsKey(id) && !answered.contains(id)).toList());
  }

  /** The gateway had free lines when the orders were claimed. */
  private DialFacts.GatewayFacts gatewayFacts(UUID tenantId) {
    return new DialFacts.GatewayFacts(monitor.gatewayFacts(tenantId).status(), true);
  }
}
