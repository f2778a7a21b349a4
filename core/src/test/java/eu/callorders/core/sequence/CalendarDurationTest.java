package eu.callorders.core.sequence;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CalendarDurationTest {

  @ParameterizedTest
  @CsvSource({
    "P2D, 2, PT0S",
    "PT90M, 0, PT90M",
    "PT1H, 0, PT1H",
    "P1DT2H30M, 1, PT2H30M",
    "P0D, 0, PT0S",
    "PT0H0M, 0, PT0S",
    "P10DT5M, 10, PT5M",
    "P99999DT99999H99999M, 99999, PT101665H39M",
  })
  void parsesDaysHoursAndMinutes(String text, int days, Duration time) {
    assertThat(CalendarDuration.parse(text))
        .isEqualTo(Optional.of(new CalendarDuration(days, time)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "P",
        "PT",
        "P1DT",
        "P1M",
        "P1Y",
        "P1W",
        "PT1S",
        "PT1.5H",
        "P-1D",
        "-P1D",
        "p1d",
        "1D",
        "P1D ",
        "P1H",
        "PT1D",
        "PT5M1H",
        "P1DT1H1M1S",
        "P1000000D",
        "P١D"
      })
  void rejectsOtherTexts(String text) {
    assertThat(CalendarDuration.parse(text)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "PT24H, P1D, 0",
    "PT25H, P1D, 1",
    "P1DT1M, P1D, 1",
    "PT23H59M, P1D, -1",
    "P1DT12H, PT36H, 0",
    "P2D, P10D, -1",
  })
  void comparesByLength(String one, String other, int expected) {
    assertThat(Integer.signum(duration(one).compareTo(duration(other)))).isEqualTo(expected);
  }

  /** Local times before and after, with their offsets. */
  @ParameterizedTest
  @CsvSource({
    // across the change to summer time: a day of 23 hours, but 24 hours are 24 hours
    "Europe/Berlin, 2026-03-28T10:00+01:00, P1D, 2026-03-29T10:00+02:00",
    "Europe/Berlin, 2026-03-28T10:00+01:00, PT24H, 2026-03-29T11:00+02:00",
    "Europe/Berlin, 2026-03-28T10:00+01:00, P1DT1H, 2026-03-29T11:00+02:00",
    // and back: a day of 25 hours
    "Europe/Berlin, 2026-10-24T10:00+02:00, P1D, 2026-10-25T10:00+01:00",
    "Europe/Berlin, 2026-10-24T10:00+02:00, PT24H, 2026-10-25T09:00+01:00",
    // to a skipped time: the end of the gap, then the hours
    "Europe/Berlin, 2026-03-28T02:30+01:00, P1D, 2026-03-29T03:00+02:00",
    "Europe/Berlin, 2026-03-28T02:30+01:00, P1DT1H, 2026-03-29T04:00+02:00",
    "Europe/Berlin, 2026-03-28T02:30+01:00, P2D, 2026-03-30T02:30+02:00",
    // to an ambiguous time: its first occurrence, also from winter time
    "Europe/Berlin, 2026-10-24T02:30+02:00, P1D, 2026-10-25T02:30+02:00",
    "Europe/Berlin, 2026-02-01T02:30+01:00, P266D, 2026-10-25T02:30+02:00",
    // from the second occurrence: hours count on, days follow the calendar
    "Europe/Berlin, 2026-10-25T02:30+01:00, PT30M, 2026-10-25T03:00+01:00",
    "Europe/Berlin, 2026-10-25T02:30+01:00, P0D, 2026-10-25T02:30+01:00",
    "Europe/Berlin, 2026-10-25T02:30+01:00, P1D, 2026-10-26T02:30+01:00",
    // a gap of half an hour
    "Australia/Lord_Howe, 2026-10-03T02:10+10:30, P1D, 2026-10-04T02:30+11:00",
    "Australia/Lord_Howe, 2026-10-03T12:00+10:30, P1D, 2026-10-04T12:00+11:00",
    "Australia/Lord_Howe, 2026-04-04T01:45+11:00, P1D, 2026-04-05T01:45+11:00",
    // a day that Samoa skipped
    "Pacific/Apia, 2011-12-29T10:00-10:00, P1D, 2011-12-31T00:00+14:00",
    "Pacific/Apia, 2011-12-29T10:00-10:00, P2D, 2011-12-31T10:00+14:00",
    "Pacific/Apia, 2011-12-29T10:00-10:00, PT24H, 2011-12-31T10:00+14:00",
    // zones that change at midnight
    "America/Santiago, 2026-09-05T00:30-04:00, P1D, 2026-09-06T01:00-03:00",
    "UTC, 2026-12-31T23:00Z, P1DT2H, 2027-01-02T01:00Z",
    "UTC, 2028-02-28T12:00Z, P1D, 2028-02-29T12:00Z",
  })
  void addsByTheCalendarOfTheZone(String zone, String from, String duration, String expected) {
    Instant start = ZonedDateTime.parse(from).toInstant();

    assertThat(duration(duration).after(start, ZoneId.of(zone)))
        .isEqualTo(ZonedDateTime.parse(expected).toInstant());
  }

  @Test
  void keepsFractionsOfASecond() {
    Instant from = Instant.parse("2026-07-01T08:00:00.123456Z");

    assertThat(duration("P1DT1M").after(from, ZoneId.of("Europe/Berlin")))
        .isEqualTo(Instant.parse("2026-07-02T08:01:00.123456Z"));
  }

  private static CalendarDuration duration(String text) {
    return CalendarDuration.parse(text).orElseThrow();
  }
}
