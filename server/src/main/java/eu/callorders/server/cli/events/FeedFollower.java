package eu.callorders.server.cli.events;

import com.fasterxml.jackson.core.type.TypeReference;
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

  private final ApiSession session;
  private final ApiRequest<byte[]> request;
  private String cursor = "";

  /**
   * A reader of some events.
   *
   * @param query filters, and where to start
   */
  public FeedFollower(ApiSession session, ListEventsQuery query) {
    this.session = session;
    this.request = Operations.listEvents(query).readAs(BYTES);
  }

  /** The cursor of the present end of the feed. */
  static String end(ApiSession session) {
    ListEventsQuery query = ListEventsQuery.all().limit(1).createdAfter(NEVER);
    return session.send(Operations.listEvents(query)).path("next_cursor").asText();
  }

  /** The cursor behind the events handled so far; empty at first. */
  String cursor() {
    return cursor;
  }

  /** Hands on events until the reader returns false. */
  public void follow(Predicate<FeedEvent> reader) throws InterruptedException {
    while (true) {
      EnvelopePage page = page();
      for (FeedEvent event : page.events()) {
        if (!reader.test(event)) {
          return;
        }
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
      for (FeedEvent event : page.events()) {
        if (!reader.test(event)) {
          return;
        }
      }
    } while (page.hasMore());
  }

  private EnvelopePage page() {
    ApiRequest<byte[]> next = cursor.isEmpty() ? request : request.withParameter("after", cursor);
    EnvelopePage page = EnvelopePage.read(session.client().send(next).body());
    cursor = page.cursor();
    return page;
  }
}
