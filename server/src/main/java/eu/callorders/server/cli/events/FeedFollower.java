package eu.callorders.server.cli.events;

import com.fasterxml.jackson.core.type.TypeReference;
import eu.callorders.client.CallOrderClient;
import eu.callorders.client.RetryPolicy;
import eu.callorders.client.api.ApiRequest;
import eu.callorders.client.api.ListEventsQuery;
import eu.callorders.client.api.Operations;
import eu.callorders.server.cli.client.ApiSession;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** Reads the feed from a position onward, until its reader has enough. */
public final class FeedFollower {
  private static final long POLL_MILLISECONDS = 500;

  /** The first page from an instant that no event has reached is empty, at the end of the feed. */
  private static final Instant NEVER = Instant.parse("9999-01-01T00:00:00Z");

  private static final TypeReference<byte[]> BYTES = new TypeReference<>() {};

  /** The position before the oldest event. */
  public static final String START = "start";

  private final ApiSession session;
  private final CallOrderClient client;
  private final ApiRequest<byte[]> request;
  private String cursor;
  private boolean isWaiting;

  /** Read by the thread that ends the process. */
  private volatile String position;

  /**
   * A reader of some events.
   *
   * @param query filters
   * @param from a cursor, the id of an event, or {@link #START}
   */
  public FeedFollower(ApiSession session, ListEventsQuery query, String from) {
    RetryPolicy patient = RetryPolicy.PATIENT;
    this.session = session;
    this.client =
        session
            .client()
            .with(
                new RetryPolicy(
                    patient.maxRetries(),
                    patient.firstDelay(),
                    patient.maxDelay(),
                    this::isRetried));
    this.request = Operations.listEvents(query).readAs(BYTES);
    this.cursor = from;
    this.position = from;
  }

  /** The cursor of the present end of the feed. */
  static String end(ApiSession session) {
    ListEventsQuery query = ListEventsQuery.all().limit(1).createdAfter(NEVER);
    return session.send(Operations.listEvents(query)).path("next_cursor").asText();
  }

  /** The position behind the last event that the reader has taken. */
  String position() {
    return position;
  }

  /** Hands on events until the reader returns false. */
  public void follow(Predicate<FeedEvent> reader) throws InterruptedException {
    while (true) {
      EnvelopePage page = page();
      if (!handOn(page, reader)) {
        return;
      }
      if (!page.hasMore()) {
        TimeUnit.MILLISECONDS.sleep(POLL_MILLISECONDS);
      }
    }
  }

  /** Hands on the events up to the present end of the feed. */
  void readToEnd(Predicate<FeedEvent> reader) {
    EnvelopePage page;
    do {
      page = page();
    } while (handOn(page, reader) && page.hasMore());
  }

  /** Returns whether the reader wants more. */
  private boolean handOn(EnvelopePage page, Predicate<FeedEvent> reader) {
    for (FeedEvent event : page.events()) {
      boolean isMoreWanted = reader.test(event);
      position = event.id();
      if (!isMoreWanted) {
        return false;
      }
    }
    position = page.cursor();
    return true;
  }

  private EnvelopePage page() {
    ApiRequest<byte[]> next =
        cursor.equals(START) ? request : request.withParameter("after", cursor);
    EnvelopePage page = EnvelopePage.read(client.send(next).body());
    if (isWaiting) {
      isWaiting = false;
      session.remark("The service responds again.");
    }
    cursor = page.cursor();
    return page;
  }

  private boolean isRetried(RuntimeException failure) {
    boolean isRetried = RetryPolicy.PATIENT.isRetried().test(failure);
    if (isRetried && !isWaiting) {
      isWaiting = true;
      session.remark("Waiting for the service: " + failure.getMessage());
    }
    return isRetried;
  }
}
