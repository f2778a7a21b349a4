package eu.callorders.core.window;

import java.time.LocalDate;
import java.util.List;

/** The hours of each local day in which calls are permitted. */
@FunctionalInterface
public interface DayHours {

  /** The permitted stretches of that day: sorted, apart from each other; empty for a barred day. */
  List<ClockInterval> on(LocalDate date);
}
