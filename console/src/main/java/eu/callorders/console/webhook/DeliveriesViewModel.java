package eu.callorders.console.webhook;

import eu.callorders.console.api.ApiClient;
import eu.callorders.console.work.BackgroundExecutor;
import eu.callorders.console.work.PagedRows;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;
import org.jspecify.annotations.Nullable;

/** The filtered delivery log; polls for changes while it is visible. */
final class DeliveriesViewModel {
  static final Duration POLL_INTERVAL = Duration.ofSeconds(2);

  /**
   * The visible rows of the table.
   *
   * @param first index of the first row
   * @param last index of the last row, inclusive; less than {@code first} for none
   */
  record VisibleRange(int first, int last) {
    static final VisibleRange NOTHING = new VisibleRange(0, -1);
  }

  final StringProperty event = new SimpleStringProperty("");
  final StringProperty endpoint = new SimpleStringProperty("");
  final StringProperty eventType = new SimpleStringProperty("");
  final StringProperty status = new SimpleStringProperty("");
  final ObjectProperty<@Nullable LocalDate> from = new SimpleObjectProperty<>();
  final ObjectProperty<@Nullable LocalDate> to = new SimpleObjectProperty<>();
  final ObservableList<EndpointRow> endpoints = FXCollections.observableArrayList();
  private final BackgroundExecutor background;
  private final ApiClient api;
  private final ZoneId zone;
  final PagedRows<DeliveryRow> rows;
  private final FirstPagePoller<DeliveryRow> topPoller;
  private final Supplier<VisibleRange> visibleRange;
  private final Runnable afterPoll;
  private DeliveryFilter applied = DeliveryFilter.ofEndpoint("");
  private boolean refreshing;

  DeliveriesViewModel(
      BackgroundExecutor background,
      ApiClient api,
      ZoneId zone,
      Duration pollInterval,
      Supplier<VisibleRange> visibleRange,
      Runnable afterPoll) {
    this.background = background;
    this.api = api;
    this.zone = zone;
    this.rows = new PagedRows<>(background, DeliveryRow::id, DeliveryRow.BY_AGE);
    this.visibleRange = visibleRange;
    this.afterPoll = afterPoll;
    this.topPoller = new FirstPagePoller<>(background, rows, pollInterval, this::polled);
  }

  /** The first page is current; refreshes the visible rows below it. */
  private void polled() {
    VisibleRange visible = visibleRange.get();
    int begin = Math.max(visible.first(), DeliveryFilter.PAGE_SIZE);
    int end = Math.min(visible.last() + 1, rows.rows().size());
    if (begin < end && !refreshing) {
      refresh(rows.rows().subList(begin, end).stream().filter(row -> !row.isFinal()).toList());
    }
    afterPoll.run();
  }

  /** Loads only the time range of these rows, which may still change; one load at a time. */
  private void refresh(List<DeliveryRow> open) {
    if (open.isEmpty()) {
      return;
    }
    DeliveryFilter range;
    try {
      range =
          applied.between(
              Instant.parse(open.getLast().createdAt()),
              Instant.parse(open.getFirst().createdAt()).plusMillis(1));
    } catch (DateTimeException e) {
      return; // no valid time range
    }
    PagedRows.Source<DeliveryRow> source = rows.source();
    refreshing = true;
    background.run(
        () -> range.source(api).page(""),
        page -> {
          refreshing = false;
          if (Objects.equals(source, rows.source())) {
            FirstPagePoller.update(rows, open, page);
          }
        },
        ignored -> refreshing = false);
  }

  void apply() {
    applied =
        new DeliveryFilter(
            text(endpoint),
            text(event),
            text(eventType),
            text(status),
            from.get() == null ? null : from.get().atStartOfDay(zone).toInstant(),
            to.get() == null ? null : to.get().plusDays(1).atStartOfDay(zone).toInstant());
    rows.restart(applied.source(api));
  }

  /** A cleared choice is null. */
  private static String text(StringProperty property) {
    return Objects.requireNonNullElse(property.get(), "").strip();
  }

  /** Resets all filters. */
  void clear() {
    open("");
  }

  /** Filters by that event or endpoint only. */
  void open(String identifier) {
    boolean isEvent = identifier.startsWith("evt_");
    event.set(isEvent ? identifier : "");
    endpoint.set(isEvent ? "" : identifier);
    eventType.set("");
    status.set("");
    from.set(null);
    to.set(null);
    apply();
  }

  /** Loads the endpoints; without them the log shows identifiers. */
  void loadEndpoints() {
    background.run(
        () -> WebhooksViewModel.all(api, "").rows(),
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

  /** Polls only while the log is visible. */
  void setVisible(boolean visible) {
    topPoller.setVisible(visible);
  }
}
