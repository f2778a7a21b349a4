package eu.callorders.core.telephony;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a gateway knows of an attempt. */
public sealed interface QueryResult {

  /** The call exists; these are all its events so far, each with its original id. */
  record Found(String gatewayRef, List<GatewayEvent> events) implements QueryResult {
    public Found {
      events = List.copyOf(events);
    }
  }

  /**
   * The gateway has no such call; whether that proves anything, its capabilities say.
   *
   * @param keptSince calls that could begin at this instant or later are not deleted yet, unless
   *     they were erased; null when the gateway does not say
   */
  record NotFound(@Nullable Instant keptSince) implements QueryResult {
    public NotFound() {
      this(null);
    }
  }

  /** The call was placed, and was erased since at the service's request. */
  record Forgotten() implements QueryResult {}

  /** The gateway did not answer. */
  record Unavailable(String why) implements QueryResult {}
}
