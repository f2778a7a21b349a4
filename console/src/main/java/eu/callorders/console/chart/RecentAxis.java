package eu.callorders.console.chart;

import java.time.Duration;
import java.util.List;
import java.util.function.LongFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Samples counted back from the last one, independent of clocks; their steps have no length. */
public final class RecentAxis implements TimeAxis {
  /** Lengths that divide evenly. */
  private static final List<Duration> RANGES =
      Stream.of(4, 8, 20, 40, 60).map(Duration::ofMinutes).toList();

  /** Even, so that the present stays labeled when half of the ticks are left out. */
  private static final int INTERVALS = 4;

  /**
   * A sample.
   *
   * @param at by a monotonic clock
   * @param afterGap whether samples before it are missing
   */
  public record Sample(Duration at, boolean afterGap) {}

  private final List<Sample> samples;
  private final LongFunction<String> ago;
  private final Duration range;

  /**
   * @param samples in their order
   * @param ago formats milliseconds before the last one
   */
  public RecentAxis(List<Sample> samples, LongFunction<String> ago) {
    this.samples = samples;
    this.ago = ago;
    this.range = range(samples.isEmpty() ? Duration.ZERO : before(0));
  }

  static Duration range(Duration known) {
    return RANGES.stream()
        .filter(range -> range.compareTo(known) >= 0)
        .findFirst()
        .orElseGet(RANGES::getLast);
  }

  private Duration before(int step) {
    return samples.getLast().at().minus(samples.get(step).at());
  }

  @Override
  public int size() {
    return samples.size();
  }

  @Override
  public double start(int step) {
    return 1 - (double) before(step).toMillis() / range.toMillis();
  }

  @Override
  public double end(int step) {
    return start(step);
  }

  @Override
  public boolean isContinued(int step) {
    return !samples.get(step).afterGap();
  }

  @Override
  public List<Tick> ticks(int limit) {
    int intervals = limit > INTERVALS ? INTERVALS : INTERVALS / 2;
    return IntStream.rangeClosed(0, intervals)
        .mapToObj(
            tick ->
                new Tick(
                    (double) tick / intervals,
                    ago.apply(range.toMillis() * (intervals - tick) / intervals)))
        .toList();
  }

  @Override
  public List<Double> midnights() {
    return List.of();
  }

  @Override
  public String name(int step) {
    return ago.apply(before(step).toMillis());
  }
}
