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
 * Polls the event feed from its end for all screens. After a failure or a missing scope it
 * continues at its cursor.
 */
public final class LiveEvents implements AutoCloseable {
  private static final int PAGE = 100;
  private static final PollInterval PACE =
      new PollInterval(Duration.ofMillis(250), Duration.ofSeconds(1));
  private static final Duration LONG_REST = Duration.ofSeconds(5);

  /** Later than any event: a page from here is empty and its cursor is the end of the feed. */
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
   * @param pace poll interval at the end of the feed
   * @param longRest delay after a failure
   */
  LiveEvents(BackgroundExecutor background, Session session, PollInterval pace, Duration longRest) {
    this.background = background;
    this.session = session;
    this.pace = pace;
    this.longRest = longRest;
    this.rest = pace.longest();
  }

  public void start() {
    following = background.repeat(this::look);
  }

  /**
   * Delivers new events in batches on the UI thread.
   *
   * @return removes the listener
   */
  public Runnable listen(Consumer<List<JsonNode>> listener) {
    listeners.add(listener);
    return () -> listeners.remove(listener);
  }

  /** Polls once; returns the delay before the next poll. */
  Duration look() throws ApiException {
    if (!session.may(Scope.EVENTS_READ)) {
      return pace.longest(); // other credentials may have the scope
    }
    try {
      if (cursor.isEmpty()) {
        cursor = page(Query.none().and("created_after", BEHIND_ALL), 1).next();
        return cursor.isEmpty() ? longRest : Duration.ZERO;
      }
      Page<JsonNode> page = page(Query.none(), PAGE);
      if (page.next().isEmpty()) {
        return longRest; // not a page of the feed: keeps the cursor
      }
      cursor = page.next();
      boolean found = !page.rows().isEmpty();
      if (found) {
        background.draw(() -> listeners.forEach(listener -> tell(listener, page.rows())));
      }
      rest = pace.after(rest, found);
      return page.hasMore() ? Duration.ZERO : rest;
    } catch (ApiException e) {
      return afterwards(e);
    } catch (RuntimeException e) {
      LOG.log(Level.ERROR, "event page processing failed", e);
      return longRest;
    }
  }

  private Page<JsonNode> page(Query query, int limit) throws ApiException {
    return session.api().page("/v1/events", query, limit, cursor);
  }

  /** A failing listener does not affect the others. */
  private static void tell(Consumer<List<JsonNode>> listener, List<JsonNode> events) {
    try {
      listener.accept(events);
    } catch (RuntimeException e) {
      LOG.log(Level.ERROR, "event listener failed", e);
    }
  }

  private Duration afterwards(ApiException e) throws ApiException {
    if (e.failure() instanceof Failure.Refused refused
        && refused.problem().code().equals("invalid_cursor")) {
      cursor = ""; // another database, or suspended beyond the retention of events
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
