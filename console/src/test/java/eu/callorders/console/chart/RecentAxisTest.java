package eu.callorders.console.chart;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RecentAxisTest {
  private static RecentAxis axis(long... minutes) {
    List<RecentAxis.Sample> samples =
        LongStream.of(minutes)
            .mapToObj(at -> new RecentAxis.Sample(Duration.ofMinutes(at), at == 3))
            .toList();
    return new RecentAxis(samples, ago -> "-" + ago / 60_000);
  }

  private static String labels(RecentAxis axis, int limit) {
    return String.join(" ", axis.ticks(limit).stream().map(TimeAxis.Tick::label).toList());
  }

  @ParameterizedTest
  @CsvSource({
    "10, 9, -20 -15 -10 -5 -0",
    "10, 5, -20 -15 -10 -5 -0",
    "10, 4, -20 -10 -0",
    "60, 1, -60 -30 -0"
  })
  void labelsThePresentAtEveryRange(int minutes, int limit, String labels) {
    assertThat(labels(axis(0, minutes), limit)).isEqualTo(labels);
  }

  @Test
  void countsBackFromTheLastMoment() {
    RecentAxis axis = axis(5, 8, 15);
    assertThat(axis.size()).isEqualTo(3);
    assertThat(axis.start(0)).isEqualTo(0.5);
    assertThat(axis.end(2)).isEqualTo(1);
    assertThat(axis.name(1)).isEqualTo("-7");
  }

  @Test
  void interruptsLinesAfterAGap() {
    RecentAxis axis = axis(1, 2, 3);
    assertThat(axis.isContinued(1)).isTrue();
    assertThat(axis.isContinued(2)).isFalse();
  }

  @Test
  void selectsTheRangeByTheKnownTime() {
    assertThat(RecentAxis.range(Duration.ZERO)).isEqualTo(Duration.ofMinutes(4));
    assertThat(RecentAxis.range(Duration.ofMinutes(4))).isEqualTo(Duration.ofMinutes(4));
    assertThat(RecentAxis.range(Duration.ofMinutes(11))).isEqualTo(Duration.ofMinutes(20));
    assertThat(RecentAxis.range(Duration.ofMinutes(61))).isEqualTo(Duration.ofMinutes(60));
  }
}
