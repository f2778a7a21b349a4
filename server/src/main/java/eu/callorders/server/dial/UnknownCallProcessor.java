package eu.callorders.server.dial;

import eu.callorders.core.telephony.GatewayEvent;
import eu.callorders.core.telephony.GatewayEvent.Facts;
import eu.callorders.core.telephony.QueryAnswer;
import eu.callorders.core.telephony.VoiceGateway;
import eu.callorders.server.database.Database;
import eu.callorders.server.database.Outage;
import eu.callorders.server.dial.UnknownCallStore.UnknownCall;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
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
  private static final int QUERY_SECONDS = 10;
  private static final Duration IDLE = Duration.ofSeconds(5);

  private final Database database;
  private final VoiceGateway gateway;
  private final GatewayInbox inbox;
  private final UnknownObjectionWriter objections;
  private final UnknownCallStore calls = new UnknownCallStore();

  public UnknownCallProcessor(
      Database database,
      VoiceGateway gateway,
      GatewayInbox inbox,
      UnknownObjectionWriter objections) {
    this.database = database;
    this.gateway = gateway;
    this.inbox = inbox;
    this.objections = objections;
  }

  /** Works on one batch; answers when to run next. */
  public Duration runOnce() {
    List<UnknownCall> claimed =
        database.inWorker(connection -> calls.claim(connection, BATCH).await());
    for (UnknownCall call : claimed) {
      try {
        work(call);
      } catch (Exception failure) { // awaiting throws checked ones too, undeclared
        if (Outage.is(failure)) {
          throw failure;
        }
        LOG.error("unknown call {} failed and is tried again later", call.attemptId(), failure);
      }
    }
    int expired = database.inWorker(connection -> calls.expire(connection, BATCH).await());
    if (expired > 0) {
      LOG.error("{} unknown calls deleted after 35 days without an attempt", expired);
    }
    return claimed.size() == BATCH ? Duration.ZERO : IDLE;
  }

  private void work(UnknownCall call) {
    if (call.known()) {
      replay(call.attemptId());
      return;
    }
    List<GatewayEvent> events =
        database.inWorker(connection -> calls.events(connection, call.attemptId()).await());
    if (facts(events).isEmpty()) {
      events = query(call.attemptId());
    }
    Optional<Facts> facts = facts(events);
    if (events.stream().anyMatch(GatewayEvent.Forgotten.class::isInstance)) {
      delete(call.attemptId());
    } else if (facts.isPresent()) {
      work(call.attemptId(), events, facts.get());
    }
  }

  /** A tenant that does not exist here is one of another deployment that shares the gateway. */
  private void work(UUID attemptId, List<GatewayEvent> events, Facts facts) {
    if (!database.inWorker(connection -> objections.knowsTenant(connection, facts))) {
      LOG.warn("unknown call {} is of an unknown tenant: its events are deleted", attemptId);
      delete(attemptId);
    } else if (events.stream().anyMatch(GatewayEvent.Objection.class::isInstance)) {
      enter(attemptId, facts);
    }
  }

  private void enter(UUID attemptId, Facts facts) {
    if (database.inWorker(connection -> objections.write(connection, attemptId, facts))) {
      LOG.warn("the objection in unknown call {} is a do-not-call entry now", attemptId);
    }
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
    QueryAnswer answer =
        Future.fromCompletionStage(
                Asking.<QueryAnswer>of(
                    () -> gateway.query(attemptId, null), QueryAnswer.Unavailable::new))
            .timeout(QUERY_SECONDS, TimeUnit.SECONDS)
            .otherwise(failure -> new QueryAnswer.Unavailable(failure.toString()))
            .await();
    return answer instanceof QueryAnswer.Found found ? found.events() : List.of();
  }

  /** If the process ends before the deletion, the events are replayed without effect. */
  private void replay(UUID attemptId) {
    List<GatewayEvent> events =
        database.inWorker(connection -> calls.events(connection, attemptId).await());
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
