package eu.callorders.console.event;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.api.ApiClient;
import eu.callorders.console.api.Page;
import eu.callorders.console.session.LatestEvents;
import eu.callorders.console.work.BackgroundExecutor;
import eu.callorders.console.work.ListViewModel;
import eu.callorders.console.work.PagedRows;
import eu.callorders.console.work.ResourceViewModel;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.IntegerProperty;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.beans.property.SimpleIntegerProperty;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;

/**
 * The end of the event feed. While paused or loading, new events are held back. Keeps the latest
 * events without gaps, at most {@link #MAX_ROWS}.
 */
final class EventsViewModel implements ListViewModel<EventRow> {
  static final int MAX_ROWS = 20_000;

  /** Enough to fill the table, beyond a busy minute. */
  private static final int FIRST_ROWS = 200;

  final StringProperty type = new SimpleStringProperty("");
  final StringProperty resourceId = new SimpleStringProperty("");

  /** Whether the rows are frozen. */
  final BooleanProperty paused = new SimpleBooleanProperty();

  /** Number of events held back. */
  final IntegerProperty heldCount = new SimpleIntegerProperty();

  final ResourceViewModel<JsonNode> detail;
  private final List<EventRow> heldEvents = new ArrayList<>();

  private final ApiClient api;
  private final LatestEvents latestEvents;
  private final PagedRows<EventRow> rows;
  private EventFilter filter = EventFilter.ALL;
  private int heldTotal;
  private boolean stale;

  EventsViewModel(BackgroundExecutor background, ApiClient api, InstantSource clock) {
    this.api = api;
    this.detail = new ResourceViewModel<>(background, id -> api.get("/v1/events/" + id).body());
    this.latestEvents = new LatestEvents(api, clock, FIRST_ROWS);
    this.rows = new PagedRows<>(background, EventRow::id, EventRow.BY_ID);
    paused.addListener(ignored -> pauseChanged());
    rows.state().addListener((ignored, before, now) -> stateChanged(now));
  }

  @Override
  public PagedRows<EventRow> rows() {
    return rows;
  }

  /** Loads the end of the feed by the filters. */
  @Override
  public void apply() {
    stale = false;
    filter = new EventFilter(Objects.requireNonNullElse(type.get(), ""), resourceId.get().strip());
    heldEvents.removeIf(event -> !filter.matches(event));
    heldTotal = heldEvents.size();
    heldCount.set(heldTotal);
    rows.restart(matching(filter));
  }

  /** Events that match the filter, or the single event with the identifier. */
  private PagedRows.Source<EventRow> matching(EventFilter by) {
    return ignored ->
        by.resourceId().startsWith("evt_")
            ? api.find("/v1/events/" + by.resourceId()).map(EventRow::of)
            : new Page<>(latestEvents.read(by.query(), EventRow::of), false, "");
  }

  /** Loads the end of the feed again, also the held events, once the rows are not frozen. */
  @Override
  public void reload() {
    heldEvents.clear();
    stale = paused.get();
    if (!stale) {
      rows.reload();
    }
  }

  private void pauseChanged() {
    if (stale) {
      reload();
    }
    showHeldEvents();
  }

  @Override
  public void filterBy(Map<String, String> filters) {
    type.set(filters.getOrDefault("event_types", ""));
    resourceId.set(filters.getOrDefault("call_order_id", ""));
    apply();
  }

  /** Adds new events of the feed. */
  void handleEvents(List<JsonNode> events) {
    List<EventRow> matching = events.stream().map(EventRow::of).filter(filter::matches).toList();
    heldEvents.addAll(matching);
    heldTotal += matching.size();
    showHeldEvents();
  }

  private void showHeldEvents() {
    PagedRows.State state = rows.state().get();
    boolean fetching = state == PagedRows.State.LOADING || state == PagedRows.State.IDLE;
    if (!paused.get() && !fetching) {
      List<EventRow> shown = List.copyOf(heldEvents);
      heldEvents.clear();
      heldTotal = 0;
      rows.putFirst(shown);
      rows.truncate(MAX_ROWS);
    } else {
      heldEvents.subList(0, Math.max(0, heldEvents.size() - MAX_ROWS)).clear();
    }
    heldCount.set(heldTotal);
  }

  /** Drops held events that the load already contains. */
  private void stateChanged(PagedRows.State state) {
    if (state == PagedRows.State.COMPLETE && !heldEvents.isEmpty()) {
      Set<String> shown = rows.rows().stream().map(EventRow::id).collect(Collectors.toSet());
      int before = heldEvents.size();
      heldEvents.removeIf(event -> shown.contains(event.id()));
      heldTotal -= before - heldEvents.size();
    }
    showHeldEvents();
  }

  /** Loads the full event; a present one stays meanwhile. */
  void show(String id) {
    if (id.equals(detail.id())) {
      detail.load();
    } else {
      detail.show(id);
    }
  }
}
