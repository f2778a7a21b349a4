package eu.callorders.bench.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class MetricsReaderTest {
  private static final String METRICS =
      """
      # TYPE callorders_clock_deviation_seconds gauge
      callorders_clock_deviation_seconds_max 9.0
      callorders_clock_deviation_seconds -3599.98
      callorders_database_up 1.0
      """;

  @Test
  void readsTheMetricOfThatName() {
    assertThat(MetricsReader.value(METRICS, "callorders_clock_deviation_seconds"))
        .isEqualTo(-3599.98);
  }

  @Test
  void namesAMissingMetric() {
    assertThatThrownBy(() -> MetricsReader.value(METRICS, "callorders_clock"))
        .hasMessage("no metric callorders_clock");
  }
}
