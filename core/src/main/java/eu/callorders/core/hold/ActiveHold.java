package eu.callorders.core.hold;

import java.time.Instant;
import java.util.Collection;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A hold that stands, as orders show it.
 *
 * @param reason the wire form of a {@link HoldReason}
 * @param until the tenant's time; null until it is released
 */
public record ActiveHold(UUID id, String reason, @Nullable Instant until) {

  /** When the last of these ends; empty without holds, and while one has no end. */
  public static Optional<Instant> lastEnd(Collection<ActiveHold> holds) {
    return holds.stream()
        .map(hold -> hold.until() == null ? Instant.MAX : hold.until())
        .max(Instant::compareTo)
        .filter(end -> !end.equals(Instant.MAX));
  }
}
