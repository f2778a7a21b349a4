package eu.callorders.gatewaykit.call;

import eu.callorders.core.telephony.PlaceCall;
import java.time.Instant;

/**
 * A call that was placed.
 *
 * @param placedAt when the gateway stored it, in real time
 */
public record PlacedCall(PlaceCall call, Instant placedAt) {}
