package eu.callorders.core.window;

import java.time.Instant;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;

/**
 * What one rule says of one instant.
 *
 * @param at the instant
 * @param opens the first instant from then on that the rule permits, taken by itself: {@code at}
 *     when it permits that; null when there is none within the search's horizon
 * @param source what says so, with its version, as {@link DayHours#source} names it
 * @param zone whose clock was read; null for the order's bounds
 * @param message one sentence for an operator, without personal data
 */
public record WindowVerdict(
    Instant at,
    @Nullable Instant opens,
    WindowRule rule,
    String source,
    @Nullable ZoneId zone,
    String message) {

  public boolean permits() {
    return at.equals(opens);
  }
}
