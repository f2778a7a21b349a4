package eu.callorders.console.overview;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** Where an axis ends, so that its four ticks are round numbers. */
final class Scale {
  static final int TICKS = 4;

  /**
   * An axis of time has so many steps. An even number: where labels have no room, every other is
   * left out, counted from the oldest, and now must stay.
   */
  static final int TIME_TICKS = 4;

  private static final int[] STEPS = {1, 2, 5, 10};
  private static final List<Duration> SPANS =
      Stream.of(4, 8, 20, 40, 60).map(Duration::ofMinutes).toList();

  private Scale() {}

  /** How much time an axis shows when there is that much: steps that can be divided evenly. */
  static Duration span(Duration known) {
    for (Duration span : SPANS) {
      if (span.compareTo(known) >= 0) {
        return span;
      }
    }
    return SPANS.getLast();
  }

  /** The distance of the ticks; four of them reach beyond {@code most}. */
  static long tick(long most) {
    long power = 1;
    while (power * STEPS[STEPS.length - 1] * TICKS < most) {
      power *= STEPS[STEPS.length - 1];
    }
    for (int step : STEPS) {
      if (step * power * TICKS >= most) {
        return step * power;
      }
    }
    throw new AssertionError(most);
  }
}
