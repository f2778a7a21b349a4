package eu.callorders.console.order;

import eu.callorders.console.api.Failure;
import eu.callorders.console.work.BackgroundExecutor;
import eu.callorders.console.work.BackgroundTask;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleObjectProperty;
import org.jspecify.annotations.Nullable;

/**
 * Reads the deliveries of an order event by event, latest first, since the API filters them by
 * event only. Runs while visible and up to a limit that the operator extends.
 */
final class TraceSearch {
  /** Number of events per extension of the limit. */
  static final int BATCH_SIZE = 20;

  private final BackgroundExecutor background;
  private final OrderLoader loader;
  private final Duration pollInterval;
  private final Runnable onChange;
  final ObjectProperty<@Nullable Failure> failure = new SimpleObjectProperty<>();
  private final Map<String, List<TraceEntry.Delivery>> deliveries = new HashMap<>();
  private final Deque<String> dueEvents = new ArrayDeque<>();
  private final Set<String> newEvents = new HashSet<>();
  private List<String> events = List.of();
  private Map<String, String> endpoints = Map.of();
  private int limit = BATCH_SIZE;
  private boolean isVisible;
  private @Nullable BackgroundTask searchTask;
  private @Nullable BackgroundTask pollTask;

  /**
   * @param pollInterval between reads of pending deliveries
   * @param onChange runs after each result
   */
  TraceSearch(
      BackgroundExecutor background, OrderLoader loader, Duration pollInterval, Runnable onChange) {
    this.background = background;
    this.loader = loader;
    this.pollInterval = pollInterval;
    this.onChange = onChange;
  }

  /** Starts over with the events of another order, latest first. */
  void start(List<String> latestFirst) {
    stop();
    deliveries.clear();
    dueEvents.clear();
    newEvents.clear();
    limit = BATCH_SIZE;
    failure.set(null);
    events = latestFirst;
    search();
  }

  /** Continues with new events of the same order. */
  void update(List<String> latestFirst) {
    newEvents.addAll(latestFirst);
    events.forEach(newEvents::remove);
    newEvents.remove("");
    events = latestFirst;
    search();
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

  /** Searches while visible, stops while hidden. */
  void setVisible(boolean visible) {
    isVisible = visible;
    if (visible) {
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

  /** Retries after a failure. */
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

  private record DeliverySearchResult(
      List<TraceEntry.Delivery> deliveries, Map<String, String> endpoints) {}

  /** The latest unread event within the limit, otherwise one that is due again. */
  private @Nullable String next() {
    return events.stream()
        .limit(limit)
        .filter(event -> !event.isEmpty() && !deliveries.containsKey(event))
        .findFirst()
        .orElseGet(dueEvents::poll);
  }

  private void searched(String eventId, DeliverySearchResult result) {
    searchTask = null;
    endpoints = result.endpoints();
    deliveries.put(eventId, result.deliveries());
    onChange.run();
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

  /** The deliveries of an event, null before they are read. */
  @Nullable List<TraceEntry.Delivery> deliveries(String eventId) {
    return deliveries.get(eventId);
  }

  /** Whether older events exceed the limit. */
  boolean hasMore() {
    return events.size() > limit;
  }

  /** The URL of an endpoint; its identifier when unknown. */
  String url(String endpointId) {
    return endpoints.getOrDefault(endpointId, endpointId);
  }
}
