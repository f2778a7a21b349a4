package eu.callorders.server.statistics;

import java.time.Duration;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/** Numbers of lags, by bounds that are 1, 2 or 5 times a power of ten, in milliseconds. */
public final class LagCounts {
  private final NavigableMap<Long, Long> countsByBound = new TreeMap<>();
  private long total;

  LagCounts() {}

  /** The least bound that the lag does not exceed. */
  static long boundOf(Duration lag) {
    long millis = lag.toMillis();
    long power = 1;
    while (power * 5 < millis) {
      power *= 10;
    }
    return power >= millis ? power : power * 2 >= millis ? power * 2 : power * 5;
  }

  void add(long bound, long count) {
    countsByBound.merge(bound, count, Long::sum);
    total += count;
  }

  /** The number of all lags. */
  public long total() {
    return total;
  }

  /**
   * The bound that this part of the lags does not exceed, in milliseconds; zero without lags.
   *
   * @param percent 1 to 100
   */
  public long percentile(int percent) {
    long wanted = Math.ceilDiv(total * percent, 100);
    long seen = 0;
    for (Map.Entry<Long, Long> each : countsByBound.entrySet()) {
      seen += each.getValue();
      if (seen >= wanted) {
        return each.getKey();
      }
    }
    return 0;
  }
}
