package eu.callorders.console.sandbox;

import java.time.Duration;
import java.time.Instant;

/**
 * A walk of the clock.
 *
 * @param now where it is
 * @param target where it ends; the same as {@code now} when nobody here knows
 */
record ClockAdvance(Instant from, Instant now, Instant target) {
  static final double UNKNOWN = -1;

  /** Between 0 and 1, or {@link #UNKNOWN}. */
  double progress() {
    long whole = Duration.between(from, target).toMillis();
    if (whole <= 0) {
      return UNKNOWN;
    }
    double gone = (double) Duration.between(from, now).toMillis() / whole;
    return Math.clamp(gone, 0, 1);
  }
}
