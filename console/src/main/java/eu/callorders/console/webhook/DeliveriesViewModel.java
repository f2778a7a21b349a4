package eu.callorders.console.webhook;

import eu.callorders.console.api.ApiClient;
import eu.callorders.console.api.Query;
import eu.callorders.console.work.BackgroundExecutor;
import eu.callorders.console.work.FilteredListViewModel;
import eu.callorders.console.work.ListFilter;
import eu.callorders.console.work.PagedRows;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;

/** The filtered delivery log; polls for changes while it is visible. */
final class DeliveriesViewModel extends FilteredListViewModel<DeliveryRow> {
  static final Duration POLL_INTERVAL = Duration.ofSeconds(2);

  /** The first and last visible row; {@code last} is less than {@code first} for none. */
  record VisibleRange(int first, int last) {
    static final VisibleRange NOTHING = new VisibleRange(0, -1);
  }

  final ObservableList<EndpointRow> endpoints = FXCollections.observableArrayList();
  private final BackgroundExecutor background;
  private final ApiClient api;
  private final Runnable afterPoll;
  private Supplier<VisibleRange> visibleRange = () -> VisibleRange.NOTHING;
  private boolean refreshing;

  DeliveriesViewModel(
      BackgroundExecutor background,
      ApiClient api,
      ZoneId zone,
      Duration pollInterval,
      Runnable afterPoll) {
    super(
        api,
        new Origin<>(DeliveryRow.PATH, DeliveryRow::of),
        new PagedRows<>(background, DeliveryRow::id, DeliveryRow.BY_AGE),
        new ListFilter<>(zone, DeliveryRow::createdAt)
            .with("endpoint_id", DeliveryRow::endpointId)
            .with("event_id", DeliveryRow::eventId)
            .with("event_type", DeliveryRow::eventType)
            .with("status", DeliveryRow::status),
        pollInterval);
    this.background = background;
    this.api = api;
    this.afterPoll = afterPoll;
    onPolled(this::polled);
  }

  /** Sets what tells the visible rows, which are refreshed. */
  void setVisibleRange(Supplier<VisibleRange> range) {
    visibleRange = range;
  }

  /** The first page is current; refreshes the visible rows below it. */
  private void polled() {
    VisibleRange visible = visibleRange.get();
    int begin = Math.max(visible.first(), ApiClient.PAGE_SIZE);
    int end = Math.min(visible.last() + 1, rows().rows().size());
    if (begin < end && !refreshing) {
      refresh(rows().rows().subList(begin, end).stream().filter(row -> !row.isFinal()).toList());
    }
    afterPoll.run();
  }

  /** Loads only the time range of these rows, which may still change; one load at a time. */
  private void refresh(List<DeliveryRow> open) {
    if (open.isEmpty()) {
      return;
    }
    PagedRows.Source<DeliveryRow> range;
    try {
      Instant end = Instant.parse(open.getFirst().createdAt()).plusMillis(1);
      range =
          list(
              applied()
                  .with("created_after", Instant.parse(open.getLast().createdAt()))
                  .with("created_before", end));
    } catch (DateTimeException e) {
      return; // no valid time range
    }
    PagedRows.Source<DeliveryRow> source = rows().source();
    refreshing = true;
    background.run(
        () -> range.page(""),
        page -> {
          refreshing = false;
          if (Objects.equals(source, rows().source())) {
            rows().putPage(page, open);
          }
        },
        ignored -> refreshing = false);
  }

  /** Loads the endpoints; without them the log shows identifiers. */
  void loadEndpoints() {
    background.run(
        () -> api.page(EndpointRow.PATH, Query.none(), "").map(EndpointRow::of).rows(),
        loaded -> {
          if (!endpoints.equals(loaded)) {
            endpoints.setAll(loaded);
          }
        },
        ignored -> {});
  }

  /** The URL of an endpoint; the identifier if it is unknown. */
  String url(String endpointId) {
    return endpoints.stream()
        .filter(row -> row.id().equals(endpointId))
        .map(EndpointRow::url)
        .findFirst()
        .orElse(endpointId);
  }
}
