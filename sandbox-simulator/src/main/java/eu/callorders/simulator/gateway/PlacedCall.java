package eu.callorders.simulator.gateway;

import eu.callorders.core.telephony.PlaceCall;
import eu.callorders.simulator.scenario.Scenario;
import java.time.Instant;

/**
 * All that decides how a call goes by itself.
 *
 * @param refusedBefore how often its order's calls to this number were refused for capacity
 * @param at when it was placed
 */
public record PlacedCall(PlaceCall call, int refusedBefore, Instant at) {

  Scenario scenario() {
    return Scenario.of(call, refusedBefore, at);
  }
}
