package eu.callorders.server.telephony;

import eu.callorders.core.telephony.EventsResult;
import eu.callorders.core.telephony.EventsResult.MalformedEvent;
import eu.callorders.core.telephony.GatewayEvent;
import eu.callorders.core.telephony.VoiceGateway;
import eu.callorders.server.concurrent.BoundedWait;
import eu.callorders.server.database.Database;
import eu.callorders.server.dial.AttemptUpdate;
import eu.callorders.server.dial.CursorStore;
import eu.callorders.server.dial.CursorStore.Position;
import eu.callorders.server.dial.GatewayInbox;
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
 * Reads a gateway's event log, so that events without a callback are not lost. One node reads at a
 * time, and continues only after the page is stored. Malformed items are stored as failed work.
 */
public final class EventLogReader {
  private static final Logger LOG = LoggerFactory.getLogger(EventLogReader.class);

  private static final Duration INTERVAL = Duration.ofSeconds(5);
  private static final int REQUEST_TIMEOUT_SECONDS = 10;
  private static final int STORE_TIMEOUT_SECONDS = 10;

  private final Database database;
  private final String name;
  private final VoiceGateway gateway;
  private final GatewayInbox inbox;
  private final EventDeduplicator deduplicator;
  private final UUID node;

  /**
   * @param name key of the gateway's cursor
   */
  public EventLogReader(
      Database database,
      String name,
      VoiceGateway gateway,
      GatewayInbox inbox,
      EventDeduplicator seen,
      UUID node) {
    this.database = database;
    this.name = name;
    this.gateway = gateway;
    this.inbox = inbox;
    this.deduplicator = seen;
    this.node = node;
  }

  /** Reads one page; returns when to read the next. */
  public Duration runOnce() {
    if (!gateway.capabilities().eventLog() || inbox.isFull()) {
      return INTERVAL;
    }
    Optional<Position> position =
        database.inWorker(
            connection -> BoundedWait.await(CursorStore.lease(connection, name, node)));
    if (position.isEmpty()) {
      return INTERVAL;
    }
    return switch (read(position.get())) {
      case EventsResult.EventPage page -> {
        store(deduplicator.newEvents(page.events()), malformed(position.get(), page.malformed()));
        if (page.isEmpty()) {
          database.inWorker(
              connection ->
                  BoundedWait.await(
                      CursorStore.recordEnd(
                              connection, name, node, page.logId(), page.retainedSince())
                          .map(true)));
        }
        boolean advanced = advance(position.get(), new Position(page.nextCursor()));
        yield advanced && !page.isEmpty() ? Duration.ZERO : INTERVAL;
      }
      case EventsResult.CursorUnknown _ -> {
        LOG.warn("gateway {} has lost our position in its log: reading all of it again", name);
        recordGap(true);
        advance(position.get(), new Position(null));
        yield INTERVAL;
      }
      case EventsResult.CursorExpired _ -> {
        LOG.error("gateway {} has deleted unread events", name);
        recordGap(false);
        advance(position.get(), new Position(null));
        yield INTERVAL;
      }
      case EventsResult.Unavailable(String why) -> {
        LOG.debug("log of gateway {} is unreadable: {}", name, why);
        yield INTERVAL;
      }
    };
  }

  private void recordGap(boolean foreign) {
    database.inWorker(
        connection ->
            BoundedWait.await(CursorStore.recordGap(connection, name, node, foreign).map(true)));
  }

  /** Releases the lease when this node stops. Blocks. */
  public void release() {
    database.inWorker(connection -> BoundedWait.await(CursorStore.release(connection, name, node)));
  }

  private EventsResult read(Position position) {
    return BoundedWait.await(
        Future.fromCompletionStage(gateway.events(position.cursor()))
            .timeout(REQUEST_TIMEOUT_SECONDS, TimeUnit.SECONDS)
            .otherwise(fault -> new EventsResult.Unavailable(fault.toString())));
  }

  /** The ids are positions in the log, so that an item read twice is stored once. */
  private List<AttemptUpdate.Malformed> malformed(Position position, List<MalformedEvent> items) {
    String page = name + " after " + position.cursor() + ", malformed item ";
    List<AttemptUpdate.Malformed> updates = new ArrayList<>();
    items.forEach(
        item -> updates.add(AttemptUpdate.Malformed.of(page + (updates.size() + 1), item)));
    return updates;
  }

  private void store(List<GatewayEvent> events, List<AttemptUpdate.Malformed> malformed) {
    List<AttemptUpdate> updates = new ArrayList<>(malformed);
    events.forEach(event -> updates.add(new AttemptUpdate.EventReceived(event)));
    if (updates.isEmpty()) {
      return;
    }
    Promise<Void> stored = Promise.promise();
    inbox.add(updates, stored::tryComplete);
    BoundedWait.await(stored.future().timeout(STORE_TIMEOUT_SECONDS, TimeUnit.SECONDS));
    deduplicator.add(events);
  }

  private boolean advance(Position from, Position to) {
    return from.equals(to)
        || database.inWorker(
            connection -> BoundedWait.await(CursorStore.advance(connection, name, node, from, to)));
  }
}
