package eu.callorders.simulator.gateway;

import eu.callorders.core.telephony.PlaceCall;
import eu.callorders.simulator.scenario.Scenario;
import java.time.Instant;

/**
 * The input of a call's scenario.
 *
 * @param capacityRefusals earlier capacity refusals of its order at this phone
 * @param placedAt when it was placed
 */
public record PlacedCall(PlaceCall call, int capacityRefusals, Instant placedAt) {

  Scenario scenario() {
    return Scenario.of(call, capacityRefusals, placedAt);
  }
}
