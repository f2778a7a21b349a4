package eu.callorders.server.evidence;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.server.call.CallAttempt;

/**
 * An attempt that was closed in this transaction.
 *
 * @param complianceBasis of its order; missing when the order has none or is gone
 */
public record ClosedCall(CallAttempt attempt, JsonNode complianceBasis) {}
