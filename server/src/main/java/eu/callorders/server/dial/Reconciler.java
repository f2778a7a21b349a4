package eu.callorders.server.dial;

import eu.callorders.core.call.AttemptStatus;
import eu.callorders.core.dial.LostAttemptPolicy;
import eu.callorders.core.telephony.CancelResult;
import eu.callorders.core.telephony.PlaceResult;
import eu.callorders.core.telephony.QueryResult;
import eu.callorders.core.telephony.VoiceGateway;
import eu.callorders.server.call.AttemptStore;
import eu.callorders.server.call.AttemptStore.Owner;
import eu.callorders.server.concurrent.BoundedWait;
import eu.callorders.server.concurrent.IndependentSteps;
import eu.callorders.server.database.Database;
import eu.callorders.server.dial.OverdueStore.SilentAttempt;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks the gateway about attempts that are silent for too long, and gives up those whose fate
 * nobody can tell any more. It never places a call again. It also asks the gateway to stop calls
 * that are no longer wanted.
 */
public final class Reconciler {
  private static final Logger LOG = LoggerFactory.getLogger(Reconciler.class);
  private static final int BATCH = 200;

  private static final PlaceResult NEVER_BEGUN =
      new PlaceResult.Refused(PlaceResult.RefusalReason.TOO_LATE, null);

  private static final Duration ASK_TO_STOP_AGAIN = Duration.ofSeconds(5);

  private static final UUID BEFORE_ALL = new UUID(0, 0);

  private UUID lastToStop = BEFORE_ALL;

  /** Whether the attempts that were running at the start have been asked about. */
  private boolean begun;

  private final Database database;
  private final int batch;
  private final Map<UUID, Instant> askedToStop = new HashMap<>();
  private final OverdueStore overdue = new OverdueStore();
  private final VoiceGateway gateway;
  private final GatewayInbox inbox;
  private final Erasure erasure;
  private final InstantSource realTime;
  private final AttemptStore attempts = new AttemptStore();
  private final Set<UUID> forgotten = ConcurrentHashMap.newKeySet();

  /** Requests the erasure of a person. */
  public interface Erasure {
    Future<UUID> request(SqlConnection connection, UUID tenantId, String subjectReference);
  }

  public Reconciler(
      Database database,
      VoiceGateway gateway,
      GatewayInbox inbox,
      Erasure erasure,
      InstantSource realTime) {
    this(database, gateway, inbox, erasure, realTime, BATCH);
  }

  Reconciler(
      Database database,
      VoiceGateway gateway,
      GatewayInbox inbox,
      Erasure erasure,
      InstantSource realTime,
      int batch) {
    this.batch = batch;
    this.database = database;
    this.gateway = gateway;
    this.inbox = inbox;
    this.erasure = erasure;
    this.realTime = realTime;
  }

  /** Deals with what is overdue now; answers how many attempts that were. */
  public int runOnce() {
    if (!begun) {
      checkAll();
      begun = true;
    }
    List<SilentAttempt> silent =
        database.inWorker(connection -> BoundedWait.await(overdue.claimSilent(connection, BATCH)));
    silent.forEach(this::ask);
    List<UUID> unreported =
        database.inWorker(connection -> BoundedWait.await(overdue.unreported(connection, BATCH)));
    unreported.forEach(id -> inbox.add(new AttemptUpdate.ReportOverdue(id)));
    IndependentSteps.run(List.of(this::eraseAgain, () -> stop(nextToStop())));
    return silent.size() + unreported.size();
  }

  private void checkAll() {
    int due = batch;
    while (due == batch) {
      due = database.inWorker(connection -> BoundedWait.await(overdue.checkAll(connection, batch)));
    }
  }

  /** A page; the first one follows the last, so that calls that go on keep no others waiting. */
  private List<SilentAttempt> nextToStop() {
    UUID after = lastToStop;
    List<SilentAttempt> page =
        database.inWorker(
            connection -> BoundedWait.await(overdue.stopping(connection, batch, after)));
    lastToStop = page.size() < batch ? BEFORE_ALL : page.getLast().id();
    return page;
  }

  /**
   * The gateway has erased calls that run here: this database is older than the erasures of their
   * persons. They are erased again, so that no other order dials them.
   */
  private void eraseAgain() {
    IndependentSteps.run(
        List.copyOf(forgotten).stream().<Runnable>map(id -> () -> eraseAgain(id)).toList());
  }

  private void eraseAgain(UUID attempt) {
    LOG.error("the gateway has erased attempt {}: its person is erased again", attempt);
    database.inWorker(
        connection -> {
          for (Owner owner :
              BoundedWait.await(attempts.owners(connection, List.of(attempt))).values()) {
            BoundedWait.await(
                erasure.request(connection, owner.tenantId(), owner.subjectReference()));
          }
          return attempt;
        });
    inbox.add(new AttemptUpdate.Lost(attempt));
    forgotten.remove(attempt);
  }

  /** Asks once, and again when nothing comes of it: only the end that is told decides. */
  private void stop(List<SilentAttempt> stopping) {
    Instant now = realTime.instant();
    askedToStop.values().removeIf(asked -> asked.plus(ASK_TO_STOP_AGAIN).isBefore(now));
    for (SilentAttempt attempt : stopping) {
      if (askedToStop.putIfAbsent(attempt.id(), now) == null) {
        var _ =
            GatewayRequests.of(
                () -> gateway.cancel(attempt.id(), attempt.gatewayRef()),
                fault -> CancelResult.UNKNOWN);
      }
    }
  }

  private void ask(SilentAttempt attempt) {
    Instant asked = realTime.instant();
    GatewayRequests.<QueryResult>of(
            () -> gateway.query(attempt.id(), attempt.gatewayRef()), QueryResult.Unavailable::new)
        .thenAccept(answer -> take(attempt, asked, answer));
  }

  private void take(SilentAttempt attempt, Instant asked, QueryResult answer) {
    boolean lost = LostAttemptPolicy.lost(answer, asked, attempt.notAfter());
    if (LostAttemptPolicy.provesNeverDialed(answer, asked, attempt.notAfter()) && proves(attempt)) {
      inbox.add(new AttemptUpdate.PlaceAnswered(attempt.id(), NEVER_BEGUN));
      return;
    }
    if (answer instanceof QueryResult.Forgotten) {
      forgotten.add(attempt.id());
      return;
    }
    List<AttemptUpdate> news = new ArrayList<>();
    if (answer instanceof QueryResult.Found(String ref, var events)) {
      news.add(new AttemptUpdate.PlaceAnswered(attempt.id(), new PlaceResult.Accepted(ref)));
      events.forEach(event -> news.add(new AttemptUpdate.EventReceived(event)));
    }
    if (lost) {
      news.add(new AttemptUpdate.Lost(attempt.id()));
    }
    if (!news.isEmpty()) {
      inbox.add(news, () -> {});
    }
  }

  /**
   * Whether it proves something that the gateway does not know the attempt after its last moment:
   * it remembers whatever it has ever been asked for, and has never said that it took this one.
   */
  private boolean proves(SilentAttempt attempt) {
    return gateway.capabilities().authoritativeQuery() && attempt.status() == AttemptStatus.PLACING;
  }
}
