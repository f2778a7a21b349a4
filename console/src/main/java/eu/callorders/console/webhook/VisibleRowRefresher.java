package eu.callorders.console.webhook;

import eu.callorders.console.api.ApiClient;
import eu.callorders.console.api.Page;
import eu.callorders.console.work.BackgroundExecutor;
import eu.callorders.console.work.PagedRows;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Keeps deliveries far down the log as the service has them while somebody looks at them. Only the
 * stretch between those that can still change is read, one reading at a time.
 */
final class VisibleRowRefresher {
  private final BackgroundExecutor background;
  private final ApiClient api;
  private final PagedRows<DeliveryRow> rows;
  private boolean reading;

  VisibleRowRefresher(BackgroundExecutor background, ApiClient api, PagedRows<DeliveryRow> rows) {
    this.background = background;
    this.api = api;
    this.rows = rows;
  }

  /**
   * Reads them again.
   *
   * @param filter which the rows are listed by
   * @param sight rows that stand below each other
   */
  void refresh(DeliveryFilter filter, List<DeliveryRow> sight) {
    List<DeliveryRow> open = sight.stream().filter(row -> !row.isOver()).toList();
    if (reading || open.isEmpty()) {
      return;
    }
    DeliveryFilter stretch;
    try {
      stretch =
          filter.between(
              Instant.parse(open.getLast().createdAt()),
              Instant.parse(open.getFirst().createdAt()).plusMillis(1));
    } catch (DateTimeException e) {
      return; // no moment that could be asked for
    }
    PagedRows.Source<DeliveryRow> asked = rows.source();
    reading = true;
    background.run(
        () -> stretch.source(api).page(""),
        page -> {
          reading = false;
          if (Objects.equals(asked, rows.source())) {
            takeOver(page, open);
          }
        },
        ignored -> reading = false);
  }

  /** What the filter does not take any more is not in its stretch. */
  private void takeOver(Page<DeliveryRow> page, List<DeliveryRow> open) {
    if (page.rows().isEmpty() && page.hasMore()) {
      return; // nothing is known of the rows behind
    }
    rows.put(page.rows());
    Set<String> present = page.rows().stream().map(DeliveryRow::id).collect(Collectors.toSet());
    String read = page.hasMore() ? page.rows().getLast().createdAt() : "";
    open.stream()
        .filter(row -> !present.contains(row.id()) && row.createdAt().compareTo(read) > 0)
        .forEach(row -> rows.remove(row.id()));
  }
}
