package eu.callorders.console.sandbox;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.api.Page;
import eu.callorders.console.work.BackgroundExecutor;
import eu.callorders.console.work.PagedRows;
import java.util.List;

/** What happened on the latest walk, newest on top; the oldest go when there are too many. */
final class ClockEvents {
  static final int AT_MOST = 2_000;

  private final PagedRows<ClockEvent> rows;

  /** What an export writes: it does not run on the thread that draws. */
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

  private void keep(int most) {
    rows.keepFirst(most);
    kept = List.copyOf(rows.rows());
  }
}
