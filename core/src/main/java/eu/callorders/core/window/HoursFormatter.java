package eu.callorders.core.window;

import java.time.LocalDate;
import java.time.format.TextStyle;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Formats days and hours for operators. */
final class HoursFormatter {
  private HoursFormatter() {}

  /** {@code 10:00-13:00 and 14:00-20:00}. */
  static String hours(List<ClockInterval> intervals) {
    return intervals.isEmpty()
        ? "no hours"
        : intervals.stream().map(HoursFormatter::interval).collect(Collectors.joining(" and "));
  }

  /** {@code 10:00-13:00}. */
  static String interval(ClockInterval interval) {
    return interval.start() + "-" + interval.end();
  }

  /** {@code Sunday 2026-11-22}. */
  static String day(LocalDate date) {
    return date.getDayOfWeek().getDisplayName(TextStyle.FULL, Locale.ENGLISH) + " " + date;
  }
}
