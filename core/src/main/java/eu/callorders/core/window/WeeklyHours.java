package eu.callorders.core.window;

import java.time.DayOfWeek;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Hours that are the same each week.
 *
 * @param byDay stretches of each day, sorted and apart from each other; a missing day is barred
 */
public record WeeklyHours(Map<DayOfWeek, List<ClockInterval>> byDay) implements DayHours {

  /** The same stretch on some days of the week. */
  public record Entry(Set<DayOfWeek> days, ClockInterval times) {
    public Entry {
      days = Set.copyOf(days);
    }
  }

  /** Permitted is what any of the entries permits. */
  public static WeeklyHours of(Collection<Entry> entries) {
    Map<DayOfWeek, List<ClockInterval>> byDay = new EnumMap<>(DayOfWeek.class);
    for (DayOfWeek day : DayOfWeek.values()) {
      byDay.put(
          day,
          merged(
              entries.stream()
                  .filter(entry -> entry.days().contains(day))
                  .map(Entry::times)
                  .sorted()
                  .toList()));
    }
    return new WeeklyHours(byDay);
  }

  private static List<ClockInterval> merged(List<ClockInterval> sorted) {
    List<ClockInterval> apart = new ArrayList<>();
    for (ClockInterval next : sorted) {
      if (apart.isEmpty() || apart.getLast().to() < next.from()) {
        apart.add(next);
      } else {
        ClockInterval last = apart.removeLast();
        apart.add(new ClockInterval(last.from(), Math.max(last.to(), next.to())));
      }
    }
    return List.copyOf(apart);
  }

  @Override
  public List<ClockInterval> on(LocalDate date) {
    return byDay.getOrDefault(date.getDayOfWeek(), List.of());
  }
}
