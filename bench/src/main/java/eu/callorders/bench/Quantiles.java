package eu.callorders.bench;

import java.util.Collection;
import java.util.Locale;
import java.util.stream.LongStream;

/** The spread of measured times. */
public final class Quantiles {
  private static final double NANOS_PER_MILLISECOND = 1e6;

  private final long[] sorted;

  public Quantiles(LongStream nanos) {
    this.sorted = nanos.sorted().toArray();
  }

  public Quantiles(Collection<Long> nanos) {
    this(nanos.stream().mapToLong(Long::longValue));
  }

  public Quantiles and(Quantiles other) {
    return new Quantiles(LongStream.concat(LongStream.of(sorted), LongStream.of(other.sorted)));
  }

  public int count() {
    return sorted.length;
  }

  /** The time, in milliseconds, below which that share of the measurements lies. */
  public double milliseconds(double share) {
    int index = (int) Math.min(sorted.length - 1L, (long) (share * sorted.length));
    return index < 0 ? Double.NaN : sorted[index] / NANOS_PER_MILLISECOND;
  }

  int negative() {
    return (int) LongStream.of(sorted).filter(nanos -> nanos < 0).count();
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
