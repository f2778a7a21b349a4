package eu.callorders.console.order;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.api.Failure;
import eu.callorders.console.api.Scope;
import eu.callorders.console.session.Session;
import eu.callorders.console.work.BackgroundExecutor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import javafx.beans.property.ReadOnlyIntegerProperty;
import javafx.beans.property.ReadOnlyIntegerWrapper;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;
import org.jspecify.annotations.Nullable;

/** The events of an order, each followed by its deliveries. */
final class TraceViewModel {
  private final Session session;
  private final TraceSearch search;
  private final ObservableList<TraceEntry> lines = FXCollections.observableArrayList();
  private final ReadOnlyIntegerWrapper searched = new ReadOnlyIntegerWrapper();
  private final ReadOnlyObjectWrapper<@Nullable OrderDetail> detail = new ReadOnlyObjectWrapper<>();

  /**
   * @param pollInterval between reads of pending deliveries
   */
  TraceViewModel(BackgroundExecutor background, Session session, Duration pollInterval) {
    this.session = session;
    this.search = new TraceSearch(background, new OrderLoader(session), pollInterval, this::draw);
  }

  /** Shows an order or its new revision. */
  void of(@Nullable OrderDetail latest) {
    OrderDetail before = detail.get();
    detail.set(latest);
    List<String> ids =
        events().reversed().stream().map(event -> JsonValues.text(event, "id")).toList();
    if (before != null && latest != null && before.id().equals(latest.id())) {
      search.goOn(ids);
    } else {
      search.begin(ids);
    }
    draw();
  }

  /** Deliveries are read only while visible. */
  void look(boolean visible) {
    search.look(visible && maySearch());
  }

  /** Includes older events. */
  void searchFurther() {
    search.further();
  }

  /** Retries after a failure. */
  void retry() {
    search.retry();
  }

  private void draw() {
    List<TraceEntry> entries = new ArrayList<>();
    int searchedEvents = 0;
    for (JsonNode event : events().reversed()) {
      TraceEntry.EventEntry entry = new TraceEntry.EventEntry(event);
      entries.add(entry);
      List<OrderDelivery> deliveries = search.found(entry.eventId());
      if (deliveries != null) {
        searchedEvents++;
        deliveries.forEach(delivery -> entries.add(new TraceEntry.DeliveryEntry(delivery)));
      }
    }
    if (!lines.equals(entries)) {
      lines.setAll(entries);
    }
    searched.set(searchedEvents);
  }

  /** Oldest first. */
  List<JsonNode> events() {
    OrderDetail order = detail.get();
    return order == null ? List.of() : order.events();
  }

  /** The URL of an endpoint; its identifier when unknown. */
  String url(String endpointId) {
    return search.url(endpointId);
  }

  boolean mayFollow() {
    return session.may(Scope.EVENTS_READ);
  }

  boolean maySearch() {
    return mayFollow() && session.may(Scope.CONFIG_READ);
  }

  /** Whether older events exceed the limit. */
  boolean hasFurther() {
    return maySearch() && search.hasFurther();
  }

  /** Latest first. */
  ObservableList<TraceEntry> lines() {
    return lines;
  }

  /** How many events were searched. */
  ReadOnlyIntegerProperty searched() {
    return searched.getReadOnlyProperty();
  }

  ReadOnlyObjectProperty<@Nullable OrderDetail> detail() {
    return detail.getReadOnlyProperty();
  }

  ReadOnlyObjectProperty<@Nullable Failure> failure() {
    return search.failure();
  }
}
