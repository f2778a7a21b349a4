package eu.callorders.console.webhook;

import eu.callorders.console.api.ApiClient;
import eu.callorders.console.api.Page;
import eu.callorders.console.api.Query;
import eu.callorders.console.work.BackgroundExecutor;
import eu.callorders.console.work.FilteredListViewModel;
import eu.callorders.console.work.ListFilter;
import eu.callorders.console.work.ListQuery;
import eu.callorders.console.work.PagedRows;
import java.time.Duration;
import java.time.ZoneId;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;

/**
 * The endpoint list with health, failing endpoints first; polls while it is visible. A tenant has
 * at most twenty endpoints, so that a page contains all of them.
 */
final class WebhooksViewModel extends FilteredListViewModel<EndpointRow> {
  static final Duration POLL_INTERVAL = Duration.ofSeconds(5);

  WebhooksViewModel(BackgroundExecutor background, ApiClient api, Duration pollInterval) {
    super(
        api,
        new Origin<>(EndpointRow.PATH, EndpointRow::of),
        new PagedRows<>(background, EndpointRow::id, (_, _) -> 0),
        new ListFilter<>(ZoneId.systemDefault(), EndpointRow::createdAt)
            .with("status", EndpointRow::status),
        pollInterval);
  }

  @Override
  protected ListQuery<EndpointRow> list(Query query, Predicate<EndpointRow> matching) {
    PagedRows.Source<EndpointRow> all = list(query);
    return new ListQuery<>(after -> failingFirst(all.page(after)), matching, failingFirst());
  }

  private Comparator<EndpointRow> failingFirst() {
    return Comparator.comparing((EndpointRow row) -> !row.isFailing()).thenComparing(newestFirst());
  }

  private Page<EndpointRow> failingFirst(Page<EndpointRow> page) {
    return new Page<>(
        page.rows().stream().sorted(failingFirst()).toList(), page.hasMore(), page.next());
  }

  /** Moves endpoints that failed since the last load to the top; visible rows do not move. */
  void sort() {
    List<EndpointRow> shown = List.copyOf(rows().rows());
    if (!shown.equals(shown.stream().sorted(failingFirst()).toList())) {
      apply();
    }
  }

  /** Takes the state of a new, changed or loaded endpoint. */
  void changed(EndpointRow row) {
    rows().put(List.of(row));
  }

  void deleted(String endpointId) {
    rows().remove(endpointId);
  }
}
