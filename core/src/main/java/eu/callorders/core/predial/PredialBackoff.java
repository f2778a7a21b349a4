package eu.callorders.core.predial;

import java.time.Duration;

/** How long an order waits after questions without a valid answer. */
final class PredialBackoff {
  private static final Duration FIRST = Duration.ofMinutes(1);
  private static final Duration MAX = Duration.ofMinutes(15);
  private static final int MAX_DOUBLINGS = 4;

  private PredialBackoff() {}

  /**
   * One minute, doubling to fifteen.
   *
   * @param failures in a row, at least one
   */
  static Duration after(int failures) {
    Duration pause = FIRST.multipliedBy(1L << Math.min(failures - 1, MAX_DOUBLINGS));
    return pause.compareTo(MAX) < 0 ? pause : MAX;
  }
}
