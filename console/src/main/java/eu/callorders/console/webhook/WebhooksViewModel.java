package eu.callorders.console.webhook;

import eu.callorders.console.api.ApiClient;
import eu.callorders.console.work.BackgroundExecutor;
import eu.callorders.console.work.FilteredListViewModel;
import eu.callorders.console.work.ListFilter;
import eu.callorders.console.work.PagedRows;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;

/** The endpoint list with health; polls while it is visible. */
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

  /** Takes the state of a new, changed or loaded endpoint. */
  void changed(EndpointRow row) {
    rows().put(List.of(row));
  }

  void deleted(String endpointId) {
    rows().remove(endpointId);
  }
}
