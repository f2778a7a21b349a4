package eu.callorders.server.dial;

import eu.callorders.core.telephony.GatewayEvent;
import eu.callorders.core.telephony.GatewayEvent.Facts;
import eu.callorders.core.telephony.QueryAnswer;
import eu.callorders.core.telephony.VoiceGateway;
import eu.callorders.server.concurrent.BoundedWait;
import eu.callorders.server.database.Database;
import eu.callorders.server.database.Outage;
import eu.callorders.server.dial.UnknownCallStore.UnknownCall;
import eu.callorders.server.order.CallOrder;
import eu.callorders.server.order.OrderStore;
import eu.callorders.server.tenant.TenantStore;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Works off the events of calls that this database did not know when they were reported. Objections
 * become do-not-call entries at once. As soon as the attempt exists, its events go through the
 * inbox like any others.
 */
public final class UnknownCallProcessor {
  private static final Logger LOG = LoggerFactory.getLogger(UnknownCallProcessor.class);
  private static final int BATCH = 200;
  private static final Duration QUERY_LIMIT = Duration.ofSeconds(10);

  /** A round begins no query after this; what is left is queried when it is due again. */
  private static final Duration QUERYING = Duration.ofSeconds(20);

  private static final Duration IDLE = Duration.ofSeconds(5);

  private final Database database;
  private final VoiceGateway gateway;
  private final GatewayInbox inbox;
  private final TenantStore tenants;
  private final OrderStore orders;
  private final UnknownObjectionWriter objections;
  private final UnknownCallStore calls = new UnknownCallStore();

  public UnknownCallProcessor(
      Database database,
      VoiceGateway gateway,
      GatewayInbox inbox,
      TenantStore tenants,
      OrderStore orders,
      UnknownObjectionWriter objections) {
    this.database = database;
    this.gateway = gateway;
    this.inbox = inbox;
    this.tenants = tenants;
    this.orders = orders;
    this.objections = objections;
  }

  /** Works on one batch; answers when to run next. */
  public Duration runOnce() {
    List<UnknownCall> claimed =
        database.inWorker(connection -> BoundedWait.await(calls.claim(connection, BATCH)));
    long begin = System.nanoTime();
    for (UnknownCall call : claimed) {
      try {
        work(call, System.nanoTime() - begin < QUERYING.toNanos());
      } catch (Exception failure) { // awaiting throws checked ones too, undeclared
        if (Outage.is(failure)) {
          throw failure;
        }
        LOG.error("unknown call {} failed and is tried again later", call.attemptId(), failure);
      }
    }
    int expired =
        database.inWorker(connection -> BoundedWait.await(calls.expire(connection, BATCH)));
    if (expired > 0) {
      LOG.error("{} unknown calls deleted after 35 days without an attempt", expired);
    }
    return claimed.size() == BATCH ? Duration.ZERO : IDLE;
  }

  private void work(UnknownCall call, boolean mayQuery) {
    if (call.known()) {
      replay(call.attemptId());
      return;
    }
    List<GatewayEvent> events = events(call.attemptId(), mayQuery);
    Facts facts = facts(events).orElse(null);
    if (events.stream().anyMatch(GatewayEvent.Forgotten.class::isInstance)) {
      delete(call.attemptId());
    } else if (facts != null) {
      boolean objected = events.stream().anyMatch(GatewayEvent.Objection.class::isInstance);
      database.inWorker(connection -> work(connection, call, facts, objected));
    }
  }

  /** The stored events; those of the gateway's answer are stored when the facts are missing. */
  private List<GatewayEvent> events(UUID attemptId, boolean mayQuery) {
    List<GatewayEvent> stored =
        database.inWorker(connection -> BoundedWait.await(calls.events(connection, attemptId)));
    if (facts(stored).isPresent() || !mayQuery) {
      return stored;
    }
    List<GatewayEvent> queried = query(attemptId);
    if (facts(queried).isEmpty()) {
      return stored;
    }
    return database.inWorker(
        connection -> {
          BoundedWait.await(calls.insert(connection, queried));
          return BoundedWait.await(calls.events(connection, attemptId));
        });
  }

  /**
   * A tenant that does not exist here is one of another deployment that shares the gateway. Calls
   * of erased persons are erased too, here and at the gateway.
   */
  private boolean work(SqlConnection connection, UnknownCall call, Facts facts, boolean objected) {
    UUID id = call.attemptId();
    if (BoundedWait.await(tenants.find(connection, facts.tenantId())).isEmpty()) {
      LOG.warn("unknown call {} is of an unknown tenant: its events are deleted", id);
      BoundedWait.await(calls.delete(connection, id));
      return true;
    }
    Optional<CallOrder> order = order(connection, facts);
    boolean erased = order.filter(found -> found.document().redacted()).isPresent();
    if (objected && !call.objectionRecorded()) {
      String reference = erased ? null : order.map(CallOrder::subjectReference).orElse(null);
      objections.write(connection, id, facts, reference);
      BoundedWait.await(calls.objectionRecorded(connection, id));
      LOG.warn("the objection in unknown call {} is a do-not-call entry now", id);
    }
    if (erased) {
      BoundedWait.await(calls.eraseAtGateway(connection, facts.tenantId(), id));
      BoundedWait.await(calls.delete(connection, id));
    }
    return true;
  }

  private Optional<CallOrder> order(SqlConnection connection, Facts facts) {
    return BoundedWait.await(orders.loadWithoutContext(connection, List.of(facts.orderId())))
        .stream()
        .filter(order -> order.tenantId().equals(facts.tenantId()))
        .findFirst();
  }

  private static Optional<Facts> facts(List<GatewayEvent> events) {
    return events.stream()
        .flatMap(
            event ->
                event instanceof GatewayEvent.Accepted accepted
                    ? Stream.ofNullable(accepted.facts())
                    : Stream.empty())
        .findFirst();
  }

  /** Without an answer the call is queried again when it is due next. */
  private List<GatewayEvent> query(UUID attemptId) {
    Future<QueryAnswer> answer =
        Future.fromCompletionStage(
            Asking.of(() -> gateway.query(attemptId, null), QueryAnswer.Unavailable::new));
    return BoundedWait.completes(answer, QUERY_LIMIT)
            && answer.result() instanceof QueryAnswer.Found found
        ? found.events()
        : List.of();
  }

  /** If the process ends before the deletion, the events are replayed without effect. */
  private void replay(UUID attemptId) {
    List<GatewayEvent> events =
        database.inWorker(connection -> BoundedWait.await(calls.events(connection, attemptId)));
    inbox.add(
        events.stream().<GatewayNews>map(GatewayNews.Told::new).toList(), () -> delete(attemptId));
  }

  private void delete(UUID attemptId) {
    calls
        .delete(database.workers(), attemptId)
        .onFailure(
            failure -> LOG.warn("events of attempt {} will be replayed", attemptId, failure));
  }
}
