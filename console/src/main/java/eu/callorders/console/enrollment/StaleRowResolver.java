package eu.callorders.console.enrollment;

import eu.callorders.console.api.ApiClient;
import eu.callorders.console.work.BackgroundExecutor;
import eu.callorders.console.work.PagedRows;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Resolves rows where the order of page and feed is unknown, since an event may have been in flight
 * during the read. Reads such enrollments one at a time.
 */
final class StaleRowResolver {
  /** Beyond it, the state of the feed is shown. */
  private static final int MAX_WAITING = 20;

  private final BackgroundExecutor background;
  private final ApiClient api;
  private final PagedRows<EnrollmentRow> rows;
  private final LinkedHashMap<String, EnrollmentRow> waiting = new LinkedHashMap<>();
  private boolean reading;

  StaleRowResolver(BackgroundExecutor background, ApiClient api, PagedRows<EnrollmentRow> rows) {
    this.background = background;
    this.api = api;
    this.rows = rows;
  }

  /** Shows the row, or the current state if the row may be older than the shown one. */
  void put(EnrollmentRow row) {
    if (isStale(row) && waiting.size() < MAX_WAITING) {
      waiting.put(row.id(), row);
      readNext();
    } else {
      rows.put(List.of(row));
    }
  }

  private boolean isStale(EnrollmentRow row) {
    EnrollmentRow shown = rows.find(row.id());
    return shown != null
        && shown.asOf().isEmpty()
        && EnrollmentRow.BY_STATE_AGE.compare(row, shown) == 0
        && !shown.equals(row.asOf(""));
  }

  private void readNext() {
    Map.Entry<String, EnrollmentRow> entry = reading ? null : waiting.pollFirstEntry();
    if (entry == null) {
      return;
    }
    reading = true;
    EnrollmentRow fallback = entry.getValue();
    background.run(
        () -> api.get("/v1/enrollments/" + entry.getKey()).body(),
        read -> show(EnrollmentRow.of(read)),
        ignored -> show(fallback));
  }

  private void show(EnrollmentRow row) {
    reading = false;
    rows.put(List.of(row));
    readNext();
  }
}
