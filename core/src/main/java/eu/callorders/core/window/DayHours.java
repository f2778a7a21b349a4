package eu.callorders.core.window;

import java.time.LocalDate;
import java.util.List;

/** The hours of each local day in which calls are permitted. */
@FunctionalInterface
public interface DayHours {

  /** The permitted stretches of that day: sorted, apart from each other; empty for a barred day. */
  List<ClockInterval> on(LocalDate date);

  /**
   * What says so for that day, with its version, as stored decisions name it: {@code DE/1}. Empty
   * when there is nothing to name.
   */
  default String source(LocalDate date) {
    return "";
  }

  /** What an operator reads about that day: the beginning of a sentence. */
  default String words(LocalDate date) {
    return HoursFormatter.hours(on(date));
  }
}
