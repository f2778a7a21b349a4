package eu.callorders.simulator.gateway;

import eu.callorders.core.telephony.GatewayEvent;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How far a call has come; with its {@link PlacedCall} enough to go on with it.
 *
 * @param events what has happened, in order
 * @param told how often something was handed out, repetitions included
 * @param found somebody knows of the call, although its answer was lost
 * @param stop somebody has stopped it
 * @param done nothing more will happen or be handed out
 */
public record CallProgress(
    List<GatewayEvent> events, int told, boolean found, @Nullable Stop stop, boolean done) {
  static final CallProgress NONE = new CallProgress(List.of(), 0, false, null, false);

  public CallProgress {
    events = List.copyOf(events);
  }

  /**
   * A call was stopped.
   *
   * @param after so many events had happened
   */
  public record Stop(Instant at, int after) {}
}
