package eu.callorders.core.hold;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A hold that stands, as orders show it.
 *
 * @param reason the wire form of a {@link HoldReason}
 * @param until the tenant's time; null until it is released
 */
public record ActiveHold(UUID id, String reason, @Nullable Instant until) {}
