package eu.callorders.console.sandbox;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.api.Page;
import eu.callorders.console.work.BackgroundExecutor;
import eu.callorders.console.work.PagedRows;
import java.util.List;

/** The events of the latest advance, newest first; drops the oldest beyond the limit. */
final class ClockEvents {
  static final int AT_MOST = 2_000;

  private final PagedRows<ClockEvent> rows;

  /** Volatile since exports read it off the UI thread. */
  private volatile List<ClockEvent> kept = List.of();

  ClockEvents(BackgroundExecutor background) {
    rows = new PagedRows<>(background, ClockEvent::id, ClockEvent.ALIKE);
    rows.restart(ignored -> new Page<>(kept, false, ""));
  }

  PagedRows<ClockEvent> rows() {
    return rows;
  }

  void add(List<JsonNode> events) {
    rows.putFirst(events.stream().map(ClockEvent::of).toList());
    keep(AT_MOST);
  }

  void clear() {
    keep(0);
  }

  private void keep(int max) {
    rows.keepFirst(max);
    kept = List.copyOf(rows.rows());
  }
}
