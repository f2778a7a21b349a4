package eu.callorders.core.window;

import java.time.DateTimeException;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Parses rules of a {@link CountryTable}: one per line, columns separated by bars. */
public final class CountryTableParser {
  private static final int COLUMNS = 11;
  private static final String NONE = "-";

  private CountryTableParser() {}

  /**
   * Skips empty lines and comments that start with {@code #}. Throws {@link
   * IllegalArgumentException} that names the line.
   */
  public static List<CountryRule> parse(String text) {
    List<CountryRule> rules = new ArrayList<>();
    int lineNumber = 0;
    for (String line : text.lines().toList()) {
      lineNumber++;
      if (!line.isBlank() && !line.startsWith("#")) {
        try {
          rules.add(row(Arrays.stream(line.split("\\|", COLUMNS)).map(String::strip).toList()));
        } catch (IllegalArgumentException | DateTimeException e) {
          throw new IllegalArgumentException("line " + lineNumber + ": " + e.getMessage(), e);
        }
      }
    }
    return List.copyOf(rules);
  }

  private static CountryRule row(List<String> columns) {
    if (columns.size() != COLUMNS) {
      throw new IllegalArgumentException(columns.size() + " columns instead of " + COLUMNS);
    }
    if (!columns.getFirst().matches("[A-Z]{2}|\\*")) {
      throw new IllegalArgumentException("no country: " + columns.getFirst());
    }
    return new CountryRule(
        columns.getFirst(),
        positive(columns.get(1)),
        LocalDate.parse(columns.get(2)),
        hours(columns.subList(3, 6)),
        yesOrNo(columns.get(6)),
        limit(columns.get(7)),
        limit(columns.get(8)),
        false,
        LocalDate.parse(columns.get(9)),
        columns.get(10));
  }

  private static WeeklyHours hours(List<String> columns) {
    List<WeeklyHours.Entry> entries = new ArrayList<>();
    add(entries, EnumSet.range(DayOfWeek.MONDAY, DayOfWeek.FRIDAY), columns.get(0));
    add(entries, EnumSet.of(DayOfWeek.SATURDAY), columns.get(1));
    add(entries, EnumSet.of(DayOfWeek.SUNDAY), columns.get(2));
    return WeeklyHours.of(entries);
  }

  private static void add(List<WeeklyHours.Entry> entries, Set<DayOfWeek> days, String column) {
    if (column.equals(NONE)) {
      return;
    }
    for (String interval : column.split(" +", -1)) {
      String[] ends = interval.split("-", 2);
      if (ends.length != 2) {
        throw new IllegalArgumentException("no interval of a day: " + interval);
      }
      entries.add(new WeeklyHours.Entry(days, ClockInterval.of(ends[0], ends[1])));
    }
  }

  private static boolean yesOrNo(String column) {
    return switch (column) {
      case "yes" -> true;
      case "no" -> false;
      default -> throw new IllegalArgumentException("neither yes nor no: " + column);
    };
  }

  private static @Nullable Integer limit(String column) {
    return column.equals(NONE) ? null : Integer.valueOf(positive(column));
  }

  private static int positive(String column) {
    if (!column.matches("[1-9][0-9]{0,5}")) {
      throw new IllegalArgumentException("no positive number: " + column);
    }
    return Integer.parseInt(column);
  }
}
