package eu.callorders.console.event;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.api.ApiClient;
import eu.callorders.console.api.ApiException;
import eu.callorders.console.api.Page;
import eu.callorders.console.api.Query;
import eu.callorders.console.work.PagedRows;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * Loads the end of the feed, newest first. The API pages forwards only, so the search starts
 * shortly before now and extends while it finds few.
 */
final class LatestEvents {
  /** Without a time limit, independent of the local clock. */
  private static final Duration NO_LIMIT = Duration.ofSeconds(Long.MAX_VALUE);

  private static final List<Duration> TIME_RANGES =
      List.of(
          Duration.ofMinutes(1),
          Duration.ofMinutes(15),
          Duration.ofHours(3),
          Duration.ofDays(1),
          Duration.ofDays(7),
          NO_LIMIT);
  private static final int ENOUGH_EVENTS = 200;

  /** Maximum number of events read for the last of them. */
  private static final int MAX_EVENTS = 2_000;

  private final ApiClient api;
  private final InstantSource clock;

  LatestEvents(ApiClient api, InstantSource clock) {
    this.api = api;
    this.clock = clock;
  }

  /** Events that match the filter, or the single event with the identifier. */
  PagedRows.Source<EventRow> matching(EventFilter filter) {
    String id = filter.resourceId();
    return ignored ->
        id.startsWith("evt_")
            ? api.find("/v1/events/" + id).map(EventRow::of)
            : new Page<>(latest(filter.query()), false, "");
  }

  private List<EventRow> latest(Query query) throws ApiException {
    Deque<EventRow> best = new ArrayDeque<>();
    for (Duration back : TIME_RANGES) {
      Deque<EventRow> read = new ArrayDeque<>();
      Query since =
          back.equals(NO_LIMIT) ? query : query.with("created_after", clock.instant().minus(back));
      boolean complete = read(since, read, !best.isEmpty());
      if (!complete) {
        break; // the shorter range is complete
      }
      best = read;
      if (best.size() >= ENOUGH_EVENTS) {
        break;
      }
    }
    return List.copyOf(best);
  }

  /**
   * @param mayGiveUp whether to stop at too many events; otherwise the oldest are dropped
   * @return whether the end of the feed was reached
   */
  private boolean read(Query since, Deque<EventRow> newestFirst, boolean mayGiveUp)
      throws ApiException {
    Page<JsonNode> page = api.page("/v1/events", since, "");
    while (true) {
      page.rows().forEach(event -> newestFirst.addFirst(EventRow.of(event)));
      if (!page.hasMore()) {
        return true;
      }
      if (newestFirst.size() >= MAX_EVENTS && mayGiveUp) {
        return false;
      }
      while (newestFirst.size() > MAX_EVENTS) {
        newestFirst.removeLast();
      }
      page = api.page("/v1/events", since, page.next());
    }
  }
}
