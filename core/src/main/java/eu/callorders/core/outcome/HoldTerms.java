package eu.callorders.core.outcome;

import eu.callorders.core.call.SummaryCode;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The hold that follows from a call.
 *
 * @param outcome the reason
 * @param until exclusive end, the tenant's time; null: until it is released
 */
public record HoldTerms(SummaryCode outcome, HoldScope scope, @Nullable Instant until) {}
