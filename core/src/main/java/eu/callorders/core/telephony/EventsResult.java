package eu.callorders.core.telephony;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The result of reading a gateway's event log. */
public sealed interface EventsResult {

  /**
   * The next events of all calls, oldest first.
   *
   * @param events empty when there are no newer ones
   * @param malformed items of the page that are no valid events, now and on every read
   * @param nextCursor opaque cursor of the next page, valid even if no events follow yet
   * @param logId identifies the log; it changes with the gateway or when the gateway loses its
   *     data. Null without {@link Capabilities#recovery()}
   * @param retainedSince the log has every fact since; null as above
   */
  record EventPage(
      List<GatewayEvent> events,
      List<MalformedEvent> malformed,
      String nextCursor,
      @Nullable String logId,
      @Nullable Instant retainedSince)
      implements EventsResult {
    public EventPage {
      events = List.copyOf(events);
      malformed = List.copyOf(malformed);
    }

    public EventPage(
        List<GatewayEvent> events,
        String next,
        @Nullable String logId,
        @Nullable Instant keptSince) {
      this(events, List.of(), next, logId, keptSince);
    }

    public EventPage(List<GatewayEvent> events, String next) {
      this(events, next, null, null);
    }

    public boolean isEmpty() {
      return events.isEmpty() && malformed.isEmpty();
    }
  }

  /**
   * An item of a page that is no valid event.
   *
   * @param item the parsed JSON value
   * @param fault where and how it is malformed, without its content
   */
  record MalformedEvent(@Nullable Object item, String fault) {}

  /** The cursor belongs to another log: restart without a cursor. */
  record CursorUnknown() implements EventsResult {}

  /** Events after the cursor are deleted: there is a gap before the oldest event. */
  record CursorExpired() implements EventsResult {}

  record Unavailable(String reason) implements EventsResult {}
}
