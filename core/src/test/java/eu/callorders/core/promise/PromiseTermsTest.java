package eu.callorders.core.promise;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PromiseTermsTest {
  private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");

  /** Calls of 2027-07-07 with three days of grace. */
  @ParameterizedTest
  @CsvSource({
    "2027-07-20, 2027-07-20, 2027-07-23T22:00:00Z",
    "2027-07-07, 2027-07-07, 2027-07-10T22:00:00Z",
    // No day: 14 days.
    ", 2027-07-21, 2027-07-24T22:00:00Z",
    // At most 60 days, as far as a date goes.
    "2027-09-05, 2027-09-05, 2027-09-08T22:00:00Z",
    "2027-09-06, 2027-09-05, 2027-09-08T22:00:00Z",
    "+999999999-12-31, 2027-09-05, 2027-09-08T22:00:00Z",
    // A past day is the day of the call.
    "2027-07-06, 2027-07-07, 2027-07-10T22:00:00Z",
    "-999999999-01-01, 2027-07-07, 2027-07-10T22:00:00Z"
  })
  void endsWithTheDaysOfGrace(LocalDate promised, LocalDate due, Instant end) {
    assertThat(PromiseTerms.of(promised, LocalDate.of(2027, 7, 7), 3, BERLIN))
        .isEqualTo(new PromiseTerms(due, end));
  }

  @Test
  void withoutGraceEndsWithThePromisedDay() {
    assertThat(
            PromiseTerms.of(
                    LocalDate.of(2027, 7, 20),
                    LocalDate.of(2027, 7, 7),
                    0,
                    ZoneId.of("America/New_York"))
                .graceEndsAt())
        .isEqualTo("2027-07-21T04:00:00Z");
  }

  /** Clocks change on 2027-10-31; 2028 has a 29 February; Cairo's clocks skip midnight. */
  @ParameterizedTest
  @CsvSource({
    "2027-10-29, Europe/Berlin, 2027-11-01T23:00:00Z",
    "2028-02-26, Europe/Berlin, 2028-02-29T23:00:00Z",
    "2027-04-26, Africa/Cairo, 2027-04-29T22:00:00Z"
  })
  void countsCalendarDays(LocalDate promised, ZoneId zone, Instant end) {
    assertThat(PromiseTerms.of(promised, promised.minusDays(5), 3, zone).graceEndsAt())
        .isEqualTo(end);
  }
}
