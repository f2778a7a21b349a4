package eu.callorders.core.window;

import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Hours and local times of tests. */
final class TestHours {
  static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");
  static final CallingWindow STATUTORY = StatutoryHours.window(BERLIN);

  static CallingWindow every(ZoneId zone, String from, String to) {
    return CallingWindow.of(
        new ZonedHours(zone, weekly(EnumSet.allOf(DayOfWeek.class), ClockInterval.of(from, to))));
  }

  static WeeklyHours weekly(Set<DayOfWeek> days, ClockInterval times) {
    return WeeklyHours.of(List.of(new WeeklyHours.Entry(days, times)));
  }

  static Instant at(ZoneId zone, String local) {
    return LocalDateTime.parse(local).atZone(zone).toInstant();
  }

  private TestHours() {}
}
