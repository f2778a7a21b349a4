package eu.callorders.core.order;

import eu.callorders.core.call.Engagement;
import eu.callorders.core.call.Findings;
import eu.callorders.core.call.Reachability;
import eu.callorders.core.call.SummaryCode;
import java.time.Instant;

/**
 * What came of an order.
 *
 * @param attempts how many attempts counted
 */
public record Result(
    SummaryCode summaryCode,
    Reachability reachability,
    Engagement engagement,
    Termination termination,
    int attempts,
    Instant endedAt,
    Findings findings) {}
