package eu.callorders.core.hold;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;
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

  /** The one that ends last, of several the first; empty without holds. */
  public static Optional<ActiveHold> last(List<ActiveHold> holds) {
    return holds.stream()
        .max(Comparator.comparing(hold -> hold.until() == null ? Instant.MAX : hold.until()));
  }

  /** When the last of these ends; empty without holds, and while one has no end. */
  public static Optional<Instant> lastEnd(List<ActiveHold> holds) {
    return last(holds).flatMap(hold -> Optional.ofNullable(hold.until()));
  }
}
