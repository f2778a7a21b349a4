package eu.callorders.core.window;

import static eu.callorders.core.window.TestHours.BERLIN;
import static eu.callorders.core.window.TestHours.STATUTORY;
import static eu.callorders.core.window.TestHours.at;
import static eu.callorders.core.window.TestHours.every;
import static eu.callorders.core.window.TestHours.weekly;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CallingWindowTest {
  @Test
  void permittedInstantIsItsOwnNext() {
    Instant now = Instant.parse("2026-11-17T10:00:00.123456789Z");
    assertThat(STATUTORY.nextPermitted(now)).contains(now);
    assertThat(STATUTORY.permits(now)).isTrue();
  }

  @Test
  void openingIsIncludedAndClosingExcluded() {
    Instant opening = at(BERLIN, "2026-11-17T08:00");
    Instant closing = at(BERLIN, "2026-11-17T20:00");

    assertThat(STATUTORY.permits(opening.minusNanos(1))).isFalse();
    assertThat(STATUTORY.permits(opening)).isTrue();
    assertThat(STATUTORY.permits(closing.minusNanos(1))).isTrue();
    assertThat(STATUTORY.permits(closing)).isFalse();
    assertThat(STATUTORY.nextPermitted(opening.minusNanos(1))).contains(opening);
    assertThat(STATUTORY.permittedAround(closing.minusNanos(1)))
        .contains(new PermittedInterval(opening, closing));
    assertThat(STATUTORY.permittedAround(closing)).isEmpty();
  }

  @Test
  void saturdayEveningWaitsForMonday() {
    assertThat(STATUTORY.nextPermitted(at(BERLIN, "2026-11-21T20:00")))
        .contains(at(BERLIN, "2026-11-23T08:00"));
  }

  @Test
  void hoursIntersect() {
    CallingWindow both =
        STATUTORY.narrowedBy(
            new ZonedHours(
                ZoneId.of("America/New_York"),
                weekly(EnumSet.allOf(DayOfWeek.class), ClockInterval.of("08:00", "20:00"))));

    assertThat(both.nextPermitted(at(BERLIN, "2026-11-17T08:00")))
        .contains(at(BERLIN, "2026-11-17T14:00"));
    assertThat(both.permittedAround(at(BERLIN, "2026-11-17T15:00")))
        .contains(
            new PermittedInterval(at(BERLIN, "2026-11-17T14:00"), at(BERLIN, "2026-11-17T20:00")));
  }

  @Test
  void disjointHoursPermitNothing() {
    CallingWindow never =
        every(BERLIN, "08:00", "12:00")
            .narrowedBy(
                new ZonedHours(
                    BERLIN,
                    weekly(EnumSet.allOf(DayOfWeek.class), ClockInterval.of("12:00", "20:00"))));

    assertThat(never.nextPermitted(Instant.parse("2026-11-17T10:00:00Z"))).isEmpty();
  }

  @Test
  void boundsAreAbsolute() {
    Instant notBefore = at(BERLIN, "2026-11-17T09:30");
    Instant notAfter = at(BERLIN, "2026-11-17T10:30");
    CallingWindow window = STATUTORY.withBounds(notBefore, notAfter);

    assertThat(window.nextPermitted(at(BERLIN, "2026-11-17T08:00"))).contains(notBefore);
    assertThat(window.permits(notBefore)).isTrue();
    assertThat(window.permits(notBefore.minusNanos(1))).isFalse();
    assertThat(window.permits(notAfter.minusNanos(1))).isTrue();
    assertThat(window.permits(notAfter)).isFalse();
    assertThat(window.nextPermitted(notAfter.minusNanos(1))).contains(notAfter.minusNanos(1));
    assertThat(window.nextPermitted(notAfter)).isEmpty();
    assertThat(window.permittedAround(notBefore))
        .contains(new PermittedInterval(notBefore, notAfter));
  }

  @Test
  void openingAtTheBoundIsTooLate() {
    CallingWindow window = STATUTORY.withBounds(null, at(BERLIN, "2026-11-18T08:00"));
    assertThat(window.nextPermitted(at(BERLIN, "2026-11-17T20:00"))).isEmpty();

    CallingWindow aMomentLonger =
        STATUTORY.withBounds(null, at(BERLIN, "2026-11-18T08:00").plusNanos(1));
    assertThat(aMomentLonger.nextPermitted(at(BERLIN, "2026-11-17T20:00")))
        .contains(at(BERLIN, "2026-11-18T08:00"));
  }

  @Test
  void emptyBoundsPermitNothing() {
    Instant now = at(BERLIN, "2026-11-17T10:00");
    assertThat(STATUTORY.withBounds(now, now).nextPermitted(now.minusSeconds(9))).isEmpty();
    assertThat(CallingWindow.of().withBounds(null, now).nextPermitted(now)).isEmpty();
    assertThat(CallingWindow.of().withBounds(null, now).nextPermitted(now.minusNanos(1)))
        .isPresent();
  }

  @Test
  void permitsEveryInstantWithoutHours() {
    Instant now = Instant.parse("2026-11-22T02:00:00Z");
    assertThat(CallingWindow.of().nextPermitted(now)).contains(now);
    assertThat(CallingWindow.of().permittedAround(now))
        .contains(
            new PermittedInterval(
                now.minus(CallingWindow.HORIZON), now.plus(CallingWindow.HORIZON)));
  }

  @Test
  void endlessIntervalsAreCutAtTheHorizon() {
    Instant now = Instant.parse("2026-11-22T02:00:00Z");
    assertThat(every(BERLIN, "00:00", "24:00").permittedAround(now))
        .contains(
            new PermittedInterval(
                now.minus(CallingWindow.HORIZON), now.plus(CallingWindow.HORIZON)));
  }

  @Test
  void boundsBeyondTheHorizonHaveNoEffect() {
    Instant now = Instant.parse("2026-11-22T02:00:00Z");
    CallingWindow years =
        CallingWindow.of()
            .withBounds(now.minus(Duration.ofDays(2_000)), now.plus(Duration.ofDays(2_000)));

    assertThat(years.nextPermitted(now)).contains(now);
    assertThat(years.permittedAround(now)).isEqualTo(CallingWindow.of().permittedAround(now));
    assertThat(STATUTORY.withBounds(null, now.plus(Duration.ofDays(2_000))).nextPermitted(now))
        .isEqualTo(STATUTORY.nextPermitted(now));
  }

  @Test
  void intervalsContinueAcrossMidnight() {
    ZonedHours night =
        new ZonedHours(
            ZoneOffset.UTC,
            date ->
                date.getDayOfWeek() == DayOfWeek.MONDAY
                    ? List.of(ClockInterval.of("22:00", "24:00"))
                    : List.of(ClockInterval.of("00:00", "02:00")));

    assertThat(CallingWindow.of(night).permittedAround(Instant.parse("2026-11-17T01:00:00Z")))
        .contains(
            new PermittedInterval(
                Instant.parse("2026-11-16T22:00:00Z"), Instant.parse("2026-11-17T02:00:00Z")));
  }

  @Test
  void hoursCanDifferPerDay() {
    LocalDate holiday = LocalDate.of(2026, 11, 18);
    ZonedHours hours =
        new ZonedHours(
            BERLIN, date -> date.equals(holiday) ? List.of() : StatutoryHours.GENERAL.on(date));

    assertThat(CallingWindow.of(hours).nextPermitted(at(BERLIN, "2026-11-17T20:00")))
        .contains(at(BERLIN, "2026-11-19T08:00"));
  }

  @Test
  void searchEndsAtTheHorizon() {
    LocalDate far = LocalDate.of(2028, 1, 3);
    ZonedHours once =
        new ZonedHours(
            BERLIN, date -> date.equals(far) ? StatutoryHours.GENERAL.on(date) : List.of());
    Instant opening = at(BERLIN, "2028-01-03T08:00");
    Instant tooFar = opening.minus(CallingWindow.HORIZON);

    assertThat(CallingWindow.of(once).nextPermitted(tooFar)).isEqualTo(Optional.empty());
    assertThat(CallingWindow.of(once).nextPermitted(tooFar.plusSeconds(1))).contains(opening);
  }

  @Test
  void rejectsAnEmptyInterval() {
    Instant now = Instant.parse("2026-11-17T10:00:00Z");
    assertThatThrownBy(() -> new PermittedInterval(now, now))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void nextDayStartsAtTheEndOfTheLocalDay() {
    assertThat(LocalDays.startOfNextDay(Instant.parse("2026-10-24T22:00:00Z"), BERLIN))
        .isEqualTo(Instant.parse("2026-10-25T23:00:00Z"));
    ZoneId apia = ZoneId.of("Pacific/Apia");
    assertThat(LocalDays.startOfNextDay(at(apia, "2011-12-29T12:00"), apia))
        .isEqualTo(at(apia, "2011-12-31T00:00"));
  }
}
