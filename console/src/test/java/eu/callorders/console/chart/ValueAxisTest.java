package eu.callorders.console.chart;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class ValueAxisTest {
  private static final long SECOND = 1_000;
  private static final long MINUTE = 60 * SECOND;
  private static final long HOUR = 60 * MINUTE;
  private static final long DAY = 24 * HOUR;

  /** Around each power of ten and of two, and the extremes. */
  private static LongStream values() {
    return LongStream.concat(
        LongStream.of(0, 9_999_999, -1, Long.MIN_VALUE, Long.MAX_VALUE),
        LongStream.iterate(1, power -> power < 1L << 50, power -> power * 2)
            .flatMap(power -> LongStream.of(power - 1, power, power + 1, power * 5 / 4)));
  }

  @ParameterizedTest
  @EnumSource(ValueScale.class)
  void reachesEveryValueByFewRoundTicksFromZero(ValueScale scale) {
    for (int intervals = 1; intervals <= 6; intervals++) {
      for (long value : values().toArray()) {
        ValueAxis axis = ValueAxis.of(scale, value, intervals);
        List<Long> ticks = axis.ticks();
        String which = scale + " " + value + " in " + intervals;
        assertThat(ticks).as(which).hasSizeBetween(2, intervals + 1).isSorted();
        assertThat(ticks.getFirst()).as(which).isZero();
        assertThat(ticks.get(1)).as(which).isEqualTo(axis.unit()).isPositive();
        assertThat(isRound(scale, axis.unit())).as(which + ": " + axis.unit()).isTrue();
        assertThat(axis.top() - axis.unit()).as(which).isLessThan(Math.max(1, value));
        if (value < 1L << 49) {
          assertThat(axis.top()).as(which).isGreaterThanOrEqualTo(value);
        }
      }
    }
  }

  private static boolean isRound(ValueScale scale, long unit) {
    if (scale == ValueScale.COUNTS || unit < SECOND) {
      return isRoundNumber(unit);
    }
    if (unit % DAY == 0) {
      return isRoundNumber(unit / DAY);
    }
    return unit % HOUR == 0
        ? List.of(1L, 2L, 6L, 12L).contains(unit / HOUR)
        : List.of(1L, 2L, 5L, 10L, 20L, 30L).contains(unit / (unit < MINUTE ? SECOND : MINUTE));
  }

  private static boolean isRoundNumber(long number) {
    long digits = number;
    while (digits % 10 == 0) {
      digits /= 10;
    }
    return digits == 1 || digits == 2 || digits == 5;
  }

  @ParameterizedTest
  @CsvSource({
    "COUNTS, 0, 1, 1",
    "COUNTS, 1, 1, 1",
    "COUNTS, 5, 1, 5",
    "COUNTS, 6, 2, 6",
    "COUNTS, 41, 10, 50",
    "COUNTS, 9999999, 2000000, 10000000",
    "DURATIONS, 700, 200, 800",
    "DURATIONS, 2600, 1000, 3000",
    "DURATIONS, 59000, 20000, 60000",
    "DURATIONS, 100000, 20000, 100000",
    "DURATIONS, 500000, 120000, 600000",
    "DURATIONS, 172800000, 43200000, 172800000",
  })
  void endsWithTheFirstTickAboveTheValue(ValueScale scale, long value, long unit, long top) {
    assertThat(ValueAxis.of(scale, value, 5)).isEqualTo(new ValueAxis(unit, top));
  }

  @Test
  void placesValuesBetweenZeroAndTheTop() {
    ValueAxis axis = new ValueAxis(10, 50);
    assertThat(axis.position(0)).isZero();
    assertThat(axis.position(25)).isEqualTo(0.5);
    assertThat(axis.position(50)).isEqualTo(1);
    assertThat(axis.position(-3)).isZero();
    assertThat(axis.position(60)).isEqualTo(1);
  }
}
