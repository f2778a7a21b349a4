package eu.callorders.sipgateway.agent;

import eu.callorders.core.call.SummaryCode;
import java.util.Map;

/**
 * How a conversation went.
 *
 * @param identityConfirmed whether the person entered what only the subject knows
 * @param findings in the shape of a result's findings
 */
public record KeypadOutcome(
    SummaryCode summary, boolean identityConfirmed, Map<String, Object> findings) {}
