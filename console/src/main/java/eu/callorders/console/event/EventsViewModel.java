package eu.callorders.console.event;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.api.ApiClient;
import eu.callorders.console.api.Failure;
import eu.callorders.console.work.BackgroundExecutor;
import eu.callorders.console.work.BackgroundTask;
import eu.callorders.console.work.ListViewModel;
import eu.callorders.console.work.PagedRows;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.ReadOnlyIntegerProperty;
import javafx.beans.property.ReadOnlyIntegerWrapper;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;
import org.jspecify.annotations.Nullable;

/**
 * The end of the event feed. While paused or loading, new events are held back. Keeps the latest
 * events without gaps, at most {@link #SHOWN_AT_MOST}.
 */
final class EventsViewModel implements ListViewModel<EventRow> {
  static final int SHOWN_AT_MOST = 20_000;

  private final StringProperty type = new SimpleStringProperty("");
  private final StringProperty about = new SimpleStringProperty("");
  private final BooleanProperty paused = new SimpleBooleanProperty();
  private final ReadOnlyIntegerWrapper held = new ReadOnlyIntegerWrapper();
  private final ReadOnlyObjectWrapper<@Nullable JsonNode> detail = new ReadOnlyObjectWrapper<>();
  private final ReadOnlyObjectWrapper<@Nullable Failure> failure = new ReadOnlyObjectWrapper<>();
  private final List<EventRow> waiting = new ArrayList<>();

  private final BackgroundExecutor background;
  private final ApiClient api;
  private final LatestEvents latest;
  private final PagedRows<EventRow> rows;
  private EventFilter filter = EventFilter.ALL;
  private int came;
  private @Nullable BackgroundTask reading;

  EventsViewModel(BackgroundExecutor background, ApiClient api, InstantSource clock) {
    this.background = background;
    this.api = api;
    this.latest = new LatestEvents(api, clock);
    this.rows = new PagedRows<>(background, EventRow::id, EventRow.ALIKE);
    paused.addListener(ignored -> release());
    rows.state().addListener((ignored, before, now) -> fetched(now));
  }

  @Override
  public PagedRows<EventRow> rows() {
    return rows;
  }

  /** Loads the end of the feed by the filters. */
  @Override
  public void apply() {
    filter = new EventFilter(Objects.requireNonNullElse(type.get(), ""), about.get().strip());
    waiting.removeIf(event -> !filter.takes(event));
    came = waiting.size();
    held.set(came);
    rows.restart(latest.of(filter));
  }

  @Override
  public void clear() {
    type.set("");
    about.set("");
    apply();
  }

  /** Adds new events of the feed. */
  void happened(List<JsonNode> events) {
    List<EventRow> matching = events.stream().map(EventRow::of).filter(filter::takes).toList();
    waiting.addAll(matching);
    came += matching.size();
    release();
  }

  private void release() {
    PagedRows.State state = rows.state().get();
    boolean fetching = state == PagedRows.State.LOADING || state == PagedRows.State.IDLE;
    if (!paused.get() && !fetching) {
      List<EventRow> shown = List.copyOf(waiting);
      waiting.clear();
      came = 0;
      rows.putFirst(shown);
      rows.keepFirst(SHOWN_AT_MOST);
    } else {
      waiting.subList(0, Math.max(0, waiting.size() - SHOWN_AT_MOST)).clear();
    }
    held.set(came);
  }

  /** Drops held events that the load already contains. */
  private void fetched(PagedRows.State state) {
    if (state == PagedRows.State.COMPLETE && !waiting.isEmpty()) {
      Set<String> shown = rows.rows().stream().map(EventRow::id).collect(Collectors.toSet());
      int before = waiting.size();
      waiting.removeIf(event -> shown.contains(event.id()));
      came -= before - waiting.size();
    }
    release();
  }

  /** Loads the full event. */
  void show(EventRow row) {
    if (reading != null) {
      reading.cancel();
    }
    failure.set(null);
    JsonNode shown = detail.get();
    if (shown == null || !shown.path("id").asText().equals(row.id())) {
      detail.set(null);
    }
    reading =
        background.run(
            () -> api.get("/v1/events/" + row.id()).body(),
            read -> {
              failure.set(null);
              detail.set(read);
            },
            failure::set);
  }

  StringProperty type() {
    return type;
  }

  StringProperty about() {
    return about;
  }

  /** Whether the rows are frozen. */
  BooleanProperty paused() {
    return paused;
  }

  /** Number of events held back. */
  ReadOnlyIntegerProperty held() {
    return held.getReadOnlyProperty();
  }

  ReadOnlyObjectProperty<@Nullable JsonNode> detail() {
    return detail.getReadOnlyProperty();
  }

  ReadOnlyObjectProperty<@Nullable Failure> failure() {
    return failure.getReadOnlyProperty();
  }
}
