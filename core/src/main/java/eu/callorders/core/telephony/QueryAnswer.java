package eu.callorders.core.telephony;

import java.util.List;

/** What a gateway knows of an attempt. */
public sealed interface QueryAnswer {

  /** The call exists; these are all its events so far, each with its original id. */
  record Found(String gatewayRef, List<GatewayEvent> events) implements QueryAnswer {
    public Found {
      events = List.copyOf(events);
    }
  }

  /** The gateway has no such call; whether that proves anything, its capabilities say. */
  record NotFound() implements QueryAnswer {}

  /** The gateway did not answer. */
  record Unavailable(String why) implements QueryAnswer {}
}
