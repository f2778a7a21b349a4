package eu.callorders.core.simulation;

import eu.callorders.core.window.ClockInterval;
import eu.callorders.core.window.WeeklyHours;
import eu.callorders.core.window.ZonedHours;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Set;

/** Permitted hours as a client defines them, evaluated independently of the core. */
record LocalHours(ZoneId zone, List<Entry> entries) {

  /** The same minutes on some days: {@code from} included, {@code to} excluded. */
  record Entry(Set<DayOfWeek> days, int from, int to) {}

  ZonedHours toZonedHours() {
    return new ZonedHours(
        zone,
        WeeklyHours.of(
            entries.stream()
                .map(
                    entry ->
                        new WeeklyHours.Entry(
                            entry.days(), new ClockInterval(entry.from() * 60, entry.to() * 60)))
                .toList()));
  }

  /** By local date and time. */
  boolean permits(Instant instant) {
    ZonedDateTime local = instant.atZone(zone);
    int minute = local.getHour() * 60 + local.getMinute();
    return entries.stream()
        .anyMatch(
            entry ->
                entry.days().contains(local.getDayOfWeek())
                    && entry.from() <= minute
                    && minute < entry.to());
  }
}
