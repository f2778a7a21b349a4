package eu.callorders.client;

import eu.callorders.client.api.ApiRequest;
import eu.callorders.client.api.ListEventsQuery;
import eu.callorders.client.api.Operations;
import eu.callorders.client.model.Event;
import eu.callorders.client.model.Page;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Follows the feed from a stored cursor. Each event is handled at least once, in the feed's order;
 * when the handler throws, the next run starts again with the page of that event.
 */
public final class EventConsumer implements AutoCloseable {
  private static final Duration POLL_INTERVAL = Duration.ofSeconds(1);

  private final CallOrderClient client;
  private final ApiRequest<Page<Event>> request;
  private final CursorStore cursors;
  private final Duration pollInterval;
  private final CountDownLatch closed = new CountDownLatch(1);

  public EventConsumer(CallOrderClient client, CursorStore cursors) {
    this(client, ListEventsQuery.all().limit(100), cursors, POLL_INTERVAL);
  }

  /**
   * A consumer of some events.
   *
   * @param query filters, and the instant or cursor of the first run
   * @param pollInterval wait after a page that was the last
   */
  public EventConsumer(
      CallOrderClient client, ListEventsQuery query, CursorStore cursors, Duration pollInterval) {
    this.client = client;
    this.request = Operations.listEvents(query);
    this.cursors = cursors;
    this.pollInterval = pollInterval;
  }

  /** Handles events until {@link #close} or an exception. */
  public void run(Consumer<Event> handler) throws InterruptedException {
    while (closed.getCount() > 0) {
      boolean more = runOnce(handler);
      if (!more && closed.await(pollInterval.toMillis(), TimeUnit.MILLISECONDS)) {
        return;
      }
    }
  }

  /** Handles the next page, which may be empty; returns whether there is another one now. */
  public boolean runOnce(Consumer<Event> handler) {
    Page<Event> page =
        client
            .send(cursors.load().map(at -> request.withParameter("after", at)).orElse(request))
            .body();
    page.data().forEach(handler);
    cursors.save(Objects.requireNonNull(page.nextCursor()));
    return page.hasMore();
  }

  /** Ends {@link #run} after its present page. */
  @Override
  public void close() {
    closed.countDown();
  }
}
