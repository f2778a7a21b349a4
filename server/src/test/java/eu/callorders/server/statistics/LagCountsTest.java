package eu.callorders.server.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LagCountsTest {
  @ParameterizedTest
  @CsvSource({
    "-7, 1",
    "0, 1",
    "1, 1",
    "2, 2",
    "3, 5",
    "5, 5",
    "6, 10",
    "10, 10",
    "11, 20",
    "50, 50",
    "51, 100",
    "2001, 5000",
    "86400000, 100000000"
  })
  void roundsUpToOneTwoOrFive(long millis, long bound) {
    assertThat(LagCounts.boundOf(Duration.ofMillis(millis))).isEqualTo(bound);
  }

  @Test
  void percentileIsTheBoundOfThatPart() {
    LagCounts lags = new LagCounts();
    lags.add(500, 1);
    lags.add(10, 98);
    lags.add(20, 1);

    assertThat(lags.total()).isEqualTo(100);
    assertThat(lags.percentile(50)).isEqualTo(10);
    assertThat(lags.percentile(98)).isEqualTo(10);
    assertThat(lags.percentile(99)).isEqualTo(20);
    assertThat(lags.percentile(100)).isEqualTo(500);
  }

  @Test
  void percentileOfOneLagIsItsBound() {
    LagCounts lags = new LagCounts();
    lags.add(200, 1);

    assertThat(lags.percentile(1)).isEqualTo(200);
    assertThat(lags.percentile(99)).isEqualTo(200);
  }

  @Test
  void percentileWithoutLagsIsZero() {
    assertThat(new LagCounts().percentile(99)).isZero();
  }
}
