package eu.callorders.core.telephony;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What came of asking a gateway for its log of events. */
public sealed interface EventsResult {

  /**
   * The next events, oldest first; those of all calls together.
   *
   * @param events empty when there are no newer ones
   * @param malformed items of the page that are no events: they stay so, however often it is read
   * @param next where to go on: opaque, and valid although there is nothing yet
   * @param logId names the log; another one is the log of another gateway, or of one that has lost
   *     its memory. Null without {@link Capabilities#recovery()}
   * @param keptSince the log has every fact that happened since; null as above
   */
  record EventPage(
      List<GatewayEvent> events,
      List<MalformedEvent> malformed,
      String next,
      @Nullable String logId,
      @Nullable Instant keptSince)
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
   * An item of a page that is no event.
   *
   * @param item the value that a JSON parser made of it
   * @param fault where it is malformed, and how, without what was sent
   */
  record MalformedEvent(@Nullable Object item, String fault) {}

  /** The cursor is one of another log: begin again without a cursor. */
  record CursorUnknown() implements EventsResult {}

  /** What followed the cursor is not kept any more: there is a gap before the oldest event. */
  record CursorExpired() implements EventsResult {}

  /** The gateway did not answer. */
  record Unavailable(String why) implements EventsResult {}
}
