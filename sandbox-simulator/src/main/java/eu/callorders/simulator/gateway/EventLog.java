package eu.callorders.simulator.gateway;

import eu.callorders.core.telephony.EventsResult;
import eu.callorders.core.telephony.GatewayEvent;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.TreeMap;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The newest events in memory, in order of delivery. Not thread-safe. */
final class EventLog {
  private static final int PAGE = 500;
  private static final Pattern CURSOR = Pattern.compile("([0-9a-f]+)-([0-9]{1,18})");

  private final String id = Long.toHexString(UUID.randomUUID().getMostSignificantBits());
  private final int maxEvents;
  private final NavigableMap<Long, GatewayEvent> events = new TreeMap<>();
  private final Map<UUID, List<Long>> sequencesByAttempt = new HashMap<>();
  private Instant retainedSince;
  private long oldest = 1;
  private long newest;

  /**
   * @param most maximum number of events
   */
  EventLog(int most, Instant startedAt) {
    this.maxEvents = most;
    this.retainedSince = startedAt;
  }

  /** Adds an event; that of an erasure deletes the others of its call. */
  void add(GatewayEvent event) {
    UUID attempt = event.header().attemptId();
    if (event instanceof GatewayEvent.Forgotten) {
      List<Long> erased = sequencesByAttempt.remove(attempt);
      if (erased != null) {
        erased.forEach(events::remove);
      }
    }
    newest++;
    events.put(newest, event);
    sequencesByAttempt.computeIfAbsent(attempt, none -> new ArrayList<>()).add(newest);
    while (events.size() > maxEvents) {
      dropOldest();
    }
  }

  /**
   * @param after {@code next} of an earlier page; null: from the oldest
   */
  EventsResult page(@Nullable String after) {
    long from = oldest - 1;
    if (after != null) {
      Matcher cursor = CURSOR.matcher(after);
      if (!cursor.matches() || !cursor.group(1).equals(id)) {
        return new EventsResult.CursorUnknown();
      }
      from = Long.parseLong(cursor.group(2));
    }
    if (from > newest) {
      return new EventsResult.CursorUnknown();
    }
    return from < oldest - 1 ? new EventsResult.CursorExpired() : page(from);
  }

  private EventsResult page(long from) {
    List<GatewayEvent> found = new ArrayList<>();
    long last = newest;
    for (Map.Entry<Long, GatewayEvent> entry : events.tailMap(from, false).entrySet()) {
      found.add(entry.getValue());
      if (found.size() == PAGE) {
        last = entry.getKey();
        break;
      }
    }
    return new EventsResult.EventPage(found, id + "-" + last, id, retainedSince);
  }

  private void dropOldest() {
    Map.Entry<Long, GatewayEvent> first = Objects.requireNonNull(events.pollFirstEntry());
    oldest = first.getKey() + 1;
    Instant afterDropped = first.getValue().header().at().plusNanos(1);
    retainedSince = afterDropped.isAfter(retainedSince) ? afterDropped : retainedSince;
    sequencesByAttempt.computeIfPresent(
        first.getValue().header().attemptId(),
        (attempt, sequences) -> {
          sequences.removeFirst();
          return sequences.isEmpty() ? null : sequences;
        });
  }
}
