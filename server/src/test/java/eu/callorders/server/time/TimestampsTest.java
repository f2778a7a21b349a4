package eu.callorders.server.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.DateTimeException;
import java.time.OffsetDateTime;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TimestampsTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "2026-11-26T09:08:07Z",
        "2024-02-29T23:59:59Z",
        "1800-01-01T00:00:00Z",
        "9999-12-31T23:59:59Z",
        "2026-11-26T09:08:07.5Z",
        "2026-11-26T09:08:07.123456789Z",
        "2026-11-26T09:08:07+02:00"
      })
  void parsesAsJavaDoes(String text) {
    assertThat(Timestamps.parse(text)).isEqualTo(OffsetDateTime.parse(text).toInstant());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2026-11-26T09:08:0xZ",
        "2026-11-26 09:08:07Z",
        "2026-02-30T09:08:07Z",
        "2026-11-26T09:08:60Z",
        "2026-11-26T24:00:00Z",
        "+026-11-26T09:08:07Z",
        ""
      })
  void refusesWhatIsNoDateTime(String text) {
    assertThatThrownBy(() -> Timestamps.parse(text)).isInstanceOf(DateTimeException.class);
  }
}
