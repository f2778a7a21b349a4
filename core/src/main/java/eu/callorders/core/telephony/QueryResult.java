package eu.callorders.core.telephony;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The gateway's view of an attempt. */
public sealed interface QueryResult {

  /** The call with all its events so far, each with its original id. */
  record Found(String gatewayRef, List<GatewayEvent> events) implements QueryResult {
    public Found {
      events = List.copyOf(events);
    }
  }

  /**
   * No such call; {@link Capabilities#authoritativeQuery()} says whether that is proof.
   *
   * @param retainedSince calls that could start at this instant or later are not deleted yet,
   *     unless erased; null when not reported
   */
  record NotFound(@Nullable Instant retainedSince) implements QueryResult {
    public NotFound() {
      this(null);
    }
  }

  /** The call was placed and since erased at the service's request. */
  record Forgotten() implements QueryResult {}

  record Unavailable(String reason) implements QueryResult {}
}
