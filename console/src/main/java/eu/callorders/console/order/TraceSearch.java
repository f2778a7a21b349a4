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
 * Finds out where events went. The log of deliveries knows events but no orders: it is asked once
 * per event, the latest first, while somebody looks, and no further than somebody wants to know.
 */
final class TraceSearch {
  /** So many events are looked up at a time. */
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
   * @param pace after which deliveries under way are looked up again
   * @param changed told when something was found
   */
  TraceSearch(BackgroundExecutor background, OrderLoader reading, Duration pace, Runnable changed) {
    this.background = background;
    this.reading = reading;
    this.pace = pace;
    this.changed = changed;
  }

  /** Begins with the events of another order, the latest first. */
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

  /** Goes on with the events of the same order. */
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

  /** Begins to search when somebody looks, and ends when nobody does. */
  void look(boolean now) {
    looking = now;
    if (now) {
      retry();
    } else {
      stop();
    }
  }

  /** Looks up older events too. */
  void further() {
    reach += STRETCH;
    search();
  }

  /** Asks once more for what could not be had. */
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
            () -> new DeliverySearchResult(reading.deliveries(next), first ? reading.endpoints() : endpoints),
            told -> arrived(next, told),
            this::failed);
  }

  private record DeliverySearchResult(List<OrderDelivery> deliveries, Map<String, String> endpoints) {}

  /** The latest event within reach that was not looked up, or one that is to be again. */
  private @Nullable String next() {
    return events.stream()
        .limit(reach)
        .filter(event -> !event.isEmpty() && !found.containsKey(event))
        .findFirst()
        .orElseGet(wanted::poll);
  }

  private void arrived(String eventId, DeliverySearchResult told) {
    searching = null;
    endpoints = told.endpoints();
    found.put(eventId, told.deliveries());
    changed.run();
    search();
  }

  private void failed(Failure why) {
    searching = null;
    failure.set(why);
  }

  /** No event tells how a delivery goes on, or that a fresh event has become one. */
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
          boolean late = deliveries.isEmpty() && fresh.contains(event);
          if (late || deliveries.stream().anyMatch(OrderDelivery::isUnderWay)) {
            wanted.add(event);
          }
        });
    fresh.removeAll(found.keySet());
    search();
  }

  /** Null while nobody has asked. */
  @Nullable List<OrderDelivery> found(String eventId) {
    return found.get(eventId);
  }

  /** Whether there are events that nobody has wanted to look up yet. */
  boolean hasFurther() {
    return events.size() > reach;
  }

  /** The address of an endpoint; of one that is not known, its identifier. */
  String url(String endpointId) {
    return endpoints.getOrDefault(endpointId, endpointId);
  }

  /** Why the search has stopped. */
  ReadOnlyObjectProperty<@Nullable Failure> failure() {
    return failure.getReadOnlyProperty();
  }
}
