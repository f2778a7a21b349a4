package eu.callorders.core.window;

import java.time.DayOfWeek;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Hours that repeat each week.
 *
 * @param byDay sorted, disjoint intervals of each day; a missing day permits no calls
 */
public record WeeklyHours(Map<DayOfWeek, List<ClockInterval>> byDay) implements DayHours {

  public record Entry(Set<DayOfWeek> days, ClockInterval times) {
    public Entry {
      days = Set.copyOf(days);
    }
  }

  /** The union of the entries. */
  public static WeeklyHours of(Collection<Entry> entries) {
    Map<DayOfWeek, List<ClockInterval>> byDay = new EnumMap<>(DayOfWeek.class);
    for (DayOfWeek day : DayOfWeek.values()) {
      byDay.put(
          day,
          merge(
              entries.stream()
                  .filter(entry -> entry.days().contains(day))
                  .map(Entry::times)
                  .sorted()
                  .toList()));
    }
    return new WeeklyHours(byDay);
  }

  private static List<ClockInterval> merge(List<ClockInterval> sorted) {
    List<ClockInterval> disjoint = new ArrayList<>();
    for (ClockInterval next : sorted) {
      if (disjoint.isEmpty() || disjoint.getLast().to() < next.from()) {
        disjoint.add(next);
      } else {
        ClockInterval last = disjoint.removeLast();
        disjoint.add(new ClockInterval(last.from(), Math.max(last.to(), next.to())));
      }
    }
    return List.copyOf(disjoint);
  }

  /** Entries whose union is these hours, one for each interval, in the order of their days. */
  public List<Entry> entries() {
    Map<ClockInterval, Set<DayOfWeek>> days = new LinkedHashMap<>();
    for (DayOfWeek day : DayOfWeek.values()) {
      for (ClockInterval times : byDay.getOrDefault(day, List.of())) {
        days.computeIfAbsent(times, same -> EnumSet.noneOf(DayOfWeek.class)).add(day);
      }
    }
    return days.entrySet().stream().map(each -> new Entry(each.getValue(), each.getKey())).toList();
  }

  @Override
  public List<ClockInterval> on(LocalDate date) {
    return byDay.getOrDefault(date.getDayOfWeek(), List.of());
  }
}
