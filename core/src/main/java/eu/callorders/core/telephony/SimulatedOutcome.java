package eu.callorders.core.telephony;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The forced outcome of a conversation, in wire values. Null members follow from the summary code.
 */
public record SimulatedOutcome(
    String summaryCode,
    @Nullable String reachability,
    @Nullable String engagement,
    @Nullable String terminationActor,
    @Nullable Map<String, Object> findings) {}
