package eu.callorders.console.order;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.api.Failure;
import eu.callorders.console.api.Scope;
import eu.callorders.console.session.Session;
import eu.callorders.console.work.BackgroundExecutor;
import eu.callorders.console.work.BackgroundTask;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javafx.beans.property.IntegerProperty;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleIntegerProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;
import org.jspecify.annotations.Nullable;

/**
 * The events of an order, each followed by its deliveries. Deliveries are read event by event,
 * latest first, since the API filters them by event only: while visible, and up to a limit that the
 * operator extends.
 */
final class TraceViewModel {
  /** Number of events per extension of the limit. */
  static final int BATCH_SIZE = 20;

  private record DeliverySearchResult(
      List<TraceEntry.Delivery> deliveries, Map<String, String> endpoints) {}

  private final BackgroundExecutor background;
  private final Session session;
  private final OrderLoader loader;
  private final Duration pollInterval;

  /** Latest first. */
  final ObservableList<TraceEntry> lines = FXCollections.observableArrayList();

  final IntegerProperty searchedCount = new SimpleIntegerProperty();

  final ObjectProperty<@Nullable OrderDetail> detail = new SimpleObjectProperty<>();
  final ObjectProperty<@Nullable Failure> failure = new SimpleObjectProperty<>();
  private final Map<String, List<TraceEntry.Delivery>> deliveries = new HashMap<>();
  private final Deque<String> dueEvents = new ArrayDeque<>();
  private final Set<String> newEvents = new HashSet<>();
  private List<String> eventIds = List.of();
  private Map<String, String> endpoints = Map.of();
  private int limit = BATCH_SIZE;
  private boolean isVisible;
  private @Nullable BackgroundTask searchTask;
  private @Nullable BackgroundTask pollTask;

  TraceViewModel(BackgroundExecutor background, Session session, Duration pollInterval) {
    this.background = background;
    this.session = session;
    this.loader = new OrderLoader(session);
    this.pollInterval = pollInterval;
  }

  /** Shows an order or its new revision. */
  void show(@Nullable OrderDetail latest) {
    OrderDetail before = detail.get();
    detail.set(latest);
    List<String> latestFirst =
        events().reversed().stream().map(event -> JsonValues.text(event, "id")).toList();
    if (before != null && latest != null && before.id().equals(latest.id())) {
      newEvents.addAll(latestFirst);
      eventIds.forEach(newEvents::remove);
      newEvents.remove("");
    } else {
      startOver();
    }
    eventIds = latestFirst;
    search();
    render();
  }

  private void startOver() {
    stop();
    deliveries.clear();
    dueEvents.clear();
    newEvents.clear();
    limit = BATCH_SIZE;
    failure.set(null);
  }

  private void stop() {
    if (searchTask != null) {
      searchTask.cancel();
      searchTask = null;
    }
    if (pollTask != null) {
      pollTask.cancel();
      pollTask = null;
    }
  }

  /** Deliveries are read only while visible. */
  void setVisible(boolean visible) {
    isVisible = visible && maySearch();
    if (isVisible) {
      retry();
    } else {
      stop();
    }
  }

  /** Includes older events. */
  void searchFurther() {
    limit += BATCH_SIZE;
    search();
  }

  void retry() {
    failure.set(null);
    search();
  }

  private void search() {
    if (!isVisible || searchTask != null || failure.get() != null) {
      return;
    }
    String next = next();
    if (next == null) {
      schedulePoll();
      return;
    }
    boolean first = deliveries.isEmpty() && endpoints.isEmpty();
    searchTask =
        background.run(
            () ->
                new DeliverySearchResult(
                    loader.deliveries(next), first ? loader.endpointUrls() : endpoints),
            result -> searched(next, result),
            this::failed);
  }

  /** The latest unread event within the limit, otherwise one that is due again. */
  private @Nullable String next() {
    return eventIds.stream()
        .limit(limit)
        .filter(event -> !event.isEmpty() && !deliveries.containsKey(event))
        .findFirst()
        .orElseGet(dueEvents::poll);
  }

  private void searched(String eventId, DeliverySearchResult result) {
    searchTask = null;
    endpoints = result.endpoints();
    deliveries.put(eventId, result.deliveries());
    render();
    search();
  }

  private void failed(Failure cause) {
    searchTask = null;
    failure.set(cause);
  }

  /**
   * Polls pending deliveries and new events without deliveries: no event announces their changes.
   */
  private void schedulePoll() {
    if (pollTask != null || (newEvents.isEmpty() && !anyPending())) {
      return;
    }
    pollTask =
        background.run(
            () -> {
              Thread.sleep(pollInterval);
              return true;
            },
            ignored -> pollDue(),
            ignored -> pollTask = null);
  }

  private boolean anyPending() {
    return deliveries.values().stream()
        .flatMap(List::stream)
        .anyMatch(TraceEntry.Delivery::isPending);
  }

  private void pollDue() {
    pollTask = null;
    deliveries.forEach(
        (event, deliveries) -> {
          boolean isAwaited = deliveries.isEmpty() && newEvents.contains(event);
          if (isAwaited || deliveries.stream().anyMatch(TraceEntry.Delivery::isPending)) {
            dueEvents.add(event);
          }
        });
    newEvents.removeAll(deliveries.keySet());
    search();
  }

  private void render() {
    List<TraceEntry> entries = new ArrayList<>();
    int searchedEvents = 0;
    for (JsonNode event : events().reversed()) {
      TraceEntry.EventEntry entry = new TraceEntry.EventEntry(event);
      entries.add(entry);
      List<TraceEntry.Delivery> found = deliveries.get(entry.eventId());
      if (found != null) {
        searchedEvents++;
        entries.addAll(found);
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
    return endpoints.getOrDefault(endpointId, endpointId);
  }

  boolean mayReadEvents() {
    return session.may(Scope.EVENTS_READ);
  }

  boolean maySearch() {
    return mayReadEvents() && session.may(Scope.CONFIG_READ);
  }

  /** Whether older events exceed the limit. */
  boolean hasMore() {
    return maySearch() && eventIds.size() > limit;
  }
}
