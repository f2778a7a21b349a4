package eu.callorders.console.webhook;

import eu.callorders.console.api.ApiClient;
import eu.callorders.console.api.ApiException;
import eu.callorders.console.api.Page;
import eu.callorders.console.api.Query;
import eu.callorders.console.work.BackgroundExecutor;
import eu.callorders.console.work.PagedRows;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;

/** The endpoint list with health; polls while it is visible. */
final class WebhooksViewModel {
  static final Duration POLL_INTERVAL = Duration.ofSeconds(5);
  private static final int PAGE_SIZE = 100;

  private final ApiClient api;
  final StringProperty status = new SimpleStringProperty("");
  final PagedRows<EndpointRow> rows;
  private final FirstPagePoller<EndpointRow> topPoller;

  WebhooksViewModel(
      BackgroundExecutor background, ApiClient api, Duration pollInterval, Runnable afterPoll) {
    this.api = api;
    this.rows = new PagedRows<>(background, EndpointRow::id, (_, _) -> 0);
    this.topPoller = new FirstPagePoller<>(background, rows, pollInterval, afterPoll);
  }

  /** Reloads with the selected status. */
  void apply() {
    Query query = Query.none().with("status", Objects.requireNonNullElse(status.get(), ""));
    rows.restart(after -> page(api, query, after));
  }

  /** All endpoints, to map identifiers to URLs. */
  static Page<EndpointRow> all(ApiClient api, String after) throws ApiException {
    return page(api, Query.none(), after);
  }

  private static Page<EndpointRow> page(ApiClient api, Query query, String after)
      throws ApiException {
    return api.page(EndpointRow.PATH, query, PAGE_SIZE, after).map(EndpointRow::of);
  }

  /** Polls only while the list is visible. */
  void setVisible(boolean visible) {
    topPoller.setVisible(visible);
  }

  /** Updates a row that was just loaded. */
  void loaded(EndpointRow row) {
    rows.put(List.of(row));
  }

  /** Updates a row after an action; a running poll may return older data. */
  void changed(EndpointRow row) {
    rows.put(List.of(row));
    topPoller.restart();
  }

  /** Adds a new endpoint. */
  void created(EndpointRow row) {
    rows.putFirst(List.of(row));
    topPoller.restart();
  }

  /** Removes a deleted endpoint. */
  void deleted(String endpointId) {
    rows.remove(endpointId);
    topPoller.restart();
  }
}
