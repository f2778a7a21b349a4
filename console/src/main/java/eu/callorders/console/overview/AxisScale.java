package eu.callorders.console.overview;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** Axis limits whose ticks are round numbers. */
final class AxisScale {
  static final int TICKS = 4;

  /**
   * Number of time steps. Even, so that the label of now remains when every second label is hidden.
   */
  static final int TIME_TICKS = 4;

  private static final int[] TICK_STEPS = {1, 2, 5, 10};
  private static final List<Duration> TIME_RANGES =
      Stream.of(4, 8, 20, 40, 60).map(Duration::ofMinutes).toList();

  private AxisScale() {}

  /** The range of the time axis: a length that divides evenly. */
  static Duration timeRange(Duration known) {
    for (Duration span : TIME_RANGES) {
      if (span.compareTo(known) >= 0) {
        return span;
      }
    }
    return TIME_RANGES.getLast();
  }

  /** The tick distance; {@link #TICKS} of them reach the maximum. */
  static long tick(long max) {
    long power = 1;
    while (power * TICK_STEPS[TICK_STEPS.length - 1] * TICKS < max) {
      power *= TICK_STEPS[TICK_STEPS.length - 1];
    }
    for (int step : TICK_STEPS) {
      if (step * power * TICKS >= max) {
        return step * power;
      }
    }
    throw new AssertionError(max);
  }
}
