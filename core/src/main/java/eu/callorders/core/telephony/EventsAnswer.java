package eu.callorders.core.telephony;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What came of asking a gateway for its log of events. */
public sealed interface EventsAnswer {

  /**
   * The next events, oldest first; those of all calls together.
   *
   * @param events empty when there are no newer ones
   * @param next where to go on: opaque, and valid although there is nothing yet
   * @param logId names the log; another one is the log of another gateway, or of one that has lost
   *     its memory. Null without {@link Capabilities#recovery()}
   * @param keptSince the log has every fact that happened since; null as above
   */
  record EventPage(
      List<GatewayEvent> events, String next, @Nullable String logId, @Nullable Instant keptSince)
      implements EventsAnswer {
    public EventPage {
      events = List.copyOf(events);
    }

    public EventPage(List<GatewayEvent> events, String next) {
      this(events, next, null, null);
    }
  }

  /** The cursor is one of another log: begin again without a cursor. */
  record CursorUnknown() implements EventsAnswer {}

  /** What followed the cursor is not kept any more: there is a gap before the oldest event. */
  record CursorExpired() implements EventsAnswer {}

  /** The gateway did not answer. */
  record Unavailable(String why) implements EventsAnswer {}
}
