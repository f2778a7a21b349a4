package eu.callorders.console.session;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.api.ApiException;
import eu.callorders.console.api.Failure;
import eu.callorders.console.api.Page;
import eu.callorders.console.api.Query;
import eu.callorders.console.api.Scope;
import eu.callorders.console.work.BackgroundExecutor;
import eu.callorders.console.work.BackgroundTask;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Follows the event feed from its end on, for all screens together. It never gives up: when the
 * service is away, or the session may not read the feed for a while, it goes on where it stopped.
 */
public final class LiveEvents implements AutoCloseable {
  private static final int PAGE = 100;
  private static final PollInterval PACE =
      new PollInterval(Duration.ofMillis(250), Duration.ofSeconds(1));
  private static final Duration LONG_REST = Duration.ofSeconds(5);

  /** Later than every event: a page from there on is empty, and its cursor is the feed's end. */
  private static final String BEHIND_ALL = "2999-01-01T00:00:00Z";

  private static final Logger LOG = System.getLogger(LiveEvents.class.getName());

  private final BackgroundExecutor background;
  private final Session session;
  private final PollInterval pace;
  private final Duration longRest;
  private final List<Consumer<List<JsonNode>>> listeners = new CopyOnWriteArrayList<>();
  private @Nullable BackgroundTask following;
  private Duration rest;
  private String cursor = "";

  public LiveEvents(BackgroundExecutor background, Session session) {
    this(background, session, PACE, LONG_REST);
  }

  /**
   * @param pace of looking at the end of the feed
   * @param longRest before trying again what did not go well
   */
  LiveEvents(BackgroundExecutor background, Session session, PollInterval pace, Duration longRest) {
    this.background = background;
    this.session = session;
    this.pace = pace;
    this.longRest = longRest;
    this.rest = pace.longest();
  }

  /** Begins to follow. */
  public void start() {
    following = background.repeat(this::look);
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

  /** Looks once; how long to rest then. */
  Duration look() throws ApiException {
    if (!session.may(Scope.EVENTS_READ)) {
      return pace.longest(); // nobody is asked; other credentials may be allowed to
    }
    try {
      if (cursor.isEmpty()) {
        cursor = page(Query.none().and("created_after", BEHIND_ALL), 1).next();
        return cursor.isEmpty() ? longRest : Duration.ZERO;
      }
      Page<JsonNode> page = page(Query.none(), PAGE);
      if (page.next().isEmpty()) {
        return longRest; // no page of the feed: whatever it was, the place in the feed stays
      }
      cursor = page.next();
      boolean happened = !page.rows().isEmpty();
      if (happened) {
        background.draw(() -> listeners.forEach(listener -> tell(listener, page.rows())));
      }
      rest = pace.after(rest, happened);
      return page.hasMore() ? Duration.ZERO : rest;
    } catch (ApiException e) {
      return afterwards(e);
    } catch (RuntimeException e) {
      LOG.log(Level.ERROR, "a page of the feed could not be read", e);
      return longRest;
    }
  }

  private Page<JsonNode> page(Query query, int limit) throws ApiException {
    return session.api().page("/v1/events", query, limit, cursor);
  }

  /** One that fails is no reason why the others should not hear. */
  private static void tell(Consumer<List<JsonNode>> listener, List<JsonNode> events) {
    try {
      listener.accept(events);
    } catch (RuntimeException e) {
      LOG.log(Level.ERROR, "events could not be shown", e);
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
    if (following != null) {
      following.cancel();
    }
  }
}
