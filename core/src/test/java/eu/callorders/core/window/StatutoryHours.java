package eu.callorders.core.window;

import java.time.DayOfWeek;
import java.time.ZoneId;
import java.util.EnumSet;
import java.util.List;

/** Hours for tests that do not depend on countries. */
public final class StatutoryHours {
  /** Monday to Saturday, 08:00 to 20:00. */
  public static final DayHours GENERAL =
      WeeklyHours.of(
          List.of(
              new WeeklyHours.Entry(
                  EnumSet.range(DayOfWeek.MONDAY, DayOfWeek.SATURDAY),
                  ClockInterval.of("08:00", "20:00"))));

  private StatutoryHours() {}

  /** The statutory window of a person in that zone. */
  public static CallingWindow window(ZoneId zone) {
    return CallingWindow.of(new ZonedHours(zone, GENERAL));
  }
}
