package eu.callorders.console.session;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.api.ApiClient;
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
 * continues at its cursor; far behind, it jumps to the end.
 */
public final class LiveEvents implements AutoCloseable {
  /**
   * The delay between two polls at the end of the feed.
   *
   * @param active while the operator uses the console, or up to {@code activity} after an event
   * @param idle otherwise
   */
  record PollInterval(Duration active, Duration idle, Duration activity) {
    Duration next(boolean used, Duration sinceEvent) {
      return used || sinceEvent.compareTo(activity) < 0 ? active : idle;
    }
  }

  private static final PollInterval POLL_INTERVAL =
      new PollInterval(Duration.ofMillis(400), Duration.ofSeconds(1), Duration.ofMinutes(1));
  private static final Duration RETRY_DELAY = Duration.ofSeconds(5);

  /** After that many full pages in a row, lists reload faster than they take the next ones. */
  static final int MAX_FULL_PAGES = 20;

  /** Later than any event: a page from here is empty and its cursor is the end of the feed. */
  private static final String AFTER_ALL_EVENTS = "2999-01-01T00:00:00Z";

  private static final Logger LOG = System.getLogger(LiveEvents.class.getName());

  private final BackgroundExecutor background;
  private final Session session;
  private final PollInterval pollInterval;
  private final Duration retryDelay;
  private final List<Consumer<List<JsonNode>>> listeners = new CopyOnWriteArrayList<>();
  private final List<Runnable> startListeners = new CopyOnWriteArrayList<>();
  private final List<Runnable> gapListeners = new CopyOnWriteArrayList<>();
  private volatile boolean used = true;
  private @Nullable BackgroundTask pollTask;
  private long lastEventNanos;
  private String cursor = "";
  private boolean started;
  private int fullPages;

  public LiveEvents(BackgroundExecutor background, Session session) {
    this(background, session, POLL_INTERVAL, RETRY_DELAY);
  }

  /**
   * @param pace poll interval at the end of the feed
   * @param longRest delay after a failure
   */
  LiveEvents(BackgroundExecutor background, Session session, PollInterval pace, Duration longRest) {
    this.background = background;
    this.session = session;
    this.pollInterval = pace;
    this.retryDelay = longRest;
    this.lastEventNanos = System.nanoTime() - pace.activity().toNanos();
  }

  /** Sets whether the operator uses the console, such as while its window is focused. */
  public void setUsed(boolean isUsed) {
    used = isUsed;
  }

  public void start() {
    pollTask = background.repeat(this::poll);
  }

  /** Delivers new events in batches on the UI thread; the result removes the listener. */
  public Runnable listen(Consumer<List<JsonNode>> listener) {
    listeners.add(listener);
    return () -> listeners.remove(listener);
  }

  /**
   * Notified on the UI thread when the feed starts: events before that are not delivered. The
   * result removes the listener.
   */
  public Runnable onStart(Runnable listener) {
    startListeners.add(listener);
    return () -> startListeners.remove(listener);
  }

  /**
   * Notified on the UI thread when events of any number were not delivered: what they change must
   * be read again. The result removes the listener.
   */
  public Runnable onGap(Runnable listener) {
    gapListeners.add(listener);
    return () -> gapListeners.remove(listener);
  }

  /** Polls once; returns the delay before the next poll. */
  Duration poll() throws ApiException {
    if (!session.may(Scope.EVENTS_READ)) {
      return pollInterval.idle(); // other credentials may have the scope
    }
    try {
      if (cursor.isEmpty()) {
        cursor = page(Query.none().with("created_after", AFTER_ALL_EVENTS), 1).next();
        if (cursor.isEmpty()) {
          return retryDelay;
        }
        (started ? gapListeners : startListeners).forEach(background::runOnFxThread);
        started = true;
        return Duration.ZERO;
      }
      Page<JsonNode> page = page(Query.none(), ApiClient.PAGE_SIZE);
      if (page.next().isEmpty()) {
        return retryDelay; // not a page of the feed: keeps the cursor
      }
      cursor = page.next();
      fullPages = page.hasMore() ? fullPages + 1 : 0;
      if (fullPages == MAX_FULL_PAGES) {
        cursor = ""; // jumps to the end
        fullPages = 0;
      }
      if (!page.rows().isEmpty()) {
        lastEventNanos = System.nanoTime();
        background.runOnFxThread(
            () -> listeners.forEach(listener -> notify(listener, page.rows())));
      }
      return page.hasMore() ? Duration.ZERO : pollInterval.next(used, sinceEvent());
    } catch (ApiException e) {
      return delayAfter(e);
    } catch (RuntimeException e) {
      LOG.log(Level.ERROR, "event page processing failed", e);
      return retryDelay;
    }
  }

  private Duration sinceEvent() {
    return Duration.ofNanos(System.nanoTime() - lastEventNanos);
  }

  private Page<JsonNode> page(Query query, int limit) throws ApiException {
    return session.api().page("/v1/events", query, limit, cursor);
  }

  /** A failing listener does not affect the others. */
  private static void notify(Consumer<List<JsonNode>> listener, List<JsonNode> events) {
    try {
      listener.accept(events);
    } catch (RuntimeException e) {
      LOG.log(Level.ERROR, "event listener failed", e);
    }
  }

  private Duration delayAfter(ApiException e) throws ApiException {
    if (e.failure().isRefused("invalid_cursor")) {
      cursor = ""; // another database, or suspended beyond the retention of events
    } else if (e.failure() instanceof Failure.Stopped) {
      throw e;
    }
    return retryDelay;
  }

  @Override
  public void close() {
    if (pollTask != null) {
      pollTask.cancel();
    }
  }
}
