package eu.callorders.core.window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CountryTableTest {
  private static final LocalDate TODAY = LocalDate.parse("2026-11-20");
  private static final CountryTable BUILT_IN = CountryTable.builtIn();
  private static final String ROW =
      "DE | 2 | 2027-03-01 | 09:00-12:00 13:00-17:00 | - | - | no | 3 | 1 | 2027-01-01 | a law";

  @Test
  void everyRowHasASourceAndAReviewDate() {
    assertThat(BUILT_IN.rules())
        .extracting(CountryRule::id)
        .containsExactlyInAnyOrder(
            "DE/1", "AT/1", "NL/1", "FR/1", "IT/1", "ES/1", "PL/1", "GB/1", "US/1", "*/1");
    assertThat(BUILT_IN.rules())
        .allSatisfy(
            row -> {
              assertThat(row.source()).isNotBlank();
              assertThat(row.reviewedOn()).isAfterOrEqualTo(row.validFrom());
            });
  }

  @Test
  void someCountriesLimitCallsPerPersonAndClaim() {
    assertThat(BUILT_IN.ruleFor("US", TODAY).maxDialsPer7Days()).isEqualTo(7);
    assertThat(BUILT_IN.ruleFor("US", TODAY).maxConversationsPer7Days()).isEqualTo(1);
    assertThat(BUILT_IN.ruleFor("IT", TODAY).maxDialsPer7Days()).isNull();
    assertThat(BUILT_IN.ruleFor("IT", TODAY).maxConversationsPer7Days()).isEqualTo(3);
    assertThat(BUILT_IN.ruleFor("DE", TODAY).maxConversationsPer7Days()).isNull();
  }

  @Test
  void countryWithoutARowHasTheStrictestHours() {
    assertThat(BUILT_IN.ruleFor("CH", TODAY))
        .isEqualTo(BUILT_IN.ruleFor(CountryTable.ELSEWHERE, TODAY));
  }

  @Test
  void rowIsValidFromItsFirstLocalDay() {
    CountryTable table = BUILT_IN.overriddenBy(CountryTableParser.parse(ROW));

    assertThat(table.ruleFor("DE", LocalDate.parse("2027-02-28")).id()).isEqualTo("DE/1");
    assertThat(table.ruleFor("DE", LocalDate.parse("2027-03-01")).id()).isEqualTo("DE/2");
    CallingWindow window =
        new StatutoryWindows(table, StatutoryOracle.HOLIDAYS)
            .forPlaces(
                List.of(new Jurisdiction("DE", Set.of())), List.of(ZoneId.of("Europe/Berlin")));
    // Sunday; the first row would open at eight on Monday.
    Instant sunday = Instant.parse("2027-02-28T10:00:00Z");
    assertThat(window.nextPermitted(sunday)).contains(Instant.parse("2027-03-01T08:00:00Z"));
    assertThat(window.explain(Instant.parse("2027-03-01T08:00:00Z")).verdicts().getFirst())
        .extracting(WindowVerdict::source)
        .isEqualTo("DE/2");
  }

  @Test
  void highestVersionThatHasBegunWins() {
    String planned = ROW.replace("| 2 |", "| 3 |");
    String sooner = ROW.replace("| 2 |", "| 4 |").replace("2027-03-01", "1970-01-01");
    CountryTable table = overriddenBy(ROW.replace("2027-03-01", "2020-01-01"), planned);

    assertThat(table.ruleFor("DE", TODAY).id()).isEqualTo("DE/2");
    assertThat(table.newest("DE").orElseThrow().id()).isEqualTo("DE/3");
    assertThat(table.ruleFor("DE", LocalDate.parse("2027-03-01")).id()).isEqualTo("DE/3");
    assertThat(overriddenBy(planned, sooner).ruleFor("DE", LocalDate.parse("2030-01-01")).id())
        .isEqualTo("DE/4");
  }

  @Test
  void rowsOfDeploymentReplaceBuiltInOnesFromTheirFirstVersionOn() {
    CountryTable shipped = overriddenBy(ROW, ROW.replace("| 2 |", "| 3 |"));
    CountryRule own = CountryTableParser.parse(ROW.replace("a law", "an operator")).getFirst();

    CountryTable table = shipped.overriddenBy(List.of(own));

    assertThat(table.rules()).extracting(CountryRule::id).contains("DE/1", "DE/2", "AT/1");
    assertThat(table.newest("DE")).contains(own);
  }

  private static CountryTable overriddenBy(String... rows) {
    return BUILT_IN.overriddenBy(CountryTableParser.parse(String.join("\n", rows)));
  }

  @Test
  void entriesOfHoursAreTheirIntervals() {
    WeeklyHours hours = BUILT_IN.ruleFor("FR", TODAY).hours();

    assertThat(hours.entries())
        .containsExactly(
            new WeeklyHours.Entry(
                EnumSet.range(DayOfWeek.MONDAY, DayOfWeek.FRIDAY),
                ClockInterval.of("10:00", "13:00")),
            new WeeklyHours.Entry(
                EnumSet.range(DayOfWeek.MONDAY, DayOfWeek.FRIDAY),
                ClockInterval.of("14:00", "20:00")));
    assertThat(WeeklyHours.of(hours.entries())).isEqualTo(hours);
  }

  @Test
  void readsEveryColumn() {
    CountryRule row = CountryTableParser.parse("# a comment\n\n" + ROW + "\n").getFirst();

    assertThat(row.hours().on(LocalDate.parse("2027-03-01")))
        .containsExactly(ClockInterval.of("09:00", "12:00"), ClockInterval.of("13:00", "17:00"));
    assertThat(row.hours().on(LocalDate.parse("2027-03-06"))).isEmpty();
    assertThat(row.onHolidays()).isFalse();
    assertThat(row.maxDialsPer7Days()).isEqualTo(3);
    assertThat(row.maxConversationsPer7Days()).isEqualTo(1);
    assertThat(row.reviewedOn()).isEqualTo(LocalDate.parse("2027-01-01"));
    assertThat(row.source()).isEqualTo("a law");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "DE ; Germany",
        "DE ; de",
        "| 2 | ; | 0 |",
        "2027-03-01 ; 2027-02-30",
        "09:00-12:00 ; 12:00-09:00",
        "09:00-12:00 ; 09:00",
        "09:00-12:00 ; 9-12",
        "| no | ; | No |",
        "| 3 | ; | many |",
        "| a law ; ''"
      })
  void invalidRowIsRejectedWithItsLine(String valid, String invalid) {
    assertThatThrownBy(() -> CountryTableParser.parse("# one\n" + ROW.replace(valid, invalid)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("line 2: ");
  }

  @Test
  void rejectsADuplicateVersion() {
    assertThatThrownBy(() -> overriddenBy(ROW, ROW)).hasMessageContaining("DE/2");
  }
}
