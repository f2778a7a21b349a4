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

/** The delivery log: what is asked for, what is known, and what becomes of it. */
final class DeliveriesViewModel {
  static final Duration PACE = Duration.ofSeconds(2);

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
  private final FirstPagePoller<DeliveryRow> top;
  private final VisibleRowRefresher below;
  private final Supplier<VisibleRange> sight;
  private final Runnable ticked;
  private DeliveryFilter applied = DeliveryFilter.ofEndpoint("");

  /**
   * @param sight tells which rows can be seen
   * @param ticked run whenever the log was looked up
   */
  DeliveriesViewModel(
      BackgroundExecutor background,
      ApiClient api,
      ZoneId zone,
      Duration pace,
      Supplier<VisibleRange> sight,
      Runnable ticked) {
    this.background = background;
    this.api = api;
    this.zone = zone;
    this.rows = new PagedRows<>(background, DeliveryRow::id, DeliveryRow::byAge);
    this.below = new VisibleRowRefresher(background, api, rows);
    this.sight = sight;
    this.ticked = ticked;
    this.top =
        new FirstPagePoller<>(
            background, rows, DeliveryRow::id, DeliveryRow::createdAt, pace, this::round);
  }

  PagedRows<DeliveryRow> rows() {
    return rows;
  }

  /** The first page is known; what follows below it is seen to where somebody looks. */
  private void round() {
    below.refresh(applied, sight.get().of(rows.rows(), DeliveryFilter.PAGE));
    ticked.run();
  }

  /** Lists by what is filled in. */
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

  /** A choice that is cleared is null. */
  private static String text(StringProperty property) {
    return Objects.requireNonNullElse(property.get(), "").strip();
  }

  /** Back to the whole log. */
  void clear() {
    only("", "");
    apply();
  }

  /** Those of one event, or to one endpoint. */
  void open(String identifier) {
    boolean isEvent = identifier.startsWith("evt_");
    only(isEvent ? identifier : "", isEvent ? "" : identifier);
    apply();
  }

  private void only(String eventId, String endpointId) {
    event.set(eventId);
    endpoint.set(endpointId);
    eventType.set("");
    status.set("");
    from.set(null);
    to.set(null);
  }

  /** Reads which endpoints there are; without them the log still shows their identifiers. */
  void loadEndpoints() {
    background.run(
        () -> WebhooksViewModel.all(api, "").rows(),
        read -> {
          if (!endpoints.equals(read)) {
            endpoints.setAll(read);
          }
        },
        ignored -> {});
  }

  /** The URL of an endpoint; of one that is not known, its identifier. */
  String url(String endpointId) {
    return endpoints.stream()
        .filter(row -> row.id().equals(endpointId))
        .map(EndpointRow::url)
        .findFirst()
        .orElse(endpointId);
  }

  /** Whether somebody looks. */
  void look(boolean looking) {
    top.look(looking);
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
