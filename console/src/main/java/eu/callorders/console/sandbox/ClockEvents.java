package eu.callorders.console.sandbox;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.api.Page;
import eu.callorders.console.work.BackgroundExecutor;
import eu.callorders.console.work.PagedRows;
import java.util.List;

/** The events of the latest advance, newest first; drops the oldest beyond the limit. */
final class ClockEvents {
  static final int MAX_EVENTS = 2_000;

  final PagedRows<ClockEvent> rows;

  /** Volatile since exports read it off the UI thread. */
  private volatile List<ClockEvent> exported = List.of();

  ClockEvents(BackgroundExecutor background) {
    rows = new PagedRows<>(background, ClockEvent::id, ClockEvent.BY_ID);
    rows.restart(ignored -> new Page<>(exported, false, ""));
  }

  void add(List<JsonNode> events) {
    rows.putFirst(events.stream().map(ClockEvent::of).toList());
    limit(MAX_EVENTS);
  }

  void clear() {
    limit(0);
  }

  private void limit(int max) {
    rows.truncate(max);
    exported = List.copyOf(rows.rows());
  }
}
