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

/** The endpoints and how they are. */
final class WebhooksViewModel {
  static final Duration PACE = Duration.ofSeconds(5);
  private static final int PAGE = 100;

  private final ApiClient api;
  private final StringProperty status = new SimpleStringProperty("");
  private final PagedRows<EndpointRow> rows;
  private final FirstPagePoller<EndpointRow> top;

  /**
   * @param ticked run whenever health was looked up
   */
  WebhooksViewModel(BackgroundExecutor background, ApiClient api, Duration pace, Runnable ticked) {
    this.api = api;
    this.rows = new PagedRows<>(background, EndpointRow::id, (_, _) -> 0);
    this.top =
        new FirstPagePoller<>(
            background, rows, EndpointRow::id, EndpointRow::createdAt, pace, ticked);
  }

  PagedRows<EndpointRow> rows() {
    return rows;
  }

  /** Lists by the status that is chosen. */
  void apply() {
    Query query = Query.none().and("status", Objects.requireNonNullElse(status.get(), ""));
    rows.restart(after -> page(api, query, after));
  }

  /** All of them, for whom they are names of identifiers. */
  static Page<EndpointRow> all(ApiClient api, String after) throws ApiException {
    return page(api, Query.none(), after);
  }

  private static Page<EndpointRow> page(ApiClient api, Query query, String after)
      throws ApiException {
    return api.page(EndpointRow.PATH, query, PAGE, after).map(EndpointRow::of);
  }

  /** Whether somebody looks. */
  void look(boolean looking) {
    top.look(looking);
  }

  /** Takes over how one of them was just read. */
  void seen(EndpointRow row) {
    rows.put(List.of(row));
  }

  /** Takes over what an action has made of one of them; what is being read may be older. */
  void changed(EndpointRow row) {
    rows.put(List.of(row));
    top.outdated();
  }

  /** Shows one that was registered just now. */
  void created(EndpointRow row) {
    rows.putFirst(List.of(row));
    top.outdated();
  }

  /** There is no such endpoint any more. */
  void gone(String endpointId) {
    rows.remove(endpointId);
    top.outdated();
  }

  StringProperty status() {
    return status;
  }
}
