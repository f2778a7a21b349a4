package eu.callorders.gatewaykit.call;

import eu.callorders.core.telephony.PlaceCall;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A call that was placed.
 *
 * @param placedAt when the gateway stored it, in real time
 * @param sipCallId for the call log; null for a gateway without SIP
 */
public record PlacedCall(PlaceCall call, Instant placedAt, @Nullable String sipCallId) {}
