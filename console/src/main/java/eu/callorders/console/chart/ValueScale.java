package eu.callorders.console.chart;

import java.util.stream.LongStream;

/** The round units of a value axis. */
public enum ValueScale {
  /** 1, 2 or 5 times a power of ten. */
  COUNTS {
    @Override
    long unit(long least) {
      return round(least);
    }
  },

  /** Milliseconds: round parts of a second, then round seconds, minutes and hours, then days. */
  DURATIONS {
    @Override
    long unit(long least) {
      if (least <= SECOND / 2) {
        return round(least);
      }
      return LongStream.of(SECONDS)
          .map(seconds -> seconds * SECOND)
          .filter(unit -> unit >= least)
          .findFirst()
          .orElseGet(() -> round(Math.ceilDiv(least, DAY)) * DAY);
    }
  };

  private static final long SECOND = 1_000;
  private static final long DAY = 86_400 * SECOND;
  private static final long[] SECONDS = {
    1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 1_200, 1_800, 3_600, 7_200, 21_600, 43_200, 86_400
  };
  private static final long[] STEPS = {1, 2, 5};

  /** The least round unit that is at least that long; one for less. */
  abstract long unit(long least);

  /** The least 1, 2 or 5 times a power of ten that is at least that much. */
  static long round(long least) {
    for (long power = 1; ; power *= 10) {
      for (long step : STEPS) {
        if (step * power >= least) {
          return step * power;
        }
      }
    }
  }
}
