package eu.callorders.console.chart;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StepAxisTest {
  private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");

  private final Locale before = Locale.getDefault();

  @BeforeEach
  void speakEnglish() {
    Locale.setDefault(Locale.ENGLISH);
  }

  @AfterEach
  void speakAsBefore() {
    Locale.setDefault(before);
  }

  private static StepAxis hours(String first, int count, ZoneId zone) {
    Instant from = Instant.parse(first);
    return new StepAxis(
        IntStream.rangeClosed(0, count)
            .mapToObj(hour -> from.plus(Duration.ofHours(hour)))
            .toList(),
        zone);
  }

  private static StepAxis days(String first, int count, ZoneId zone) {
    return new StepAxis(
        Stream.iterate(LocalDate.parse(first), day -> day.plusDays(1))
            .limit(count + 1L)
            .map(day -> day.atStartOfDay(zone).toInstant())
            .toList(),
        zone);
  }

  private static List<String> labels(TimeAxis axis, int limit) {
    return axis.ticks(limit).stream().map(TimeAxis.Tick::label).toList();
  }

  @ParameterizedTest
  @CsvSource({
    "24, '15:00,16:00,17:00,18:00,19:00,20:00,21:00,22:00,23:00,21"
        + " Nov,01:00,02:00,03:00,04:00,05:00,06:00,07:00,08:00,09:00,10:00,11:00,12:00,13:00,14:00'",
    "12, '16:00,18:00,20:00,22:00,21 Nov,02:00,04:00,06:00,08:00,10:00,12:00,14:00'",
    "8, '15:00,18:00,21:00,21 Nov,03:00,06:00,09:00,12:00'",
    "5, '18:00,21 Nov,06:00,12:00'",
    "2, '21 Nov,12:00'",
    "1, '21 Nov'"
  })
  void labelsWholeHoursAndTheDateAtMidnight(int limit, String labels) {
    StepAxis axis = hours("2026-11-20T14:00:00Z", 24, BERLIN);
    assertThat(String.join(",", labels(axis, limit))).isEqualTo(labels);
    assertThat(axis.midnights()).containsExactly(9 / 24.0);
  }

  @Test
  void labelsLocalHoursWhereTheyAreBetweenThoseOfTheService() {
    StepAxis axis = hours("2026-11-20T12:00:00Z", 24, ZoneId.of("Asia/Kathmandu"));
    assertThat(labels(axis, 4)).containsExactly("18:00", "21 Nov", "06:00", "12:00");
    assertThat(axis.ticks(4).getFirst().position()).isEqualTo(0.25 / 24);
    assertThat(axis.name(0)).isEqualTo("Fri, 20 Nov 2026, 17:45–18:45");
  }

  @ParameterizedTest
  @CsvSource({
    // the night has an hour less, and one more
    "2026-03-28T12:00:00Z, '14:00,16:00,18:00,20:00,22:00,29 Mar,04:00,06:00,08:00,10:00,12:00'",
    "2026-10-24T12:00:00Z, '14:00,16:00,18:00,20:00,22:00,25"
        + " Oct,02:00,04:00,06:00,08:00,10:00,12:00'"
  })
  void labelsLocalHoursInTheNightOfAClockChange(String from, String labels) {
    assertThat(String.join(",", labels(hours(from, 24, BERLIN), 12))).isEqualTo(labels);
  }

  @Test
  void namesBothHoursThatTheClockShowsTwice() {
    StepAxis axis = hours("2026-10-24T23:00:00Z", 4, BERLIN);
    assertThat(IntStream.range(0, 4).mapToObj(axis::name))
        .containsExactly(
            "Sun, 25 Oct 2026, 01:00–02:00",
            "Sun, 25 Oct 2026, 02:00 CEST–02:00 CET",
            "Sun, 25 Oct 2026, 02:00–03:00",
            "Sun, 25 Oct 2026, 03:00–04:00");
  }

  @Test
  void labelsTheStartOfADayWithoutMidnight() {
    // in Beirut, the clocks went from midnight to one o'clock
    StepAxis axis = hours("2026-03-28T12:00:00Z", 24, ZoneId.of("Asia/Beirut"));
    assertThat(labels(axis, 12)).contains("29 Mar").doesNotContain("00:00", "01:00");
    assertThat(axis.midnights()).containsExactly(10 / 24.0);
  }

  @ParameterizedTest
  @CsvSource({
    "30, 31 30 29 28 27 26 25 24 23 22 21 20 19 18 17 16 15 14 13 12 11 10 9 8 7 6 5 4 3 2",
    "15, 31 29 27 25 23 21 19 17 15 13 11 9 7 5 3",
    "14, 31 26 21 16 11 6",
    "4, 31 21 11",
    "1, 31"
  })
  void labelsDaysAtARoundDistanceFromTheLastOne(int limit, String days) {
    List<String> labels = labels(days("2026-10-02", 30, BERLIN), limit);
    assertThat(labels.reversed())
        .containsExactlyElementsOf(Stream.of(days.split(" ")).map(it -> it + " Oct").toList());
  }

  /** Days of 23, 24 and 25 hours are as long on the axis, side by side. */
  @ParameterizedTest
  @CsvSource({"2026-03-28, 71, 24, 47", "2026-10-24, 73, 24, 49"})
  void showsDaysOfAClockChange(String first, double hours, double second, double third) {
    StepAxis axis = days(first, 3, BERLIN);
    assertThat(axis.start(0)).isZero();
    assertThat(axis.end(0)).isEqualTo(axis.start(1)).isEqualTo(second / hours);
    assertThat(axis.end(1)).isEqualTo(axis.start(2)).isEqualTo(third / hours);
    assertThat(axis.end(2)).isEqualTo(1);
    assertThat(axis.midnights()).isEmpty();
    assertThat(axis.ticks(9)).hasSize(3);
  }

  @Test
  void namesDaysByTheirDateAndOthersWithTimes() {
    assertThat(days("2026-10-25", 2, BERLIN).name(0)).isEqualTo("Sun, 25 Oct 2026");
    // the service counts full hours: a day of Kolkata begins half an hour before its midnight
    StepAxis axis =
        new StepAxis(
            Stream.of("2026-11-19T18:00:00Z", "2026-11-20T18:00:00Z").map(Instant::parse).toList(),
            ZoneId.of("Asia/Kolkata"));
    assertThat(axis.name(0)).isEqualTo("Thu, 19 Nov 2026, 23:30 – Fri, 20 Nov 2026, 23:30");
    assertThat(labels(axis, 1)).containsExactly("20 Nov");
  }

  /** Every day of three years, in zones with changes of an hour, half an hour, and a whole day. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "Europe/Berlin",
        "America/New_York",
        "Asia/Beirut",
        "Asia/Kolkata",
        "Australia/Lord_Howe",
        "Pacific/Chatham",
        "UTC"
      })
  void keepsItsDistanceOnEveryDay(String id) {
    ZoneId zone = ZoneId.of(id);
    Instant first = Instant.parse("2025-01-01T05:00:00Z");
    for (int day = 0; day < 3 * 365; day += 1) {
      StepAxis axis = hours(first.plus(Duration.ofDays(day)).toString(), 24, zone);
      for (int limit : List.of(24, 9, 5)) {
        assertRound(axis, limit, first.plus(Duration.ofDays(day)) + " " + limit);
      }
    }
  }

  private static void assertRound(StepAxis axis, int limit, String which) {
    List<Double> positions = new ArrayList<>();
    axis.ticks(limit).forEach(tick -> positions.add(tick.position()));
    assertThat(positions).as(which).isSorted().hasSizeBetween(1, limit);
    assertThat(positions.getFirst()).as(which).isNotNegative();
    assertThat(positions.getLast()).as(which).isLessThan(1);
    assertThat(positions).as(which).containsAll(axis.midnights());
    assertThat(labels(axis, limit)).as(which).allMatch(it -> it.matches("[0-9]{2}:00|.* [A-Z].*"));
    double least = 1.0 / limit - 1e-9;
    for (int i = 1; i < positions.size(); i++) {
      assertThat(positions.get(i) - positions.get(i - 1)).as(which).isGreaterThan(least);
    }
  }
}
