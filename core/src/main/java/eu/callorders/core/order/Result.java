package eu.callorders.core.order;

import eu.callorders.core.call.Engagement;
import eu.callorders.core.call.Findings;
import eu.callorders.core.call.Reachability;
import eu.callorders.core.call.SummaryCode;
import java.time.Instant;

/**
 * The result of an order.
 *
 * @param attempts number of attempts that counted
 */
public record Result(
    SummaryCode summaryCode,
    Reachability reachability,
    Engagement engagement,
    Termination termination,
    int attempts,
    Instant endedAt,
    Findings findings) {}
