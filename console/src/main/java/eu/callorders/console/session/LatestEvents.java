package eu.callorders.console.session;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.api.ApiClient;
import eu.callorders.console.api.ApiException;
import eu.callorders.console.api.Page;
import eu.callorders.console.api.Query;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.Function;

/**
 * Loads the end of the feed, newest first. The API pages forwards only, so the search starts
 * shortly before now and extends while it finds few.
 */
public final class LatestEvents {
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

  /** Maximum number of events read for the last of them. */
  public static final int MAX_EVENTS = 2_000;

  private final ApiClient api;
  private final InstantSource clock;
  private final int enough;

  /**
   * @param clock of the tenant
   * @param enough how many events end the search, at most {@link #MAX_EVENTS}
   */
  public LatestEvents(ApiClient api, InstantSource clock, int enough) {
    this.api = api;
    this.clock = clock;
    this.enough = enough;
  }

  /** Events that match the query, as rows. */
  public <T> List<T> read(Query query, Function<JsonNode, T> row) throws ApiException {
    Deque<T> best = new ArrayDeque<>();
    for (Duration back : TIME_RANGES) {
      Deque<T> read = new ArrayDeque<>();
      Query since =
          back.equals(NO_LIMIT) ? query : query.with("created_after", clock.instant().minus(back));
      boolean complete = read(since, row, read, !best.isEmpty());
      if (!complete) {
        break; // the shorter range is complete
      }
      best = read;
      if (best.size() >= enough) {
        break;
      }
    }
    return List.copyOf(best);
  }

  /**
   * @param mayGiveUp whether to stop at too many events; otherwise the oldest are dropped
   * @return whether the end of the feed was reached
   */
  private <T> boolean read(
      Query since, Function<JsonNode, T> row, Deque<T> newestFirst, boolean mayGiveUp)
      throws ApiException {
    Page<JsonNode> page = api.page("/v1/events", since, "");
    while (true) {
      page.map(row).rows().forEach(newestFirst::addFirst);
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
