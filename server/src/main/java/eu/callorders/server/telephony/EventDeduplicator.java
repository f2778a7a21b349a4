package eu.callorders.server.telephony;

import eu.callorders.core.telephony.GatewayEvent;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The events that this node stored last. An evicted event costs only a database access, since
 * storing an event twice has no effect.
 */
public final class EventDeduplicator {
  private static final int MAX_EVENTS = 50_000;

  /** First in, first out: a full Caffeine cache would keep old events and reject most new ones. */
  private final Map<String, Boolean> ids =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Boolean> eldest) {
          return size() > MAX_EVENTS;
        }
      };

  /** Runs when the database may have lost events. */
  public synchronized void clear() {
    ids.clear();
  }

  synchronized void add(List<GatewayEvent> stored) {
    stored.forEach(event -> ids.put(event.header().eventId(), true));
  }

  synchronized List<GatewayEvent> newEvents(List<GatewayEvent> events) {
    return events.stream().filter(event -> !ids.containsKey(event.header().eventId())).toList();
  }
}
