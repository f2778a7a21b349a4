package eu.callorders.core.sequence;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.window.CallingWindow;
import eu.callorders.core.window.StatutoryHours;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WaitTest {
  private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");
  private static final Instant NOW = Instant.parse("2026-07-01T08:00:00Z"); // a Wednesday, 10:00

  /** Returns the least or the greatest possible number. */
  private record FixedRandom(boolean greatest) implements RandomGenerator {
    @Override
    public long nextLong() {
      throw new UnsupportedOperationException();
    }

    @Override
    public long nextLong(long bound) {
      return greatest ? bound - 1 : 0;
    }
  }

  private static Wait.Between between(String min, String max) {
    return new Wait.Between(
        CalendarDuration.parse(min).orElseThrow(), CalendarDuration.parse(max).orElseThrow());
  }

  private static Wait.Until until(String date, String time) {
    return new Wait.Until(
        date == null ? null : LocalDate.parse(date), time == null ? null : LocalTime.parse(time));
  }

  private static Instant wakeUp(Wait wait, Instant from, ZoneId zone, RandomGenerator random) {
    return wait.endsAt(from, zone, StatutoryHours.window(zone), random).orElseThrow();
  }

  private static Instant wakeUp(Wait wait, Instant from, ZoneId zone) {
    return wakeUp(wait, from, zone, new FixedRandom(false));
  }

  @Test
  void randomEndCoversTheWholeRangeInclusively() {
    Wait wait = new Wait(between("P2D", "P3D"), null);
    Instant earliest = Instant.parse("2026-07-03T08:00:00Z");
    Instant latest = Instant.parse("2026-07-04T08:00:00Z");

    assertThat(wakeUp(wait, NOW, BERLIN, new FixedRandom(false))).isEqualTo(earliest);
    assertThat(wakeUp(wait, NOW, BERLIN, new FixedRandom(true))).isEqualTo(latest);
    SplittableRandom random = new SplittableRandom(20261120);
    List<Instant> ends =
        Stream.generate(() -> wakeUp(wait, NOW, BERLIN, random)).limit(4000).toList();
    assertThat(ends).allMatch(at -> !at.isBefore(earliest) && !at.isAfter(latest));
    for (int quarter = 0; quarter < 4; quarter++) {
      Instant from = earliest.plusSeconds(quarter * 6 * 3600L);
      assertThat(ends)
          .filteredOn(at -> !at.isBefore(from) && at.isBefore(from.plusSeconds(6 * 3600L)))
          .hasSizeBetween(850, 1150);
    }
  }

  @Test
  void sameSeedGivesTheSameEnd() {
    Wait wait = new Wait(between("P2D", "P3D"), until(null, "10:00"));

    assertThat(wakeUp(wait, NOW, BERLIN, new SplittableRandom(5)))
        .isEqualTo(wakeUp(wait, NOW, BERLIN, new SplittableRandom(5)));
  }

  @Test
  void isExactForEqualBounds() {
    for (boolean longest : List.of(true, false)) {
      assertThat(
              wakeUp(
                  new Wait(between("P1DT2H", "P1DT2H"), null),
                  NOW,
                  BERLIN,
                  new FixedRandom(longest)))
          .isEqualTo(Instant.parse("2026-07-02T10:00:00Z"));
    }
  }

  /** A day of 23 hours is shorter than 24 hours: then only the lower bound counts. */
  @Test
  void acceptsARangeThatAClockChangeReverses() {
    Instant from = ZonedDateTime.parse("2026-03-28T10:00+01:00").toInstant();

    assertThat(wakeUp(new Wait(between("PT24H", "P1D"), null), from, BERLIN, new FixedRandom(true)))
        .isEqualTo(from.plusSeconds(24 * 3600));
  }

  /** The end may lie outside the window. */
  @Test
  void endsAfterTheDurationAtAnyHour() {
    assertThat(wakeUp(new Wait(between("PT14H", "PT14H"), null), NOW, BERLIN))
        .isEqualTo(Instant.parse("2026-07-01T22:00:00Z"));
  }

  @ParameterizedTest
  @CsvSource({
    "Europe/Berlin, 2026-07-01T10:00+02:00, 10:00, 2026-07-01T10:00+02:00",
    "Europe/Berlin, 2026-07-01T09:59+02:00, 10:00, 2026-07-01T10:00+02:00",
    "Europe/Berlin, 2026-07-01T10:01+02:00, 10:00, 2026-07-02T10:00+02:00",
    "Europe/Berlin, 2026-07-01T10:00+02:00, 00:00, 2026-07-02T00:00+02:00",
    "Europe/Berlin, 2026-12-31T10:00+01:00, 09:00, 2027-01-01T09:00+01:00",
    // skipped: the end of the gap; already past: tomorrow
    "Europe/Berlin, 2026-03-28T12:00+01:00, 02:30, 2026-03-29T03:00+02:00",
    "Europe/Berlin, 2026-03-29T01:00+01:00, 02:00, 2026-03-29T03:00+02:00",
    "Europe/Berlin, 2026-03-29T03:00+02:00, 02:30, 2026-03-29T03:00+02:00",
    "Europe/Berlin, 2026-03-29T03:01+02:00, 02:30, 2026-03-30T02:30+02:00",
    // ambiguous: the first occurrence; in between it is past for today
    "Europe/Berlin, 2026-10-24T12:00+02:00, 02:30, 2026-10-25T02:30+02:00",
    "Europe/Berlin, 2026-10-25T02:45+02:00, 02:30, 2026-10-26T02:30+01:00",
    "Europe/Berlin, 2026-10-25T02:30+01:00, 02:30, 2026-10-26T02:30+01:00",
    "Europe/Berlin, 2026-10-25T02:15+01:00, 02:30, 2026-10-26T02:30+01:00",
    "Australia/Lord_Howe, 2026-10-03T12:00+10:30, 02:15, 2026-10-04T02:30+11:00",
    "Australia/Lord_Howe, 2026-04-04T12:00+11:00, 01:45, 2026-04-05T01:45+11:00",
    "Australia/Lord_Howe, 2026-04-05T01:50+11:00, 01:45, 2026-04-06T01:45+10:30",
    "Pacific/Apia, 2011-12-29T12:00-10:00, 10:00, 2011-12-31T00:00+14:00",
    "Pacific/Apia, 2011-12-31T00:01+14:00, 10:00, 2011-12-31T10:00+14:00",
    "America/Santiago, 2026-09-05T12:00-04:00, 00:30, 2026-09-06T01:00-03:00",
    "Asia/Kathmandu, 2026-07-01T10:00+05:45, 09:30, 2026-07-02T09:30+05:45",
  })
  void waitsForTheNextOccurrenceOfAClockTime(
      String zone, String from, String time, String expected) {
    Wait wait = new Wait(null, until(null, time));

    assertThat(wakeUp(wait, ZonedDateTime.parse(from).toInstant(), ZoneId.of(zone)))
        .isEqualTo(ZonedDateTime.parse(expected).toInstant());
  }

  @Test
  void clockTimeFollowsTheEndOfTheDuration() {
    Wait wait = new Wait(between("P1D", "P1DT1H"), until(null, "10:00"));

    assertThat(wakeUp(wait, NOW, BERLIN, new FixedRandom(false)))
        .isEqualTo(Instant.parse("2026-07-02T08:00:00Z"));
    assertThat(wakeUp(wait, NOW, BERLIN, new FixedRandom(true)))
        .isEqualTo(Instant.parse("2026-07-03T08:00:00Z"));
  }

  @ParameterizedTest
  @CsvSource({
    "2026-07-03, 2026-07-03T08:00+02:00", // a Friday
    "2026-07-05, 2026-07-06T08:00+02:00", // a Sunday: the next opening
    "2026-07-01, 2026-07-01T10:00+02:00", // today, already open
    "2026-06-01, 2026-07-01T10:00+02:00", // past: now
    "1900-01-01, 2026-07-01T10:00+02:00",
    "2029-07-02, 2029-07-02T08:00+02:00", // beyond the search horizon of windows
  })
  void waitsForTheOpeningOnADate(String date, String expected) {
    assertThat(wakeUp(new Wait(null, until(date, null)), NOW, BERLIN))
        .isEqualTo(ZonedDateTime.parse(expected).toInstant());
  }

  @Test
  void pastDateWaitsForTheNextOpening() {
    Instant night = Instant.parse("2026-07-01T20:00:00Z");

    assertThat(wakeUp(new Wait(null, until("2026-07-01", null)), night, BERLIN))
        .isEqualTo(Instant.parse("2026-07-02T06:00:00Z"));
  }

  @Test
  void waitsForADayThatAClockChangeShortens() {
    Instant from = ZonedDateTime.parse("2011-12-28T10:00-10:00").toInstant();

    assertThat(wakeUp(new Wait(null, until("2011-12-30", null)), from, ZoneId.of("Pacific/Apia")))
        .isEqualTo(ZonedDateTime.parse("2011-12-31T08:00+14:00").toInstant());
  }

  @Test
  void dateThatPrecedesTheDurationHasNoEffect() {
    Wait wait = new Wait(between("P3D", "P3D"), until("2026-07-02", null));

    assertThat(wakeUp(wait, NOW, BERLIN)).isEqualTo(Instant.parse("2026-07-04T08:00:00Z"));
  }

  @Test
  void isEmptyWhenTheWindowNeverOpensAgain() {
    CallingWindow closing = StatutoryHours.window(BERLIN).withBounds(null, NOW.plusSeconds(3600));

    assertThat(
            new Wait(null, until("2026-07-03", null))
                .endsAt(NOW, BERLIN, closing, new FixedRandom(false)))
        .isEqualTo(Optional.empty());
  }

  @ParameterizedTest
  @CsvSource({
    "2026-07-03, 22:30, 2026-07-03T22:30+02:00",
    "2026-07-01, 10:00, 2026-07-01T10:00+02:00",
    "2026-07-01, 09:59, 2026-07-01T10:00+02:00",
    "2026-03-29, 02:30, 2026-07-01T10:00+02:00",
    "2027-03-28, 02:30, 2027-03-28T03:00+02:00",
    "2026-10-25, 02:30, 2026-10-25T02:30+02:00",
  })
  void waitsForADateWithTimeUnlessPast(String date, String time, String expected) {
    assertThat(wakeUp(new Wait(null, until(date, time)), NOW, BERLIN))
        .isEqualTo(ZonedDateTime.parse(expected).toInstant());
  }

  @Test
  void waitsForTheLaterOfDurationAndDateWithTime() {
    assertThat(wakeUp(new Wait(between("P3D", "P3D"), until("2026-07-02", "10:00")), NOW, BERLIN))
        .isEqualTo(Instant.parse("2026-07-04T08:00:00Z"));
    assertThat(wakeUp(new Wait(between("P3D", "P3D"), until("2026-07-09", "10:00")), NOW, BERLIN))
        .isEqualTo(Instant.parse("2026-07-09T08:00:00Z"));
  }
}
