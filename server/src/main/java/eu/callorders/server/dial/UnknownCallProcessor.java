package eu.callorders.server.dial;

import eu.callorders.core.telephony.GatewayEvent;
import eu.callorders.core.telephony.GatewayEvent.Facts;
import eu.callorders.core.telephony.QueryAnswer;
import eu.callorders.core.telephony.VoiceGateway;
import eu.callorders.server.concurrent.BoundedWait;
import eu.callorders.server.database.Database;
import eu.callorders.server.dial.UnknownCallRecorder.Lost;
import eu.callorders.server.dial.UnknownCallRecorder.Outcome;
import eu.callorders.server.dial.UnknownCallStore.UnknownCall;
import eu.callorders.server.order.CallOrder;
import eu.callorders.server.order.OrderStore;
import eu.callorders.server.recovery.RecoveryHalt;
import eu.callorders.server.tenant.Tenant;
import eu.callorders.server.tenant.TenantStore;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Works off the events of calls that this database did not know when they were reported. Objections
 * become do-not-call entries first; then the calls are recorded as attempts, each in the
 * transaction that deletes it here. One that cannot be recorded is parked after some failures, and
 * its number and person become do-not-call entries.
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
  private final UnknownObjectionWriter objections;
  private final UnknownCallRecorder recorder;
  private final UnknownCallOwners owners;
  private final UnknownCallFailures failures;
  private final PersonErasure erasure;
  private final Supplier<UUID> deployment;
  private final LongSupplier nanoTime;
  private @Nullable UUID own;
  private final UnknownCallStore calls = new UnknownCallStore();
  private final RecoveryHalt halt = new RecoveryHalt();

  /**
   * @param deployment this database, read once: calls that name another one are none of ours
   */
  public UnknownCallProcessor(
      Database database,
      VoiceGateway gateway,
      GatewayInbox inbox,
      TenantStore tenants,
      OrderStore orders,
      UnknownObjectionWriter objections,
      UnknownCallRecorder recorder,
      CallContextCipher contexts,
      PersonErasure erasure,
      Supplier<UUID> deployment) {
    this(
        database,
        gateway,
        inbox,
        tenants,
        orders,
        objections,
        recorder,
        contexts,
        erasure,
        deployment,
        System::nanoTime);
  }

  /**
   * @param nanoTime bounds the queries of a round
   */
  UnknownCallProcessor(
      Database database,
      VoiceGateway gateway,
      GatewayInbox inbox,
      TenantStore tenants,
      OrderStore orders,
      UnknownObjectionWriter objections,
      UnknownCallRecorder recorder,
      CallContextCipher contexts,
      PersonErasure erasure,
      Supplier<UUID> deployment,
      LongSupplier nanoTime) {
    this.database = database;
    this.gateway = gateway;
    this.inbox = inbox;
    this.tenants = tenants;
    this.objections = objections;
    this.recorder = recorder;
    this.owners = new UnknownCallOwners(orders, contexts);
    this.failures = new UnknownCallFailures(database, tenants, owners, objections);
    this.erasure = erasure;
    this.deployment = deployment;
    this.nanoTime = nanoTime;
  }

  /** Works on one batch; answers when to run next. */
  public Duration runOnce() {
    List<UnknownCall> claimed =
        database.inWorker(connection -> BoundedWait.await(calls.claim(connection, BATCH)));
    if (own == null && !claimed.isEmpty()) {
      own = deployment.get();
    }
    long begin = nanoTime.getAsLong();
    for (UnknownCall call : inOrderOfSerial(claimed)) {
      try {
        work(call, nanoTime.getAsLong() - begin < QUERYING.toNanos());
      } catch (Exception failure) { // awaiting throws checked ones too, undeclared
        if (!failures.isStored(call, own, failure)) {
          throw failure;
        }
      }
    }
    int expired =
        database.inWorker(connection -> BoundedWait.await(calls.expire(connection, BATCH)));
    if (expired > 0) {
      LOG.error("{} unknown calls deleted after 35 days without an attempt", expired);
    }
    return claimed.size() == BATCH ? Duration.ZERO : IDLE;
  }

  /** Identifiers of the attempts of one order ascend with their serial numbers. */
  private static List<UnknownCall> inOrderOfSerial(List<UnknownCall> calls) {
    return calls.stream()
        .sorted(Comparator.comparing(call -> call.attemptId().toString()))
        .toList();
  }

  private void work(UnknownCall call, boolean mayQuery) {
    if (call.known()) {
      database.inWorker(connection -> postpone(connection, call));
      replay(call.attemptId());
      return;
    }
    boolean done = database.inWorker(connection -> workStored(connection, call));
    if (!done && mayQuery) {
      List<GatewayEvent> queried = query(call.attemptId());
      database.inWorker(
          connection -> {
            if (facts(queried).isEmpty()) {
              return postpone(connection, call);
            }
            BoundedWait.await(calls.insert(connection, queried));
            return workStored(connection, call);
          });
    }
  }

  private boolean postpone(SqlConnection connection, UnknownCall call) {
    BoundedWait.await(calls.postpone(connection, call.attemptId()));
    return true;
  }

  static boolean isObjected(List<GatewayEvent> events) {
    return events.stream().anyMatch(GatewayEvent.Objection.class::isInstance);
  }

  /** Works on a call by its stored events; false when they do not tell whose it was. */
  private boolean workStored(SqlConnection connection, UnknownCall call) {
    List<GatewayEvent> events = BoundedWait.await(calls.events(connection, call.attemptId()));
    Optional<GatewayEvent.Forgotten> forgotten =
        events.stream()
            .filter(GatewayEvent.Forgotten.class::isInstance)
            .map(GatewayEvent.Forgotten.class::cast)
            .findFirst();
    if (forgotten.isPresent()) {
      return eraseAgain(connection, forgotten.get());
    }
    Optional<Facts> facts = facts(events);
    return facts.isPresent() && work(connection, call, facts.get(), events);
  }

  /**
   * The database is older than the erasure of that call. An open order's person is erased again; an
   * order that has ended loses its personal data.
   */
  private boolean eraseAgain(SqlConnection connection, GatewayEvent.Forgotten forgotten) {
    UUID tenantId = forgotten.tenantId();
    owners
        .order(connection, tenantId, forgotten.orderId())
        .filter(order -> !order.document().redacted())
        .ifPresent(
            order -> {
              LOG.error("the gateway has erased a call of order {}: erased again", order.id());
              if (order.state().status().terminal()) {
                BoundedWait.await(
                    erasure.redact(connection, tenantId, order.subjectReference(), order.id()));
              } else {
                BoundedWait.await(erasure.request(connection, tenantId, order.subjectReference()));
              }
            });
    BoundedWait.await(calls.delete(connection, forgotten.header().attemptId()));
    return true;
  }

  /**
   * Calls of another deployment that shares the gateway are none of ours. Calls of erased persons
   * are erased too, here and at the gateway.
   */
  private boolean work(
      SqlConnection connection, UnknownCall call, Facts facts, List<GatewayEvent> events) {
    UUID id = call.attemptId();
    Optional<Tenant> tenant = BoundedWait.await(tenants.find(connection, facts.tenantId()));
    if (tenant.isEmpty() || facts.isForeign(own)) {
      LOG.warn("unknown call {} is of another deployment: its events are deleted", id);
      BoundedWait.await(calls.delete(connection, id));
      return true;
    }
    Optional<CallOrder> order = owners.order(connection, facts.tenantId(), facts.orderId());
    boolean erased = order.filter(found -> found.document().redacted()).isPresent();
    Optional<CallContext> context = owners.context(id, order, facts);
    if (isObjected(events) && !call.objectionRecorded()) {
      String reference = erased ? null : context.map(CallContext::reference).orElse(null);
      objections.write(connection, id, facts, reference);
      BoundedWait.await(calls.objectionRecorded(connection, id));
      BoundedWait.await(halt.countObjection(connection));
      LOG.warn("the objection in unknown call {} is a do-not-call entry now", id);
    }
    if (erased) {
      BoundedWait.await(calls.eraseAtGateway(connection, facts.tenantId(), id));
      BoundedWait.await(calls.delete(connection, id));
      return true;
    }
    Lost lost = Lost.of(id, facts, events);
    Outcome outcome =
        order.isPresent()
            ? recorder.record(connection, lost, order.get(), tenant.get())
            : context.isPresent()
                ? recorder.record(connection, lost, context.get(), tenant.get())
                : recorder.record(connection, lost, tenant.get());
    finish(connection, id, outcome);
    if (outcome == Outcome.RECORDED) {
      BoundedWait.await(halt.countCall(connection, order.isEmpty()));
    }
    return true;
  }

  private void finish(SqlConnection connection, UUID id, Outcome outcome) {
    switch (outcome) {
      case RECORDED -> {
        LOG.warn("unknown call {} is recorded", id);
        BoundedWait.await(calls.delete(connection, id));
      }
      case LATER -> BoundedWait.await(calls.retrySoon(connection, id));
      case LISTED -> {
        LOG.error("nothing tells whose call {} was", id);
        BoundedWait.await(calls.list(connection, id));
      }
    }
  }

  static Optional<Facts> facts(List<GatewayEvent> events) {
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
