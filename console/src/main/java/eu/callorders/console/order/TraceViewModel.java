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

/** The events of an order, which are known with it, and below each where it went. */
final class TraceViewModel {
  private final Session session;
  private final TraceSearch search;
  private final ObservableList<TraceEntry> lines = FXCollections.observableArrayList();
  private final ReadOnlyIntegerWrapper searched = new ReadOnlyIntegerWrapper();
  private final ReadOnlyObjectWrapper<@Nullable OrderDetail> detail = new ReadOnlyObjectWrapper<>();

  /**
   * @param pace after which deliveries under way are looked up again
   */
  TraceViewModel(BackgroundExecutor background, Session session, Duration pace) {
    this.session = session;
    this.search = new TraceSearch(background, new OrderLoader(session), pace, this::draw);
  }

  /** Takes over an order, or what is new of it. */
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

  /** Whether somebody has it in sight: only then deliveries are searched for. */
  void look(boolean now) {
    search.look(now && maySearch());
  }

  /** Looks up older events too. */
  void searchFurther() {
    search.further();
  }

  /** Asks once more for what could not be had. */
  void retry() {
    search.retry();
  }

  private void draw() {
    List<TraceEntry> now = new ArrayList<>();
    int looked = 0;
    for (JsonNode event : events().reversed()) {
      TraceEntry.EventEntry happened = new TraceEntry.EventEntry(event);
      now.add(happened);
      List<OrderDelivery> deliveries = search.found(happened.eventId());
      if (deliveries != null) {
        looked++;
        deliveries.forEach(delivery -> now.add(new TraceEntry.DeliveryEntry(delivery)));
      }
    }
    if (!lines.equals(now)) {
      lines.setAll(now);
    }
    searched.set(looked);
  }

  /** The oldest first. */
  List<JsonNode> events() {
    OrderDetail known = detail.get();
    return known == null ? List.of() : known.events();
  }

  /** The address of an endpoint; of one that is not known, its identifier. */
  String url(String endpointId) {
    return search.url(endpointId);
  }

  boolean mayFollow() {
    return session.may(Scope.EVENTS_READ);
  }

  boolean maySearch() {
    return mayFollow() && session.may(Scope.CONFIG_READ);
  }

  /** Whether there are events that nobody has wanted to look up yet. */
  boolean hasFurther() {
    return maySearch() && search.hasFurther();
  }

  /** The latest first. */
  ObservableList<TraceEntry> lines() {
    return lines;
  }

  /** How many events were looked up. */
  ReadOnlyIntegerProperty searched() {
    return searched.getReadOnlyProperty();
  }

  /** What is being looked at. */
  ReadOnlyObjectProperty<@Nullable OrderDetail> detail() {
    return detail.getReadOnlyProperty();
  }

  /** Why the search has stopped. */
  ReadOnlyObjectProperty<@Nullable Failure> failure() {
    return search.failure();
  }
}
