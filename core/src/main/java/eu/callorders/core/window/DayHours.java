package eu.callorders.core.window;

import java.time.LocalDate;
import java.util.List;
import java.util.Optional;

/** The permitted hours of each local day. */
@FunctionalInterface
public interface DayHours {

  /** The permitted intervals of that day, sorted and disjoint; empty if none is permitted. */
  List<ClockInterval> on(LocalDate date);

  /** The rule for that day with its version, for stored decisions: {@code DE/1}. May be empty. */
  default String source(LocalDate date) {
    return "";
  }

  /** The English name of the public holiday that closes that day. */
  default Optional<String> holiday(LocalDate date) {
    return Optional.empty();
  }

  /** The start of a sentence for operators about that day. */
  default String describe(LocalDate date) {
    return HoursFormatter.hours(on(date));
  }
}
