package eu.callorders.bench.crash;

import eu.callorders.core.window.CountryTable;
import eu.callorders.core.window.Jurisdiction;
import eu.callorders.core.window.StatutoryWindows;
import eu.callorders.server.window.JollydayHolidays;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Where the persons of a live campaign live: somewhere they may be called for as long as it takes.
 *
 * @param numbers of fiction's own, each followed by two digits
 */
public record CallablePlace(String numbers, String country, String zone, String locale) {
  private static final List<CallablePlace> PLACES =
      List.of(
          new CallablePlace("+180855501", "US", "Pacific/Honolulu", "en-US"),
          new CallablePlace("+121255501", "US", "America/New_York", "en-US"),
          new CallablePlace("+4930231251", "DE", "Europe/Berlin", "de-DE"));

  /** Empty on Sundays from about 7 to 13 o'clock UTC, and before German public holidays end. */
  public static Optional<CallablePlace> during(Instant from, Duration length) {
    StatutoryWindows windows = new StatutoryWindows(CountryTable.builtIn(), new JollydayHolidays());
    return PLACES.stream().filter(place -> place.isOpen(windows, from, length)).findFirst();
  }

  private boolean isOpen(StatutoryWindows windows, Instant from, Duration length) {
    return windows
        .forPlaces(List.of(new Jurisdiction(country, Set.of())), List.of(ZoneId.of(zone)))
        .permittedAround(from)
        .filter(interval -> interval.to().isAfter(from.plus(length)))
        .isPresent();
  }
}
