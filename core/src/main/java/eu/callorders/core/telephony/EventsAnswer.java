package eu.callorders.core.telephony;

import java.util.List;

/** What came of asking a gateway for its log of events. */
public sealed interface EventsAnswer {

  /**
   * The next events, oldest first; those of all calls together.
   *
   * @param events empty when there are no newer ones
   * @param next where to go on: opaque, and valid although there is nothing yet
   */
  record EventPage(List<GatewayEvent> events, String next) implements EventsAnswer {
    public EventPage {
      events = List.copyOf(events);
    }
  }

  /** The gateway does not know where to go on (any more): begin again without a cursor. */
  record CursorUnknown() implements EventsAnswer {}

  /** The gateway did not answer. */
  record Unavailable(String why) implements EventsAnswer {}
}
