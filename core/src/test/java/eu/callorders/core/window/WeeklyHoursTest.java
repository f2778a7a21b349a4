package eu.callorders.core.window;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.window.WeeklyHours.Entry;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class WeeklyHoursTest {
  private static final LocalDate MONDAY = LocalDate.of(2026, 11, 16);

  @Test
  void entriesApplyOnTheirDaysOnly() {
    WeeklyHours hours =
        WeeklyHours.of(List.of(entry("08:00", "20:00", DayOfWeek.MONDAY, DayOfWeek.SUNDAY)));

    assertThat(hours.on(MONDAY)).containsExactly(ClockInterval.of("08:00", "20:00"));
    assertThat(hours.on(MONDAY.plusDays(1))).isEmpty();
    assertThat(hours.on(MONDAY.plusDays(6))).hasSize(1);
  }

  @Test
  void mergesAdjacentAndOverlappingEntries() {
    WeeklyHours hours =
        WeeklyHours.of(
            List.of(
                entry("14:00", "18:00", DayOfWeek.MONDAY),
                entry("10:00", "12:00", DayOfWeek.MONDAY),
                entry("08:00", "10:00", DayOfWeek.MONDAY),
                entry("08:30", "09:00", DayOfWeek.MONDAY),
                entry("14:00", "15:00", DayOfWeek.MONDAY)));

    assertThat(hours.on(MONDAY))
        .containsExactly(ClockInterval.of("08:00", "12:00"), ClockInterval.of("14:00", "18:00"));
  }

  @Test
  void permitsNothingWithoutEntries() {
    assertThat(WeeklyHours.of(List.of()).on(MONDAY)).isEmpty();
  }

  @Test
  void generalHoursExcludeSundays() {
    assertThat(StatutoryHours.GENERAL.on(MONDAY.plusDays(5)))
        .containsExactly(ClockInterval.of("08:00", "20:00"));
    assertThat(StatutoryHours.GENERAL.on(MONDAY.plusDays(6))).isEmpty();
  }

  private static Entry entry(String from, String to, DayOfWeek... days) {
    return new Entry(Set.of(days), ClockInterval.of(from, to));
  }
}
