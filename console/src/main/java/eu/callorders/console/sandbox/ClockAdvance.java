package eu.callorders.console.sandbox;

import java.time.Duration;
import java.time.Instant;

/**
 * A running or completed advance of the clock.
 *
 * @param now current time
 * @param target end of the advance; equals {@code now} when unknown
 */
record ClockAdvance(Instant from, Instant now, Instant target) {
  static final double UNKNOWN = -1;

  /** Between 0 and 1, or {@link #UNKNOWN}. */
  double progress() {
    long total = Duration.between(from, target).toMillis();
    if (total <= 0) {
      return UNKNOWN;
    }
    double elapsed = (double) Duration.between(from, now).toMillis() / total;
    return Math.clamp(elapsed, 0, 1);
  }
}
