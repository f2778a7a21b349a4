package eu.callorders.console.chart;

import java.util.Optional;

/** Finds the rows behind the bars of a chart. */
public interface DrillDown {
  /**
   * What a click or Enter does.
   *
   * @param hint says what opens, or why nothing does
   * @param open empty if nothing opens
   */
  record Target(String hint, Optional<Runnable> open) {}

  /** Empty if there is no list behind the bar of that step and series. */
  Optional<Target> target(int step, String series);
}
