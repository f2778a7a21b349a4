package eu.callorders.core.window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClockIntervalTest {

  @Test
  void countsSecondsOfLocalTimeSinceMidnight() {
    assertThat(ClockInterval.of("08:00", "20:30")).isEqualTo(new ClockInterval(28_800, 73_800));
  }

  @Test
  void dayEndsAtTwentyFourHours() {
    assertThat(ClockInterval.of("00:00", "24:00")).isEqualTo(new ClockInterval(0, 86_400));
  }

  @ParameterizedTest
  @CsvSource({
    "8:00, 09:00",
    "08:00, 24:01",
    "08:00, 25:00",
    "08:60, 09:00",
    "08:00, 08:00",
    "09:00, 08:00",
    "24:00, 24:00",
    "08:00:00, 09:00"
  })
  void rejectsInvalidIntervals(String from, String to) {
    assertThatThrownBy(() -> ClockInterval.of(from, to))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @CsvSource({"-1, 5", "5, 5", "5, 86401"})
  void rejectsSecondsOutsideTheDay(int from, int to) {
    assertThatThrownBy(() -> new ClockInterval(from, to))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
