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
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import org.jspecify.annotations.Nullable;

/**
 * Reads the deliveries of an order event by event, latest first, since the API filters them by
 * event only. Runs while visible and up to a limit that the operator extends.
 */
final class TraceSearch {
  /** Number of events per extension of the limit. */
  static final int STRETCH = 20;

  private final BackgroundExecutor background;
  private final OrderLoader reading;
  private final Duration pace;
  private final Runnable changed;
  private final ReadOnlyObjectWrapper<@Nullable Failure> failure = new ReadOnlyObjectWrapper<>();
  private final Map<String, List<OrderDelivery>> found = new HashMap<>();
  private final Deque<String> wanted = new ArrayDeque<>();
  private final Set<String> fresh = new HashSet<>();
  private List<String> events = List.of();
  private Map<String, String> endpoints = Map.of();
  private int reach = STRETCH;
  private boolean looking;
  private @Nullable BackgroundTask searching;
  private @Nullable BackgroundTask resting;

  /**
   * @param pollInterval between reads of pending deliveries
   * @param onChange runs after each result
   */
  TraceSearch(
      BackgroundExecutor background, OrderLoader loader, Duration pollInterval, Runnable onChange) {
    this.background = background;
    this.reading = loader;
    this.pace = pollInterval;
    this.changed = onChange;
  }

  /** Starts over with the events of another order, latest first. */
  void begin(List<String> latestFirst) {
    stop();
    found.clear();
    wanted.clear();
    fresh.clear();
    reach = STRETCH;
    failure.set(null);
    events = latestFirst;
    search();
  }

  /** Continues with new events of the same order. */
  void goOn(List<String> latestFirst) {
    fresh.addAll(latestFirst);
    events.forEach(fresh::remove);
    fresh.remove("");
    events = latestFirst;
    search();
  }

  private void stop() {
    if (searching != null) {
      searching.cancel();
      searching = null;
    }
    if (resting != null) {
      resting.cancel();
      resting = null;
    }
  }

  /** Searches while visible, stops while hidden. */
  void look(boolean visible) {
    looking = visible;
    if (visible) {
      retry();
    } else {
      stop();
    }
  }

  /** Includes older events. */
  void further() {
    reach += STRETCH;
    search();
  }

  /** Retries after a failure. */
  void retry() {
    failure.set(null);
    search();
  }

  private void search() {
    if (!looking || searching != null || failure.get() != null) {
      return;
    }
    String next = next();
    if (next == null) {
      rest();
      return;
    }
    boolean first = found.isEmpty() && endpoints.isEmpty();
    searching =
        background.run(
            () ->
                new DeliverySearchResult(
                    reading.deliveries(next), first ? reading.endpoints() : endpoints),
            result -> arrived(next, result),
            this::failed);
  }

  private record DeliverySearchResult(
      List<OrderDelivery> deliveries, Map<String, String> endpoints) {}

  /** The latest unread event within the limit, otherwise one that is due again. */
  private @Nullable String next() {
    return events.stream()
        .limit(reach)
        .filter(event -> !event.isEmpty() && !found.containsKey(event))
        .findFirst()
        .orElseGet(wanted::poll);
  }

  private void arrived(String eventId, DeliverySearchResult result) {
    searching = null;
    endpoints = result.endpoints();
    found.put(eventId, result.deliveries());
    changed.run();
    search();
  }

  private void failed(Failure cause) {
    searching = null;
    failure.set(cause);
  }

  /**
   * Polls pending deliveries and new events without deliveries: no event announces their changes.
   */
  private void rest() {
    if (resting != null || (fresh.isEmpty() && !anyUnderWay())) {
      return;
    }
    resting =
        background.run(
            () -> {
              Thread.sleep(pace);
              return true;
            },
            ignored -> rested(),
            ignored -> resting = null);
  }

  private boolean anyUnderWay() {
    return found.values().stream().flatMap(List::stream).anyMatch(OrderDelivery::isUnderWay);
  }

  private void rested() {
    resting = null;
    found.forEach(
        (event, deliveries) -> {
          boolean isAwaited = deliveries.isEmpty() && fresh.contains(event);
          if (isAwaited || deliveries.stream().anyMatch(OrderDelivery::isUnderWay)) {
            wanted.add(event);
          }
        });
    fresh.removeAll(found.keySet());
    search();
  }

  /** The deliveries of an event, null before they are read. */
  @Nullable List<OrderDelivery> found(String eventId) {
    return found.get(eventId);
  }

  /** Whether older events exceed the limit. */
  boolean hasFurther() {
    return events.size() > reach;
  }

  /** The URL of an endpoint; its identifier when unknown. */
  String url(String endpointId) {
    return endpoints.getOrDefault(endpointId, endpointId);
  }

  ReadOnlyObjectProperty<@Nullable Failure> failure() {
    return failure.getReadOnlyProperty();
  }
}
