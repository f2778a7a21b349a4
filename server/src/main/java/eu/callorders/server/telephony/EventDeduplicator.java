package eu.callorders.server.telephony;

import eu.callorders.core.telephony.GatewayEvent;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The latest events that this node has stored. Forgetting one costs a look at the database, never
 * more: to store an event twice changes nothing.
 */
public final class EventDeduplicator {
  private static final int MOST = 50_000;

  private final Map<String, Boolean> ids =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Boolean> eldest) {
          return size() > MOST;
        }
      };

  /** What the database has lost must not count as stored. */
  public synchronized void clear() {
    ids.clear();
  }

  synchronized void add(List<GatewayEvent> stored) {
    stored.forEach(event -> ids.put(event.header().eventId(), true));
  }

  synchronized List<GatewayEvent> without(List<GatewayEvent> told) {
    return told.stream().filter(event -> !ids.containsKey(event.header().eventId())).toList();
  }
}
