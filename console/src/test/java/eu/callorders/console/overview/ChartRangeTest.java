package eu.callorders.console.overview;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ChartRangeTest {
  private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");

  private static List<Instant> bounds(ChartRange range, String now, ZoneId zone) {
    return range.bounds(Instant.parse(now), zone);
  }

  /** The hours of each step. */
  private static List<Long> hours(List<Instant> bounds) {
    return IntStream.range(1, bounds.size())
        .mapToObj(i -> Duration.between(bounds.get(i - 1), bounds.get(i)).toHours())
        .toList();
  }

  @ParameterizedTest
  @CsvSource({
    "2026-11-20T14:59:59.999Z, 2026-11-19T15:00:00Z, 2026-11-20T15:00:00Z",
    "2026-11-20T15:00:00Z, 2026-11-19T16:00:00Z, 2026-11-20T16:00:00Z"
  })
  void endsWithThePresentHour(String now, Instant first, Instant last) {
    List<Instant> bounds = bounds(ChartRange.HOURS_24, now, BERLIN);
    assertThat(bounds).hasSize(25).startsWith(first).endsWith(last);
    assertThat(hours(bounds)).containsOnly(1L);
  }

  @ParameterizedTest
  @CsvSource({
    "2026-11-20T22:59:59Z, 2026-11-13T23:00:00Z, 2026-11-20T23:00:00Z",
    "2026-11-20T23:00:00Z, 2026-11-14T23:00:00Z, 2026-11-21T23:00:00Z"
  })
  void endsWithThePresentDayOfTheTenant(String now, Instant first, Instant last) {
    assertThat(bounds(ChartRange.DAYS_7, now, BERLIN)).hasSize(8).startsWith(first).endsWith(last);
    assertThat(bounds(ChartRange.DAYS_30, now, BERLIN)).hasSize(31).endsWith(last);
  }

  @ParameterizedTest
  @CsvSource({"2026-03-30T10:00:00Z, 23", "2026-10-26T10:00:00Z, 25"})
  void hasALongerAndAShorterDay(String now, long hours) {
    assertThat(hours(bounds(ChartRange.DAYS_7, now, BERLIN)))
        .containsExactly(24L, 24L, 24L, 24L, 24L, hours, 24L);
  }

  @Test
  void beginsDaysWithTheHourOfTheirMidnight() {
    List<Instant> bounds =
        bounds(ChartRange.DAYS_7, "2026-11-20T10:00:00Z", ZoneId.of("Asia/Kolkata"));
    assertThat(bounds).endsWith(Instant.parse("2026-11-20T18:00:00Z"));
    assertThat(hours(bounds)).containsOnly(24L);
  }
}
