package eu.callorders.core.outcome;

import eu.callorders.core.hold.HoldReason;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The hold that follows from a call.
 *
 * @param until exclusive end, the tenant's time; null: until it is released
 */
public record HoldTerms(HoldReason reason, HoldScope scope, @Nullable Instant until) {}
