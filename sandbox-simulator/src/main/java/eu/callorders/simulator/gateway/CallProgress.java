package eu.callorders.simulator.gateway;

import eu.callorders.core.telephony.GatewayEvent;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The progress of a call; with its {@link PlacedCall} sufficient to resume it.
 *
 * @param events so far, in order
 * @param emitted number of emitted events, repetitions included
 * @param discovered the service has learned of the call although the response was lost
 * @param stop null unless the call was stopped
 * @param finished no further event will happen or be emitted
 */
public record CallProgress(
    List<GatewayEvent> events,
    int emitted,
    boolean discovered,
    @Nullable Stop stop,
    boolean finished) {
  static final CallProgress NONE = new CallProgress(List.of(), 0, false, null, false);

  public CallProgress {
    events = List.copyOf(events);
  }

  /**
   * A request to stop the call.
   *
   * @param eventsBefore number of events before
   */
  public record Stop(Instant at, int eventsBefore) {}
}
