package eu.callorders.core.window;

import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.Optional;
import java.util.Set;

/**
 * A second implementation of the rules of every country, minute by minute in local time, without
 * the code under test.
 */
final class StatutoryOracle {
  /** Every country with a row of its own, and one without. */
  static final String[] COUNTRIES = {"DE", "AT", "NL", "FR", "IT", "ES", "PL", "GB", "US", "CH"};

  /** Invented: frequent, and different per country and region. */
  static final Holidays HOLIDAYS =
      new Holidays() {
        @Override
        public Optional<String> on(String country, Set<String> regions, LocalDate date) {
          return isHoliday(country, regions, date) ? Optional.of("a holiday") : Optional.empty();
        }

        @Override
        public String source() {
          return "made up";
        }
      };

  private StatutoryOracle() {}

  /** The built-in rows, without a first day of validity. */
  static CountryTable alwaysValid() {
    return new CountryTable(
        CountryTable.builtIn().rules().stream()
            .map(
                row ->
                    new CountryRule(
                        row.country(),
                        row.version(),
                        LocalDate.EPOCH,
                        row.hours(),
                        row.onHolidays(),
                        row.maxDialsPer7Days(),
                        row.maxConversationsPer7Days(),
                        row.basisRequired(),
                        row.reviewedOn(),
                        row.source()))
            .toList());
  }

  static boolean isHoliday(String country, Set<String> regions, LocalDate date) {
    int day = date.getDayOfMonth();
    return (day + country.charAt(0)) % 11 == 0
        || (regions.isEmpty() || regions.contains("by")) && (day + country.charAt(1)) % 9 == 0;
  }

  static boolean permits(Jurisdiction place, ZoneId zone, Instant instant) {
    ZonedDateTime local = instant.atZone(zone);
    boolean holiday = isHoliday(place.country(), place.regions(), local.toLocalDate());
    int hhmm = local.getHour() * 100 + local.getMinute();
    boolean saturday = local.getDayOfWeek() == DayOfWeek.SATURDAY;
    boolean free = local.getDayOfWeek() == DayOfWeek.SUNDAY || holiday;
    return switch (place.country()) {
      case "DE", "AT" ->
          !free && (saturday ? hhmm >= 900 && hhmm < 1800 : hhmm >= 800 && hhmm < 2000);
      case "NL" -> !free && hhmm >= 700 && hhmm < 2000;
      case "FR" ->
          !free && !saturday && (hhmm >= 1000 && hhmm < 1300 || hhmm >= 1400 && hhmm < 2000);
      case "IT" -> !free && hhmm >= 830 && hhmm < (saturday ? 1500 : 2100);
      case "ES" -> !free && !saturday && hhmm >= 900 && hhmm < 2100;
      case "PL" -> !free && !saturday && hhmm >= 800 && hhmm < 2000;
      case "GB" -> !free && hhmm >= 800 && hhmm < 2000;
      case "US" -> hhmm >= 800 && hhmm < 2100;
      default -> !free && !saturday && hhmm >= 900 && hhmm < 1800;
    };
  }
}
