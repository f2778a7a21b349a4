package eu.callorders.console.order;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.api.Failure;
import eu.callorders.console.api.Scope;
import eu.callorders.console.session.Session;
import eu.callorders.console.work.BackgroundExecutor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import javafx.beans.property.IntegerProperty;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.SimpleIntegerProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;
import org.jspecify.annotations.Nullable;

/** The events of an order, each followed by its deliveries. */
final class TraceViewModel {
  private final Session session;
  private final TraceSearch search;

  /** Latest first. */
  final ObservableList<TraceEntry> lines = FXCollections.observableArrayList();

  /** How many events were searched. */
  final IntegerProperty searchedCount = new SimpleIntegerProperty();

  final ObjectProperty<@Nullable OrderDetail> detail = new SimpleObjectProperty<>();

  /**
   * @param pollInterval between reads of pending deliveries
   */
  TraceViewModel(BackgroundExecutor background, Session session, Duration pollInterval) {
    this.session = session;
    this.search = new TraceSearch(background, new OrderLoader(session), pollInterval, this::render);
  }

  /** Shows an order or its new revision. */
  void show(@Nullable OrderDetail latest) {
    OrderDetail before = detail.get();
    detail.set(latest);
    List<String> ids =
        events().reversed().stream().map(event -> JsonValues.text(event, "id")).toList();
    if (before != null && latest != null && before.id().equals(latest.id())) {
      search.update(ids);
    } else {
      search.start(ids);
    }
    render();
  }

  /** Deliveries are read only while visible. */
  void setVisible(boolean visible) {
    search.setVisible(visible && maySearch());
  }

  /** Includes older events. */
  void searchFurther() {
    search.searchFurther();
  }

  /** Retries after a failure. */
  void retry() {
    search.retry();
  }

  private void render() {
    List<TraceEntry> entries = new ArrayList<>();
    int searchedEvents = 0;
    for (JsonNode event : events().reversed()) {
      TraceEntry.EventEntry entry = new TraceEntry.EventEntry(event);
      entries.add(entry);
      List<TraceEntry.Delivery> deliveries = search.deliveries(entry.eventId());
      if (deliveries != null) {
        searchedEvents++;
        entries.addAll(deliveries);
      }
    }
    if (!lines.equals(entries)) {
      lines.setAll(entries);
    }
    searchedCount.set(searchedEvents);
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

  boolean mayReadEvents() {
    return session.may(Scope.EVENTS_READ);
  }

  boolean maySearch() {
    return mayReadEvents() && session.may(Scope.CONFIG_READ);
  }

  /** Whether older events exceed the limit. */
  boolean hasMore() {
    return maySearch() && search.hasMore();
  }

  ReadOnlyObjectProperty<@Nullable Failure> failure() {
    return search.failure;
  }
}
