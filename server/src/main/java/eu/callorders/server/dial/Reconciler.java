package eu.callorders.server.dial;

import eu.callorders.core.call.AttemptStatus;
import eu.callorders.core.dial.LostAttemptPolicy;
import eu.callorders.core.telephony.PlaceResult;
import eu.callorders.core.telephony.QueryResult;
import eu.callorders.core.telephony.VoiceGateway;
import eu.callorders.server.call.AttemptStore;
import eu.callorders.server.call.AttemptStore.Owner;
import eu.callorders.server.call.HangupStore;
import eu.callorders.server.call.OverdueStore;
import eu.callorders.server.call.OverdueStore.SilentAttempt;
import eu.callorders.server.concurrent.BoundedWait;
import eu.callorders.server.concurrent.IndependentSteps;
import eu.callorders.server.database.Database;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Queries the gateway about silent attempts, and fails those whose outcome stays unknown. Also
 * requests the stop of calls that their orders no longer need, or that operators have ended. Never
 * places a call again.
 */
public final class Reconciler {
  private static final Logger LOG = LoggerFactory.getLogger(Reconciler.class);
  private static final int BATCH = 200;

  private static final PlaceResult NEVER_PLACED =
      new PlaceResult.Refused(PlaceResult.RefusalReason.TOO_LATE, null);

  private boolean started;

  private final Database database;
  private final int batch;
  private final List<Runnable> steps;
  private final VoiceGateway gateway;
  private final GatewayInbox inbox;
  private final Erasure erasure;
  private final @Nullable UUID simulatorNode;
  private final InstantSource realTime;
  private final Set<UUID> erased = ConcurrentHashMap.newKeySet();

  public interface Erasure {
    Future<UUID> request(SqlConnection connection, UUID tenantId, String subjectReference);
  }

  /**
   * @param simulatorNode this node, if its own simulator has the calls
   */
  public Reconciler(
      Database database,
      VoiceGateway gateway,
      GatewayInbox inbox,
      Erasure erasure,
      @Nullable UUID simulatorNode,
      InstantSource realTime) {
    this(database, gateway, inbox, erasure, simulatorNode, realTime, BATCH);
  }

  Reconciler(
      Database database,
      VoiceGateway gateway,
      GatewayInbox inbox,
      Erasure erasure,
      @Nullable UUID simulatorNode,
      InstantSource realTime,
      int batch) {
    this.batch = batch;
    this.database = database;
    this.gateway = gateway;
    this.inbox = inbox;
    this.erasure = erasure;
    this.simulatorNode = simulatorNode;
    this.realTime = realTime;
    this.steps =
        List.of(
            this::eraseAgain,
            new CallCanceler(database, gateway, OverdueStore::toStop, batch, realTime)::runOnce,
            new CallCanceler(database, gateway, HangupStore::toHangUp, batch, realTime)::runOnce);
  }

  /** Handles overdue attempts; returns their number. */
  public int runOnce() {
    if (!started) {
      checkAll();
      started = true;
    }
    List<SilentAttempt> silent =
        database.inWorker(
            connection ->
                BoundedWait.await(OverdueStore.claimSilent(connection, BATCH, simulatorNode)));
    silent.forEach(this::query);
    List<UUID> unreported =
        database.inWorker(
            connection -> BoundedWait.await(OverdueStore.unreported(connection, BATCH)));
    unreported.forEach(id -> inbox.add(new AttemptUpdate.ReportOverdue(id)));
    IndependentSteps.run(steps);
    return silent.size() + unreported.size();
  }

  private void checkAll() {
    int due = batch;
    while (due == batch) {
      due =
          database.inWorker(
              connection -> BoundedWait.await(OverdueStore.checkAll(connection, batch)));
    }
  }

  /**
   * The gateway has erased calls that are active here: this database is older than the erasures.
   * The subjects are erased again, so that no other order dials them.
   */
  private void eraseAgain() {
    IndependentSteps.run(
        List.copyOf(erased).stream().<Runnable>map(id -> () -> eraseAgain(id)).toList());
  }

  private void eraseAgain(UUID attemptId) {
    LOG.error("gateway has erased attemptId {}, erasing its subject again", attemptId);
    database.inWorker(
        connection -> {
          for (Owner owner :
              BoundedWait.await(AttemptStore.owners(connection, List.of(attemptId))).values()) {
            BoundedWait.await(
                erasure.request(connection, owner.tenantId(), owner.subjectReference()));
          }
          return attemptId;
        });
    inbox.add(new AttemptUpdate.Lost(attemptId));
    erased.remove(attemptId);
  }

  private void query(SilentAttempt attempt) {
    Instant requestedAt = realTime.instant();
    GatewayRequests.<QueryResult>send(
            () -> gateway.query(attempt.id(), attempt.gatewayRef()), QueryResult.Unavailable::new)
        .thenAccept(result -> process(attempt, requestedAt, result));
  }

  private void process(SilentAttempt attempt, Instant requestedAt, QueryResult result) {
    boolean lost = LostAttemptPolicy.isLost(result, requestedAt, attempt.notAfter());
    if (LostAttemptPolicy.provesNeverDialed(result, requestedAt, attempt.notAfter())
        && provesNotPlaced(attempt)) {
      inbox.add(new AttemptUpdate.PlaceResultReceived(attempt.id(), NEVER_PLACED));
      return;
    }
    if (result instanceof QueryResult.Forgotten) {
      erased.add(attempt.id());
      return;
    }
    List<AttemptUpdate> updates = new ArrayList<>();
    if (result instanceof QueryResult.Found(String ref, var events)) {
      updates.add(
          new AttemptUpdate.PlaceResultReceived(attempt.id(), new PlaceResult.Accepted(ref)));
      events.forEach(event -> updates.add(new AttemptUpdate.EventReceived(event)));
    }
    if (lost) {
      updates.add(new AttemptUpdate.Lost(attempt.id()));
    }
    if (!updates.isEmpty()) {
      inbox.add(updates, () -> {});
    }
  }

  /**
   * Whether an unknown attempt proves that no call was placed: the gateway knows every accepted
   * request, and has not confirmed this one.
   */
  private boolean provesNotPlaced(SilentAttempt attempt) {
    return gateway.capabilities().authoritativeQuery() && attempt.status() == AttemptStatus.PLACING;
  }
}
