package eu.callorders.server.dial;

import eu.callorders.core.telephony.GatewayEvent;
import eu.callorders.server.database.Database;
import eu.callorders.server.dial.UnknownCallStore.UnknownCall;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Works off the events of calls that this database did not know when they were reported. As soon as
 * the attempt exists, its events go through the inbox like any others.
 */
public final class UnknownCallProcessor {
  private static final Logger LOG = LoggerFactory.getLogger(UnknownCallProcessor.class);
  private static final int BATCH = 200;
  private static final Duration IDLE = Duration.ofSeconds(5);

  private final Database database;
  private final GatewayInbox inbox;
  private final UnknownCallStore calls = new UnknownCallStore();

  public UnknownCallProcessor(Database database, GatewayInbox inbox) {
    this.database = database;
    this.inbox = inbox;
  }

  /** Works on one batch; answers when to run next. */
  public Duration runOnce() {
    List<UnknownCall> claimed =
        database.inWorker(connection -> calls.claim(connection, BATCH).await());
    claimed.stream().filter(UnknownCall::known).forEach(call -> replay(call.attemptId()));
    int expired = database.inWorker(connection -> calls.expire(connection, BATCH).await());
    if (expired > 0) {
      LOG.error("{} unknown calls deleted after 35 days without an attempt", expired);
    }
    return claimed.size() == BATCH ? Duration.ZERO : IDLE;
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
