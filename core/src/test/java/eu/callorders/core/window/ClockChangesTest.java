package eu.callorders.core.window;

import static eu.callorders.core.window.TestHours.BERLIN;
import static eu.callorders.core.window.TestHours.STATUTORY;
import static eu.callorders.core.window.TestHours.at;
import static eu.callorders.core.window.TestHours.every;
import static eu.callorders.core.window.TestHours.weekly;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Calling windows on days with a clock change. */
class ClockChangesTest {
  @Test
  void openingFollowsLocalTimeWhenSummerTimeEnds() {
    // Saturday evening to Monday morning: the day in between has 25 hours.
    assertThat(STATUTORY.nextPermitted(Instant.parse("2026-10-24T18:00:00Z")))
        .contains(Instant.parse("2026-10-26T07:00:00Z"));
  }

  @Test
  void skippedOpeningStartsAfterTheGap() {
    CallingWindow window = every(BERLIN, "02:15", "03:15");

    assertThat(window.nextPermitted(Instant.parse("2026-03-29T00:20:00Z")))
        .contains(Instant.parse("2026-03-29T01:00:00Z"));
    assertThat(window.permittedAround(Instant.parse("2026-03-29T01:05:00Z")))
        .contains(
            new PermittedInterval(
                Instant.parse("2026-03-29T01:00:00Z"), Instant.parse("2026-03-29T01:15:00Z")));
  }

  @Test
  void skippedIntervalHasNoReplacement() {
    CallingWindow window = every(BERLIN, "02:15", "02:45");

    assertThat(window.nextPermitted(Instant.parse("2026-03-28T12:00:00Z")))
        .contains(at(BERLIN, "2026-03-30T02:15"));
  }

  @Test
  void repeatedHourIsPermittedTwice() {
    CallingWindow window = every(BERLIN, "02:15", "02:45");
    Instant firstOpening = Instant.parse("2026-10-25T00:15:00Z");
    Instant secondOpening = Instant.parse("2026-10-25T01:15:00Z");

    assertThat(window.nextPermitted(Instant.parse("2026-10-25T00:00:00Z"))).contains(firstOpening);
    assertThat(window.nextPermitted(Instant.parse("2026-10-25T00:45:00Z"))).contains(secondOpening);
    assertThat(window.permittedAround(firstOpening).orElseThrow().to())
        .isEqualTo(Instant.parse("2026-10-25T00:45:00Z"));
  }

  @Test
  void intervalAcrossTheRepeatedHourIsAnHourLonger() {
    assertThat(every(BERLIN, "01:00", "04:00").permittedAround(at(BERLIN, "2026-10-25T03:30")))
        .contains(
            new PermittedInterval(
                Instant.parse("2026-10-24T23:00:00Z"), Instant.parse("2026-10-25T03:00:00Z")));
  }

  @Test
  void clockChangeOutOfAnIntervalEndsIt() {
    // From 02:59:59 the clock goes back to 02:00: outside, until it shows 02:30 again.
    CallingWindow window = every(BERLIN, "02:30", "24:00");
    Instant change = Instant.parse("2026-10-25T01:00:00Z");

    assertThat(window.permittedAround(change.minusSeconds(1)))
        .contains(new PermittedInterval(change.minus(Duration.ofMinutes(30)), change));
    assertThat(window.nextPermitted(change)).contains(change.plus(Duration.ofMinutes(30)));
  }

  @Test
  void clockChangeIntoAnIntervalStartsIt() {
    // From 02:59:59 the clock goes back to 02:00, back into the hours.
    CallingWindow window = every(BERLIN, "01:30", "02:30");
    Instant change = Instant.parse("2026-10-25T01:00:00Z");

    assertThat(window.nextPermitted(change.minusSeconds(1))).contains(change);
    assertThat(window.permittedAround(change))
        .isEqualTo(window.permittedAround(change.plusSeconds(5)));
    assertThat(window.permittedAround(change.plusSeconds(5)))
        .contains(new PermittedInterval(change, change.plus(Duration.ofMinutes(30))));
  }

  @Test
  void zonesWithUnusualOffsetsOpenAtLocalTime() {
    assertThat(
            StatutoryHours.window(ZoneId.of("Asia/Kathmandu"))
                .nextPermitted(Instant.parse("2026-11-17T00:00:00Z")))
        .contains(Instant.parse("2026-11-17T02:15:00Z"));
    assertThat(
            StatutoryHours.window(ZoneId.of("Asia/Kolkata"))
                .nextPermitted(Instant.parse("2026-11-17T00:00:00Z")))
        .contains(Instant.parse("2026-11-17T02:30:00Z"));
  }

  @Test
  void respectsAGapOfHalfAnHour() {
    // Lord Howe skips 02:00 to 02:30.
    assertThat(
            every(ZoneId.of("Australia/Lord_Howe"), "02:00", "02:45")
                .nextPermitted(Instant.parse("2026-10-03T15:00:00Z")))
        .contains(Instant.parse("2026-10-03T15:30:00Z"));
  }

  @Test
  void skipsADayThatDoesNotExist() {
    // Apia had no Friday 30 December 2011.
    ZoneId apia = ZoneId.of("Pacific/Apia");
    CallingWindow fridays =
        CallingWindow.of(
            new ZonedHours(
                apia, weekly(Set.of(DayOfWeek.FRIDAY), ClockInterval.of("08:00", "20:00"))));

    assertThat(fridays.nextPermitted(at(apia, "2011-12-28T12:00")))
        .contains(at(apia, "2012-01-06T08:00"));
    assertThat(every(apia, "00:00", "24:00").permits(at(apia, "2011-12-31T00:00"))).isTrue();
  }
}
