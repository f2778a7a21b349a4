package eu.callorders.core.telephony;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How a conversation is to end, in the wire spelling of the result's members. A member that is null
 * follows from the summary code.
 */
public record SimulatedOutcome(
    String summaryCode,
    @Nullable String reachability,
    @Nullable String engagement,
    @Nullable String terminationActor,
    @Nullable Map<String, Object> findings) {}
