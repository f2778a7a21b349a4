package eu.callorders.server.testclock;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TestClockEditorTest {
  @ParameterizedTest
  @CsvSource({
    "P1D, 2026-02-01T00:00:00Z",
    "P1M, 2026-02-28T00:00:00Z",
    "P1Y2M3W4DT5H6M7.5S, 2027-04-25T05:06:07.500Z",
    "PT36H, 2026-02-01T12:00:00Z",
    "PT0S, 2026-01-31T00:00:00Z"
  })
  void addsDuration(String by, Instant expected) {
    assertThat(TestClockEditor.later(Instant.parse("2026-01-31T00:00:00Z"), by))
        .isEqualTo(expected);
  }
}
