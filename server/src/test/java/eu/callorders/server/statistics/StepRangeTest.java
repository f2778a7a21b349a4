package eu.callorders.server.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StepRangeTest {
  @ParameterizedTest
  @CsvSource({
    "2026-11-20T08:00:00Z, 2026-11-20T09:00:00Z, PT1H, 2026-11-20T08:00:00Z, 2026-11-20T09:00:00Z,"
        + " 1",
    "2026-11-20T08:59:59Z, 2026-11-20T09:00:01Z, PT1H, 2026-11-20T08:00:00Z, 2026-11-20T10:00:00Z,"
        + " 2",
    "2026-11-20T23:30:00Z, 2026-11-22T23:30:00Z, P1D, 2026-11-20T23:00:00Z, 2026-11-23T00:00:00Z,"
        + " 3",
    "2026-11-20T23:00:00Z, 2026-11-22T23:00:00Z, P1D, 2026-11-20T23:00:00Z, 2026-11-22T23:00:00Z, 2"
  })
  void coversWholeHours(
      Instant from, Instant to, String step, Instant firstHour, Instant end, long steps) {
    StepRange range = StepRange.covering(from, to, Duration.parse(step));

    assertThat(range.from()).isEqualTo(firstHour);
    assertThat(range.to()).isEqualTo(end);
    assertThat(range.size()).isEqualTo(steps);
    assertThat(range.start((int) steps - 1)).isBefore(end);
  }
}
