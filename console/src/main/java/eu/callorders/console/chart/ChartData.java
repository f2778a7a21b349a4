package eu.callorders.console.chart;

import eu.callorders.console.ui.StatusBadge.Tone;
import java.util.List;
import java.util.Optional;
import java.util.function.IntToLongFunction;

/**
 * What a chart shows.
 *
 * @param span its time in words, for screen readers
 * @param drillDown finds the rows behind a bar
 */
public record ChartData(String span, TimeAxis axis, List<Series> series, DrillDown drillDown) {
  /** The value of a step of which nothing is known. */
  public static final long NONE = -1;

  /** Data without rows behind them. */
  public ChartData(String span, TimeAxis axis, List<Series> series) {
    this(span, axis, series, (step, key) -> Optional.empty());
  }

  static final ChartData EMPTY =
      new ChartData("", new RecentAxis(List.of(), ignored -> ""), List.of());

  /**
   * Values that belong together.
   *
   * @param key identifies it in the legend and in links
   * @param values by step; not negative, or {@link #NONE}
   */
  public record Series(String key, String name, Tone tone, IntToLongFunction values) {
    long value(int step) {
      return Math.max(NONE, values.applyAsLong(step));
    }
  }
}
