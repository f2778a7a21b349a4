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

  private final FirstPagePoller<EndpointRow> topPoller;
  private Runnable afterPoll = () -> {};

  WebhooksViewModel(BackgroundExecutor background, ApiClient api, Duration pollInterval) {
    super(
        api,
        new Origin<>(EndpointRow.PATH, EndpointRow::of),
        new PagedRows<>(background, EndpointRow::id, (_, _) -> 0),
        new ListFilter<>(ZoneId.systemDefault(), EndpointRow::createdAt)
            .with("status", EndpointRow::status));
    this.topPoller = new FirstPagePoller<>(background, rows(), pollInterval, () -> afterPoll.run());
  }

  /** Called after each poll, failed or not. */
  void onPolled(Runnable action) {
    afterPoll = action;
  }

  /** Polls only while the list is visible. */
  void setVisible(boolean visible) {
    topPoller.setVisible(visible);
  }

  void loaded(EndpointRow row) {
    rows().put(List.of(row));
  }

  /** Updates a row after an action; a running poll may return older data. */
  void changed(EndpointRow row) {
    rows().put(List.of(row));
    topPoller.restart();
  }

  void created(EndpointRow row) {
    rows().putFirst(List.of(row));
    topPoller.restart();
  }

  void deleted(String endpointId) {
    rows().remove(endpointId);
    topPoller.restart();
  }
}
