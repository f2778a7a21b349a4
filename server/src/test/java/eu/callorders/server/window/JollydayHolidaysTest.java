package eu.callorders.server.window;

import static org.assertj.core.api.Assertions.assertThat;

import de.focus_shift.jollyday.core.HolidayManager;
import java.time.LocalDate;
import java.time.MonthDay;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class JollydayHolidaysTest {
  private static final JollydayHolidays HOLIDAYS = new JollydayHolidays();

  static IntStream years() {
    return IntStream.rangeClosed(2025, 2035);
  }

  @ParameterizedTest
  @MethodSource("years")
  void knowsTheHolidaysOfGermanStates(int year) {
    LocalDate easter = easter(year);
    Set<LocalDate> everywhere =
        days(
            year,
            List.of("01-01", "05-01", "10-03", "12-25", "12-26"),
            List.of(
                easter.minusDays(2), easter.plusDays(1), easter.plusDays(39), easter.plusDays(50)));

    assertThat(known("DE", "hh", year)).isEqualTo(with(everywhere, day(year, "10-31")));
    assertThat(known("DE", "nw", year))
        .isEqualTo(with(everywhere, easter.plusDays(60), day(year, "11-01")));
    assertThat(known("DE", "he", year)).isEqualTo(with(everywhere, easter.plusDays(60)));
    assertThat(known("DE", "be", year))
        .containsAll(with(everywhere, day(year, "03-08")))
        .doesNotContain(day(year, "10-31"), easter.plusDays(60));
    // The Wednesday before 23 November.
    LocalDate repentance = day(year, "11-22");
    while (repentance.getDayOfWeek().getValue() != 3) {
      repentance = repentance.minusDays(1);
    }
    assertThat(known("DE", "sn", year)).isEqualTo(with(everywhere, day(year, "10-31"), repentance));
  }

  @ParameterizedTest
  @MethodSource("years")
  void holidaysOfAnyRegionCountForTheCountry(int year) {
    Set<LocalDate> anywhere = known("DE", null, year);
    for (String state : List.of("be", "bb", "bw", "by", "hb", "hh", "he", "mv", "ni", "nw")) {
      assertThat(anywhere).containsAll(known("DE", state, year));
    }
    assertThat(anywhere).contains(day(year, "08-15"), day(year, "11-01"), day(year, "10-31"));
    // Alsace, and Saint Andrew's.
    assertThat(known("FR", null, year)).contains(easter(year).minusDays(2), day(year, "12-26"));
    assertThat(known("GB", null, year)).contains(easter(year).minusDays(2));
  }

  @Test
  void mergesHolidaysOfSeveralRegions() {
    assertThat(HOLIDAYS.on("DE", Set.of("be", "bb"), LocalDate.parse("2027-03-08"))).isPresent();
    assertThat(HOLIDAYS.on("DE", Set.of("be", "bb"), LocalDate.parse("2027-10-31"))).isPresent();
    assertThat(HOLIDAYS.on("DE", Set.of("be", "bb"), LocalDate.parse("2027-01-06"))).isEmpty();
  }

  @Test
  void namesHolidaysInEnglish() {
    assertThat(HOLIDAYS.on("DE", Set.of("be"), LocalDate.parse("2026-12-25")))
        .hasValueSatisfying(name -> assertThat(name).containsIgnoringCase("christmas"));
  }

  /** The Islamic calendar of the JDK ends in 2174; Ceuta and Turkey have its holidays. */
  @ParameterizedTest
  @CsvSource({"ES, 2200", "TR, 2200", "TR, 1850"})
  void everyDayOfAYearWithUnknownHolidaysIsOne(String country, int year) {
    assertThat(HOLIDAYS.on(country, Set.of(), LocalDate.of(year, 3, 9)))
        .contains("any day of " + year + " (holidays unknown)");
  }

  @Test
  void knowsHolidaysOfOtherCountriesInDistantYears() {
    assertThat(HOLIDAYS.on("DE", Set.of("be"), LocalDate.of(9999, 12, 24))).isEmpty();
    assertThat(HOLIDAYS.on("DE", Set.of("be"), LocalDate.of(9999, 12, 25))).isPresent();
  }

  @Test
  void countryWithoutCalendarHasNoHolidays() {
    assertThat(known("XX", null, 2026)).isEmpty();
    assertThat(known("*", null, 2026)).isEmpty();
  }

  @Test
  void namesTheLibraryAndVersion() {
    String jar = HolidayManager.class.getProtectionDomain().getCodeSource().getLocation().getPath();
    assertThat(jar).contains(HOLIDAYS.source().replace("jollyday ", "jollyday-core-"));
  }

  private static Set<LocalDate> known(String country, String region, int year) {
    Set<String> regions = region == null ? Set.of() : Set.of(region);
    return LocalDate.of(year, 1, 1)
        .datesUntil(LocalDate.of(year + 1, 1, 1))
        .filter(date -> HOLIDAYS.on(country, regions, date).isPresent())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static Set<LocalDate> days(int year, List<String> fixed, List<LocalDate> movable) {
    return Stream.concat(fixed.stream().map(day -> day(year, day)), movable.stream())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static Set<LocalDate> with(Set<LocalDate> days, LocalDate... further) {
    Set<LocalDate> all = new TreeSet<>(days);
    all.addAll(List.of(further));
    return all;
  }

  private static LocalDate day(int year, String monthDay) {
    return MonthDay.parse("--" + monthDay).atYear(year);
  }

  /** By Gauss, for this and the next century. */
  private static LocalDate easter(int year) {
    int a = year % 19;
    int d = (19 * a + 24) % 30;
    int e = (2 * (year % 4) + 4 * (year % 7) + 6 * d + 5) % 7;
    int day = 22 + d + e;
    if (d == 29 && e == 6 || d == 28 && e == 6 && a > 10) {
      day -= 7;
    }
    return LocalDate.of(year, 3, 1).plusDays(day - 1L);
  }
}
