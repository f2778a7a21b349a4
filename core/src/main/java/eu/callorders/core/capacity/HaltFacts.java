package eu.callorders.core.capacity;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An active halt that covers a dial; a null member of its scope covers all.
 *
 * @param kind {@code operator} or {@code recovery}
 * @param reason the operator's, for other operators
 * @param haltedAt real time
 * @param tenantId as on the wire
 * @param country ISO 3166
 */
public record HaltFacts(
    String kind,
    String reason,
    Instant haltedAt,
    @Nullable String tenantId,
    @Nullable String country,
    @Nullable String orderType) {}
