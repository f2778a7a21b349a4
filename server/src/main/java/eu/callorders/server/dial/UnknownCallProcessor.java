package eu.callorders.server.dial;

import eu.callorders.core.telephony.GatewayEvent;
import eu.callorders.core.telephony.QueryResult;
import eu.callorders.core.telephony.VoiceGateway;
import eu.callorders.server.concurrent.BoundedWait;
import eu.callorders.server.database.BatchRetries;
import eu.callorders.server.database.Database;
import eu.callorders.server.dial.UnknownCallStore.UnknownCall;
import io.vertx.sqlclient.SqlConnection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Processes calls that this database did not know when they were reported. Objections become
 * suppressions first; then the calls are recorded as attempts, up to 200 in the transaction that
 * deletes them. A call that keeps failing is parked, and its phone and subject are suppressed.
 */
public final class UnknownCallProcessor {
  private static final Logger LOG = LoggerFactory.getLogger(UnknownCallProcessor.class);

  static final int BATCH = 200;

  /** A round starts no query after this; the remaining calls wait until they are due again. */
  private static final Duration QUERY_PHASE = Duration.ofSeconds(20);

  private static final Duration IDLE = Duration.ofSeconds(5);

  private final Database database;
  private final VoiceGateway gateway;
  private final GatewayInbox inbox;
  private final UnknownCallHandler handler;
  private final UnknownCallFailures failures;
  private final Supplier<UUID> deploymentSupplier;
  private final LongSupplier nanoTime;
  private @Nullable UUID own;
  private long roundStart;

  /**
   * @param deployment this database, read once: calls of other deployments are ignored
   */
  public UnknownCallProcessor(
      Database database,
      VoiceGateway gateway,
      GatewayInbox inbox,
      UnknownObjectionWriter objections,
      UnknownCallRecorder recorder,
      CallContextCipher contexts,
      SubjectErasure erasure,
      Supplier<UUID> deployment) {
    this(
        database,
        gateway,
        inbox,
        objections,
        recorder,
        contexts,
        erasure,
        deployment,
        System::nanoTime);
  }

  UnknownCallProcessor(
      Database database,
      VoiceGateway gateway,
      GatewayInbox inbox,
      UnknownObjectionWriter objections,
      UnknownCallRecorder recorder,
      CallContextCipher contexts,
      SubjectErasure erasure,
      Supplier<UUID> deployment,
      LongSupplier nanoTime) {
    this.database = database;
    this.gateway = gateway;
    this.inbox = inbox;
    UnknownCallOwners owners = new UnknownCallOwners(contexts);
    this.handler = new UnknownCallHandler(objections, recorder, owners, erasure);
    this.failures = new UnknownCallFailures(database, owners, objections);
    this.deploymentSupplier = deployment;
    this.nanoTime = nanoTime;
  }

  /** Processes one batch; returns when to run next. */
  public Duration runOnce() {
    List<UnknownCall> claimed =
        database.inWorker(
            connection -> BoundedWait.await(UnknownCallStore.claim(connection, BATCH)));
    if (own == null && !claimed.isEmpty()) {
      own = deploymentSupplier.get();
    }
    roundStart = nanoTime.getAsLong();
    List<UnknownCall> batch = new ArrayList<>();
    for (UnknownCall call : sortedById(claimed)) {
      if (call.known() || call.failed()) {
        process(List.copyOf(batch));
        batch.clear();
        process(List.of(call));
      } else {
        batch.add(call);
      }
    }
    process(batch);
    int expired =
        database.inWorker(
            connection -> BoundedWait.await(UnknownCallStore.expire(connection, BATCH)));
    if (expired > 0) {
      LOG.error("{} unknown calls deleted after 35 days without an attempt", expired);
    }
    return claimed.size() == BATCH ? Duration.ZERO : IDLE;
  }

  /** Identifiers of an order's attempts ascend with their serial numbers. */
  private static List<UnknownCall> sortedById(List<UnknownCall> calls) {
    return calls.stream()
        .sorted(Comparator.comparing(call -> call.attemptId().toString()))
        .toList();
  }

  /** Processes calls in one transaction; on failure, splits the batch down to single calls. */
  private void process(List<UnknownCall> batch) {
    List<UnknownCall> left = batch;
    if (batch.size() > 1) {
      try {
        left = database.inWorker(connection -> handler.processTogether(connection, batch, own));
      } catch (Exception failure) { // await throws undeclared checked exceptions
        LOG.warn("batch of {} unknown calls failed, splitting it", batch.size(), failure);
        BatchRetries.split(batch).forEach(this::process);
        return;
      }
    }
    left.forEach(this::processAlone);
  }

  private void processAlone(UnknownCall call) {
    try {
      processOrQuery(call);
    } catch (Exception failure) { // await throws undeclared checked exceptions
      if (!failures.recordFailure(call, own, failure)) {
        throw failure;
      }
    }
  }

  private void processOrQuery(UnknownCall call) {
    if (call.known()) {
      database.inWorker(connection -> postpone(connection, call));
      replay(call.attemptId());
      return;
    }
    boolean done = database.inWorker(connection -> handler.processAlone(connection, call, own));
    if (!done && nanoTime.getAsLong() - roundStart < QUERY_PHASE.toNanos()) {
      List<GatewayEvent> queried = query(call.attemptId());
      database.inWorker(
          connection -> {
            if (UnknownCallOwners.facts(queried).isEmpty()) {
              return postpone(connection, call);
            }
            BoundedWait.await(UnknownCallStore.insert(connection, queried));
            return handler.processAlone(connection, call, own);
          });
    }
  }

  private boolean postpone(SqlConnection connection, UnknownCall call) {
    BoundedWait.await(UnknownCallStore.postpone(connection, call.attemptId()));
    return true;
  }

  /** Without a reply the call is queried again when it is due next. */
  private List<GatewayEvent> query(UUID attemptId) {
    QueryResult result =
        GatewayRequests.await(() -> gateway.query(attemptId, null), QueryResult.Unavailable::new);
    return result instanceof QueryResult.Found found ? found.events() : List.of();
  }

  /** If the process ends before the deletion, the events are replayed again without effect. */
  private void replay(UUID attemptId) {
    List<GatewayEvent> stored =
        database.inWorker(
            connection ->
                BoundedWait.await(UnknownCallEventStore.load(connection, Set.of(attemptId))));
    inbox.add(
        stored.stream().<AttemptUpdate>map(AttemptUpdate.EventReceived::new).toList(),
        () -> delete(attemptId, stored));
  }

  /** Locks first, so that a concurrent transaction with later events of the call is visible. */
  private void delete(UUID attemptId, List<GatewayEvent> replayed) {
    database
        .asWorker(
            connection ->
                UnknownCallStore.lock(connection, Set.of(attemptId))
                    .compose(
                        locked ->
                            UnknownCallEventStore.deleteReplayed(connection, attemptId, replayed)))
        .onFailure(
            failure -> LOG.warn("deletion of replayed attempt {} failed", attemptId, failure));
  }
}
