package eu.callorders.server.window;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import de.focus_shift.jollyday.core.CalendarHierarchy;
import de.focus_shift.jollyday.core.Holiday;
import de.focus_shift.jollyday.core.HolidayCalendar;
import de.focus_shift.jollyday.core.HolidayManager;
import de.focus_shift.jollyday.core.HolidayType;
import de.focus_shift.jollyday.core.ManagerParameters;
import eu.callorders.core.window.Holidays;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.Year;
import java.util.Arrays;
import java.util.Collection;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The holidays of the Jollyday library; caches each year of a place. The library fails where a year
 * with Islamic holidays is beyond the calendar of the JDK: each day of such a year is a holiday.
 */
public final class JollydayHolidays implements Holidays {
  /** The library and its version, which the service's single jar does not contain. */
  static final String SOURCE = "jollyday 2.19.0";

  private static final int MAX_CACHED = 10_000;

  /** Public days off, without observances. */
  private static final Set<HolidayType> PUBLIC =
      Set.of(HolidayType.PUBLIC_HOLIDAY, HolidayType.BANK_HOLIDAY);

  private static final Set<String> COUNTRIES =
      Arrays.stream(HolidayCalendar.values())
          .map(HolidayCalendar::getId)
          .map(id -> id.toUpperCase(Locale.ROOT))
          .collect(Collectors.toUnmodifiableSet());

  /** Empty where the holidays are unknown. */
  private final LoadingCache<YearOfPlace, Optional<Map<LocalDate, String>>> cache =
      Caffeine.newBuilder()
          .maximumSize(MAX_CACHED)
          .executor(Runnable::run)
          .build(JollydayHolidays::findHolidays);

  private record YearOfPlace(String country, Set<String> regions, int year) {}

  /** Fills the cache for these countries: the first access is slow. */
  public void warmUp(Collection<String> countries, LocalDate today) {
    for (String country : countries) {
      on(country, Set.of(), today);
      on(country, Set.of(), today.plusYears(1));
    }
  }

  @Override
  public Optional<String> on(String country, Set<String> regions, LocalDate date) {
    if (!COUNTRIES.contains(country)) {
      return Optional.empty();
    }
    YearOfPlace place = new YearOfPlace(country, regions, date.getYear());
    return cache
        .get(place)
        .map(holidays -> Optional.ofNullable(holidays.get(date)))
        .orElseGet(() -> Optional.of("any day of " + place.year() + " (holidays unknown)"));
  }

  @Override
  public String source() {
    return SOURCE;
  }

  private static Optional<Map<LocalDate, String>> findHolidays(YearOfPlace place) {
    try {
      return Optional.of(lookUp(place));
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  /** Reads the neighboring years, too: their holidays may be observed in this one. */
  private static Map<LocalDate, String> lookUp(YearOfPlace place) {
    HolidayManager manager =
        HolidayManager.getInstance(
            ManagerParameters.create(place.country().toLowerCase(Locale.ROOT)));
    CalendarHierarchy country = manager.getCalendarHierarchy();
    Map<LocalDate, String> days = new TreeMap<>();
    paths(country, place.regions())
        .forEach(
            path -> {
              for (int year = place.year() - 1; year <= place.year() + 1; year++) {
                for (Holiday holiday : manager.getHolidays(Year.of(year), path)) {
                  if (PUBLIC.contains(holiday.getType())
                      && holiday.getDate().getYear() == place.year()) {
                    days.putIfAbsent(holiday.getDate(), holiday.getDescription(Locale.ENGLISH));
                  }
                }
              }
            });
    return Map.copyOf(days);
  }

  /** The country, and the given regions with all of their parts. */
  private static Stream<String[]> paths(CalendarHierarchy country, Set<String> regions) {
    return Stream.concat(
        Stream.<String[]>of(new String[0]),
        country.getChildren().entrySet().stream()
            .filter(child -> regions.isEmpty() || regions.contains(child.getKey()))
            .flatMap(child -> descendants(child.getValue(), new String[] {child.getKey()})));
  }

  private static Stream<String[]> descendants(CalendarHierarchy region, String[] path) {
    return Stream.concat(
        Stream.<String[]>of(path),
        region.getChildren().entrySet().stream()
            .flatMap(
                child -> {
                  String[] deeper = Arrays.copyOf(path, path.length + 1);
                  deeper[path.length] = child.getKey();
                  return descendants(child.getValue(), deeper);
                }));
  }
}
