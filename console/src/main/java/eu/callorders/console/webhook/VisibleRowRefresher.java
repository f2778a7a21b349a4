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
 * Refreshes the visible rows below the first page. Loads only the time range of rows that may still
 * change, one load at a time.
 */
final class VisibleRowRefresher {
  private final BackgroundExecutor background;
  private final ApiClient api;
  private final PagedRows<DeliveryRow> rows;
  private boolean loading;

  VisibleRowRefresher(BackgroundExecutor background, ApiClient api, PagedRows<DeliveryRow> rows) {
    this.background = background;
    this.api = api;
    this.rows = rows;
  }

  /**
   * Reloads the rows that are not final.
   *
   * @param filter of the list
   * @param visible consecutive rows
   */
  void refresh(DeliveryFilter filter, List<DeliveryRow> visible) {
    List<DeliveryRow> open = visible.stream().filter(row -> !row.isFinal()).toList();
    if (loading || open.isEmpty()) {
      return;
    }
    DeliveryFilter range;
    try {
      range =
          filter.between(
              Instant.parse(open.getLast().createdAt()),
              Instant.parse(open.getFirst().createdAt()).plusMillis(1));
    } catch (DateTimeException e) {
      return; // no valid time range
    }
    PagedRows.Source<DeliveryRow> source = rows.source();
    loading = true;
    background.run(
        () -> range.source(api).page(""),
        page -> {
          loading = false;
          if (Objects.equals(source, rows.source())) {
            merge(page, open);
          }
        },
        ignored -> loading = false);
  }

  /** Rows of the range that no longer match the filter are removed. */
  private void merge(Page<DeliveryRow> page, List<DeliveryRow> open) {
    if (page.rows().isEmpty() && page.hasMore()) {
      return; // an empty page tells nothing about later rows
    }
    rows.put(page.rows());
    Set<String> present = page.rows().stream().map(DeliveryRow::id).collect(Collectors.toSet());
    String oldest = page.hasMore() ? page.rows().getLast().createdAt() : "";
    open.stream()
        .filter(row -> !present.contains(row.id()) && row.createdAt().compareTo(oldest) > 0)
        .forEach(row -> rows.remove(row.id()));
  }
}
