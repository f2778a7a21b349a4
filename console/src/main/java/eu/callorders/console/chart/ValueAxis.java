package eu.callorders.console.chart;

import java.util.List;
import java.util.stream.LongStream;

/**
 * A value axis from zero.
 *
 * @param unit the distance of two ticks
 * @param top the last tick
 */
record ValueAxis(long unit, long top) {
  /** Larger values are drawn as this one, whose sums do not overflow. */
  private static final long LIMIT = 1_000_000_000_000_000L;

  /**
   * An axis that ends with the first tick at or above a value.
   *
   * @param intervals between ticks, at most
   */
  static ValueAxis of(ValueScale scale, long max, int intervals) {
    long shown = Math.clamp(max, 1, LIMIT);
    long unit = scale.unit(Math.ceilDiv(shown, intervals));
    return new ValueAxis(unit, Math.ceilDiv(shown, unit) * unit);
  }

  List<Long> ticks() {
    return LongStream.rangeClosed(0, top / unit).mapToObj(tick -> tick * unit).toList();
  }

  /** The share of the axis below a value. */
  double position(double value) {
    return Math.clamp(value / top, 0, 1);
  }
}
