package eu.callorders.bench;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.LongStream;

/** The spread of measured times. */
public final class Quantiles {
  private static final double NANOS_PER_MILLISECOND = 1e6;

  private final long[] sorted;

  public Quantiles(long[] nanos) {
    this.sorted = nanos.clone();
    Arrays.sort(sorted);
  }

  /** Of both together. */
  public Quantiles and(Quantiles other) {
    return new Quantiles(
        LongStream.concat(LongStream.of(sorted), LongStream.of(other.sorted)).toArray());
  }

  /** The time, in milliseconds, below which that share of the measurements lies. */
  public double milliseconds(double share) {
    int index = (int) Math.min(sorted.length - 1L, (long) (share * sorted.length));
    return sorted[index] / NANOS_PER_MILLISECOND;
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "p50 %.2f ms, p99 %.2f ms, max %.2f ms",
        milliseconds(0.5),
        milliseconds(0.99),
        milliseconds(1));
  }
}
