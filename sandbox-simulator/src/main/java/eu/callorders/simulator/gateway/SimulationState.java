package eu.callorders.simulator.gateway;

import eu.callorders.gatewaykit.call.CallState;
import eu.callorders.gatewaykit.store.StoredJson;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The state of a simulated call; with its events sufficient to resume it.
 *
 * @param told number of emitted events, repetitions included
 * @param found the service has learned of the call although the response was lost
 * @param stoppedAt null unless the call was stopped
 * @param stoppedAfter number of events before the stop; null unless the call was stopped
 * @param refusedBefore earlier capacity refusals of its order at this phone
 */
record SimulationState(
    int told,
    boolean found,
    @Nullable String stoppedAt,
    @Nullable Integer stoppedAfter,
    int refusedBefore)
    implements CallState {

  /** A request to stop the call, with the number of events before. */
  record Stop(Instant at, int eventsBefore) {}

  static SimulationState initial(int refusedBefore) {
    return of(0, false, null, refusedBefore);
  }

  static SimulationState of(int told, boolean found, @Nullable Stop stop, int refusedBefore) {
    return new SimulationState(
        told,
        found,
        stop == null ? null : stop.at().toString(),
        stop == null ? null : stop.eventsBefore(),
        refusedBefore);
  }

  static SimulationState decode(byte @Nullable [] document) {
    return document == null ? initial(0) : StoredJson.read(document, SimulationState.class);
  }

  @Nullable Stop stop() {
    return stoppedAt == null || stoppedAfter == null
        ? null
        : new Stop(Instant.parse(stoppedAt), stoppedAfter);
  }

  @Override
  public byte[] encode() {
    return StoredJson.write(this);
  }
}
