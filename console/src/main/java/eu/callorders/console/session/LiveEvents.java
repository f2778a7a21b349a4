package eu.callorders.console.session;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.api.ApiClient;
import eu.callorders.console.api.ApiException;
import eu.callorders.console.api.Failure;
import eu.callorders.console.api.Page;
import eu.callorders.console.api.Query;
import eu.callorders.console.work.Background;
import eu.callorders.console.work.Work;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/**
 * Follows the event feed from its end on, for all screens together. It never gives up: when the
 * service is away it goes on where it stopped once the service is back.
 */
public final class LiveEvents implements AutoCloseable {
  private static final int PAGE = 100;
  private static final Duration REST = Duration.ofSeconds(1);
  private static final Duration LONG_REST = Duration.ofSeconds(5);

  /** Later than every event: a page from there on is empty, and its cursor is the feed's end. */
  private static final String BEHIND_ALL = "2999-01-01T00:00:00Z";

  private static final Logger LOG = System.getLogger(LiveEvents.class.getName());

  private final Background background;
  private final ApiClient api;
  private final Duration rest;
  private final Duration longRest;
  private final List<Consumer<List<JsonNode>>> listeners = new CopyOnWriteArrayList<>();
  private final Work following;
  private String cursor = "";

  public LiveEvents(Background background, ApiClient api) {
    this(background, api, REST, LONG_REST);
  }

  /**
   * @param rest between two looks at the end of the feed
   * @param longRest before trying again what did not go well
   */
  LiveEvents(Background background, ApiClient api, Duration rest, Duration longRest) {
    this.background = background;
    this.api = api;
    this.rest = rest;
    this.longRest = longRest;
    this.following = background.repeat(this::follow);
  }

  /**
   * Tells of everything that happens from now on, in batches, on the thread that draws.
   *
   * @return ends the telling
   */
  public Runnable listen(Consumer<List<JsonNode>> listener) {
    listeners.add(listener);
    return () -> listeners.remove(listener);
  }

  private Duration follow() throws ApiException {
    try {
      if (cursor.isEmpty()) {
        cursor =
            api.page("/v1/events", Query.none().and("created_after", BEHIND_ALL), 1, "").next();
        return cursor.isEmpty() ? longRest : Duration.ZERO;
      }
      Page<JsonNode> page = api.page("/v1/events", Query.none(), PAGE, cursor);
      if (page.next().isEmpty()) {
        return longRest; // no page of the feed: whatever it was, the place in the feed stays
      }
      cursor = page.next();
      if (!page.rows().isEmpty()) {
        background.draw(() -> listeners.forEach(listener -> listener.accept(page.rows())));
      }
      return page.hasMore() ? Duration.ZERO : rest;
    } catch (ApiException e) {
      return afterwards(e);
    } catch (RuntimeException e) {
      LOG.log(Level.ERROR, "a page of the feed could not be read", e);
      return longRest;
    }
  }

  private Duration afterwards(ApiException e) throws ApiException {
    if (e.failure() instanceof Failure.Refused refused
        && refused.problem().code().equals("invalid_cursor")) {
      cursor = ""; // another database, or asleep for longer than events are kept
    } else if (e.failure() instanceof Failure.Stopped) {
      throw e;
    }
    return longRest;
  }

  @Override
  public void close() {
    following.cancel();
  }
}
