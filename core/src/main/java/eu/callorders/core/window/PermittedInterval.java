package eu.callorders.core.window;

import java.time.Instant;

/**
 * An interval in which every instant is permitted.
 *
 * @param from included
 * @param to excluded
 */
public record PermittedInterval(Instant from, Instant to) {
  public PermittedInterval {
    if (!from.isBefore(to)) {
      throw new IllegalArgumentException("empty interval: " + from + " to " + to);
    }
  }
}
