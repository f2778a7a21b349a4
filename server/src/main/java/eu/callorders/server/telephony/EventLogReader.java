package eu.callorders.server.telephony;

import eu.callorders.core.telephony.EventsResult;
import eu.callorders.core.telephony.EventsResult.MalformedEvent;
import eu.callorders.core.telephony.GatewayEvent;
import eu.callorders.core.telephony.VoiceGateway;
import eu.callorders.server.concurrent.BoundedWait;
import eu.callorders.server.database.Database;
import eu.callorders.server.dial.AttemptUpdate;
import eu.callorders.server.dial.GatewayInbox;
import eu.callorders.server.telephony.CursorStore.Position;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads a gateway's log of events, for what its callbacks have not brought: nothing is lost while
 * nobody listens, or when the callbacks go astray. One node reads at a time, and goes on only when
 * what it has read is stored. An item that is no event is kept as failed work, and passed over.
 */
public final class EventLogReader {
  private static final Logger LOG = LoggerFactory.getLogger(EventLogReader.class);

  private static final Duration NOW_AND_THEN = Duration.ofSeconds(5);
  private static final int TO_ANSWER_SECONDS = 10;
  private static final int TO_STORE_SECONDS = 10;

  private final Database database;
  private final CursorStore cursors = new CursorStore();
  private final String name;
  private final VoiceGateway gateway;
  private final GatewayInbox inbox;
  private final EventDeduplicator seen;
  private final UUID reader;

  /**
   * @param name of the gateway, under which the place in its log is kept
   * @param reader this node
   */
  public EventLogReader(
      Database database,
      String name,
      VoiceGateway gateway,
      GatewayInbox inbox,
      EventDeduplicator seen,
      UUID reader) {
    this.database = database;
    this.name = name;
    this.gateway = gateway;
    this.inbox = inbox;
    this.seen = seen;
    this.reader = reader;
  }

  /** Reads one page; answers when to read the next. */
  public Duration runOnce() {
    if (!gateway.capabilities().eventLog() || inbox.full()) {
      return NOW_AND_THEN;
    }
    Optional<Position> place =
        database.inWorker(connection -> BoundedWait.await(cursors.lease(connection, name, reader)));
    if (place.isEmpty()) {
      return NOW_AND_THEN;
    }
    return switch (read(place.get())) {
      case EventsResult.EventPage page -> {
        store(seen.without(page.events()), malformed(place.get(), page.malformed()));
        if (page.isEmpty()) {
          database.inWorker(
              connection ->
                  BoundedWait.await(
                      cursors
                          .end(connection, name, reader, page.logId(), page.keptSince())
                          .map(true)));
        }
        boolean on = advance(place.get(), new Position(page.next()));
        yield on && !page.isEmpty() ? Duration.ZERO : NOW_AND_THEN;
      }
      case EventsResult.CursorUnknown _ -> {
        LOG.warn("gateway {} has lost our place in its log: reading all of it again", name);
        keepGap(true);
        advance(place.get(), new Position(null));
        yield NOW_AND_THEN;
      }
      case EventsResult.CursorExpired _ -> {
        LOG.error("gateway {} has deleted events that were not read: there is a gap", name);
        keepGap(false);
        advance(place.get(), new Position(null));
        yield NOW_AND_THEN;
      }
      case EventsResult.Unavailable(String why) -> {
        LOG.debug("the log of gateway {} cannot be read: {}", name, why);
        yield NOW_AND_THEN;
      }
    };
  }

  private void keepGap(boolean foreign) {
    database.inWorker(
        connection -> BoundedWait.await(cursors.gap(connection, name, reader, foreign).map(true)));
  }

  /** Gives the lease of the log back, when this node stops. Blocks. */
  public void release() {
    database.inWorker(connection -> BoundedWait.await(cursors.release(connection, name, reader)));
  }

  private EventsResult read(Position place) {
    return BoundedWait.await(
        Future.fromCompletionStage(gateway.events(place.cursor()))
            .timeout(TO_ANSWER_SECONDS, TimeUnit.SECONDS)
            .otherwise(fault -> new EventsResult.Unavailable(fault.toString())));
  }

  /** Named by their place in the log, so that reading them again keeps them once. */
  private List<AttemptUpdate.Malformed> malformed(Position place, List<MalformedEvent> items) {
    String page = name + " after " + place.cursor() + ", malformed item ";
    List<AttemptUpdate.Malformed> news = new ArrayList<>();
    items.forEach(item -> news.add(AttemptUpdate.Malformed.of(page + (news.size() + 1), item)));
    return news;
  }

  private void store(List<GatewayEvent> events, List<AttemptUpdate.Malformed> malformed) {
    List<AttemptUpdate> news = new ArrayList<>(malformed);
    events.forEach(event -> news.add(new AttemptUpdate.EventReceived(event)));
    if (news.isEmpty()) {
      return;
    }
    Promise<Void> stored = Promise.promise();
    inbox.add(news, stored::tryComplete);
    BoundedWait.await(stored.future().timeout(TO_STORE_SECONDS, TimeUnit.SECONDS));
    seen.add(events);
  }

  private boolean advance(Position from, Position to) {
    return from.equals(to)
        || database.inWorker(
            connection -> BoundedWait.await(cursors.advance(connection, name, reader, from, to)));
  }
}
