package eu.callorders.console.webhook;

import eu.callorders.console.api.ApiClient;
import eu.callorders.console.api.ApiException;
import eu.callorders.console.api.Page;
import eu.callorders.console.api.Query;
import eu.callorders.console.work.Background;
import eu.callorders.console.work.PagedRows;
import java.time.Duration;
import java.util.List;

/** The endpoints and how they are. */
final class WebhooksViewModel {
  static final Duration PACE = Duration.ofSeconds(5);
  private static final int PAGE = 100;

  private final ApiClient api;
  private final PagedRows<EndpointRow> rows;
  private final FreshTop<EndpointRow> top;

  /**
   * @param ticked run whenever health was looked up
   */
  WebhooksViewModel(Background background, ApiClient api, Duration pace, Runnable ticked) {
    this.api = api;
    this.rows = new PagedRows<>(background, EndpointRow::id, (_, _) -> 0);
    this.top =
        new FreshTop<>(background, rows, EndpointRow::id, EndpointRow::createdAt, pace, ticked);
  }

  PagedRows<EndpointRow> rows() {
    return rows;
  }

  void apply() {
    rows.restart(after -> all(api, after));
  }

  static Page<EndpointRow> all(ApiClient api, String after) throws ApiException {
    return api.page(EndpointRow.PATH, Query.none(), PAGE, after).map(EndpointRow::of);
  }

  /** Whether somebody looks. */
  void look(boolean looking) {
    top.look(looking);
  }

  /** Takes over what an action has made of one of them. */
  void changed(EndpointRow row) {
    rows.put(List.of(row));
  }
}
