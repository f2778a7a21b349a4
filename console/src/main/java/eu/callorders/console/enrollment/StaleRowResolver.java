package eu.callorders.console.enrollment;

import eu.callorders.console.api.ApiClient;
import eu.callorders.console.work.BackgroundExecutor;
import eu.callorders.console.work.PagedRows;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Enrollments of which nobody can tell whether a page or the feed has the later state: an event may
 * have been on its way while the page was read. They are asked for one after the other.
 */
final class StaleRowResolver {
  private static final int AT_MOST = 20;

  private final BackgroundExecutor background;
  private final ApiClient api;
  private final PagedRows<EnrollmentRow> rows;
  private final LinkedHashMap<String, EnrollmentRow> waiting = new LinkedHashMap<>();
  private boolean asking;

  StaleRowResolver(BackgroundExecutor background, ApiClient api, PagedRows<EnrollmentRow> rows) {
    this.background = background;
    this.api = api;
    this.rows = rows;
  }

  /** Whether the feed's word is good enough: to ask for each of very many would be worse. */
  private boolean isFull() {
    return waiting.size() >= AT_MOST;
  }

  /** Whether that row cannot simply be shown in place of what is. */
  boolean takes(EnrollmentRow told) {
    EnrollmentRow shown = rows.find(told.id());
    return shown != null
        && shown.asOf().isEmpty()
        && EnrollmentRow.BY_AGE.compare(told, shown) == 0
        && !shown.equals(told.asOf(""))
        && !isFull();
  }

  /** Shows how it stands in truth, or what the feed told when that cannot be read. */
  void ask(EnrollmentRow told) {
    waiting.put(told.id(), told);
    next();
  }

  private void next() {
    Map.Entry<String, EnrollmentRow> first = asking ? null : waiting.pollFirstEntry();
    if (first == null) {
      return;
    }
    asking = true;
    EnrollmentRow told = first.getValue();
    background.run(
        () -> api.get("/v1/enrollments/" + first.getKey()).body(),
        read -> show(EnrollmentRow.of(read)),
        ignored -> show(told));
  }

  private void show(EnrollmentRow row) {
    asking = false;
    rows.put(List.of(row));
    next();
  }
}
