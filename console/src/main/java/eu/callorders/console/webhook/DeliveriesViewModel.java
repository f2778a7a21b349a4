package eu.callorders.console.webhook;

import eu.callorders.console.api.ApiClient;
import eu.callorders.console.work.BackgroundExecutor;
import eu.callorders.console.work.PagedRows;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneId;
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

  private final StringProperty event = new SimpleStringProperty("");
  private final StringProperty endpoint = new SimpleStringProperty("");
  private final StringProperty eventType = new SimpleStringProperty("");
  private final StringProperty status = new SimpleStringProperty("");
  private final ObjectProperty<@Nullable LocalDate> from = new SimpleObjectProperty<>();
  private final ObjectProperty<@Nullable LocalDate> to = new SimpleObjectProperty<>();
  private final ObservableList<EndpointRow> endpoints = FXCollections.observableArrayList();

  private final BackgroundExecutor background;
  private final ApiClient api;
  private final ZoneId zone;
  private final PagedRows<DeliveryRow> rows;
  private final FirstPagePoller<DeliveryRow> topPoller;
  private final VisibleRowRefresher visibleRefresher;
  private final Supplier<VisibleRange> visibleRange;
  private final Runnable afterPoll;
  private DeliveryFilter applied = DeliveryFilter.ofEndpoint("");

  /**
   * @param visibleRange the visible rows
   * @param afterPoll called after each poll
   */
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
    this.rows = new PagedRows<>(background, DeliveryRow::id, DeliveryRow::byAge);
    this.visibleRefresher = new VisibleRowRefresher(background, api, rows);
    this.visibleRange = visibleRange;
    this.afterPoll = afterPoll;
    this.topPoller =
        new FirstPagePoller<>(
            background, rows, DeliveryRow::id, DeliveryRow::createdAt, pollInterval, this::polled);
  }

  PagedRows<DeliveryRow> rows() {
    return rows;
  }

  /** The first page is current; refreshes the visible rows below it. */
  private void polled() {
    visibleRefresher.refresh(
        applied, visibleRange.get().select(rows.rows(), DeliveryFilter.PAGE_SIZE));
    afterPoll.run();
  }

  void apply() {
    applied = filter();
    rows.restart(applied.source(api));
  }

  private DeliveryFilter filter() {
    return new DeliveryFilter(
        text(endpoint),
        text(event),
        text(eventType),
        text(status),
        from.get() == null ? null : from.get().atStartOfDay(zone).toInstant(),
        to.get() == null ? null : to.get().plusDays(1).atStartOfDay(zone).toInstant());
  }

  /** A cleared choice is null. */
  private static String text(StringProperty property) {
    return Objects.requireNonNullElse(property.get(), "").strip();
  }

  /** Resets all filters. */
  void clear() {
    setIdentifiers("", "");
    apply();
  }

  /** Filters by an event or an endpoint. */
  void open(String identifier) {
    boolean isEvent = identifier.startsWith("evt_");
    setIdentifiers(isEvent ? identifier : "", isEvent ? "" : identifier);
    apply();
  }

  private void setIdentifiers(String eventId, String endpointId) {
    event.set(eventId);
    endpoint.set(endpointId);
    eventType.set("");
    status.set("");
    from.set(null);
    to.set(null);
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

  ObservableList<EndpointRow> endpoints() {
    return endpoints;
  }

  StringProperty event() {
    return event;
  }

  StringProperty endpoint() {
    return endpoint;
  }

  StringProperty eventType() {
    return eventType;
  }

  StringProperty status() {
    return status;
  }

  ObjectProperty<@Nullable LocalDate> from() {
    return from;
  }

  ObjectProperty<@Nullable LocalDate> to() {
    return to;
  }
}
