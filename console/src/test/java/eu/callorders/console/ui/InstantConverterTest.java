package eu.callorders.console.ui;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class InstantConverterTest {
  private static final InstantConverter ENGLISH = converter("en", "Europe/Berlin");
  private static final InstantConverter GERMAN = converter("de", "Europe/Berlin");

  private static InstantConverter converter(String language, String zone) {
    Texts texts = Texts.of(InstantConverter.class, Locale.of(language));
    return new InstantConverter(texts, ZoneId.of(zone));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "2026-01-31T13:00:00Z|31 Jan 2026, 14:00 CET|31.01.2026 14:00 MEZ",
        "2026-07-31T12:00:00Z|31 Jul 2026, 14:00 CEST|31.07.2026 14:00 MESZ",
        "2026-07-31T12:00:07Z|31 Jul 2026, 14:00:07 CEST|31.07.2026 14:00:07 MESZ",
        "2026-01-31T13:00:00.050Z|31 Jan 2026, 14:00:00.05 CET|31.01.2026 14:00:00.05 MEZ",
        "2026-10-25T00:30:00Z|25 Oct 2026, 02:30 +02:00|25.10.2026 02:30 +02:00",
        "2026-10-25T01:30:00Z|25 Oct 2026, 02:30 +01:00|25.10.2026 02:30 +01:00",
      })
  void showsLocalTimeWithZone(String timestamp, String english, String german) {
    assertThat(ENGLISH.text(timestamp)).isEqualTo(english);
    assertThat(GERMAN.text(timestamp)).isEqualTo(german);
  }

  @ParameterizedTest
  @CsvSource({
    "2026-01-31T13:04:59Z, 14:04",
    "2026-01-31T23:00:00Z, 00:00",
    "2026-10-25T00:30:00Z, 02:30 +02:00",
    "2026-10-25T01:30:00Z, 02:30 +01:00"
  })
  void showsTheTimeOfDayToTheMinute(String timestamp, String time) {
    Instant instant = Instant.parse(timestamp);
    LocalDate day = LocalDate.ofInstant(instant, ZoneId.of("Europe/Berlin"));
    assertThat(ENGLISH.timeOfDay(instant)).isEqualTo(time);
    assertThat(ENGLISH.parse(day, time).instant())
        .contains(instant.truncatedTo(ChronoUnit.MINUTES));
  }

  @ParameterizedTest
  @CsvSource({
    "en, Europe/Berlin",
    "de, Europe/Berlin",
    "de, America/New_York",
    "en, Asia/Kolkata",
    "de, UTC",
    "en, Australia/Lord_Howe",
    "en, Africa/Casablanca",
    "de, Europe/Dublin"
  })
  void readsBackWhatItShows(String language, String zone) {
    InstantConverter converter = converter(language, zone);
    Instant start = Instant.parse("2026-01-01T00:00:30.125Z");
    for (int halfHour = 0; halfHour < 2 * 24 * 366; halfHour++) {
      Instant instant = start.plusSeconds(halfHour * 1800L);
      assertThat(converter.parse(converter.text(instant)).instant()).contains(instant);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "31.1.2026 14:00",
        "31.01.2026, 14:00:00",
        "31.01.2026 14:00 MEZ",
        "31.01.2026 14:00 mez",
        "31.01.2026 13:00 UTC",
        "31.01.2026 08:00 America/New_York",
        "31.01.2026 14:00 +01:00",
        "31.01.2026 14:00+0100",
        "2026-01-31 14:00",
        "2026-01-31T14:00",
        "2026-01-31T13:00:00Z",
        "2026-01-31T13:00:00.000z",
        "2026-01-31T15:30:00+02:30",
        " 2026-01-31 14:00:00 "
      })
  void acceptsLocalTimesAndIsoWithOffset(String text) {
    assertThat(GERMAN.parse(text).instant()).contains(Instant.parse("2026-01-31T13:00:00Z"));
    assertThat(GERMAN.parse(text).error()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"2026-12-15", "15.12.2026", " 15.12.2026 "})
  void readsADayAsItsStartOrItsEnd(String text) {
    for (InstantConverter converter : List.of(ENGLISH, GERMAN)) {
      assertThat(converter.parse(text).instant()).contains(Instant.parse("2026-12-14T23:00:00Z"));
      assertThat(converter.parseEnd(text).instant())
          .contains(Instant.parse("2026-12-15T22:59:00Z"));
    }
    assertThat(ENGLISH.parseEnd("15 dec 2026").instant())
        .isEqualTo(ENGLISH.parseEnd(text).instant());
  }

  @ParameterizedTest
  @ValueSource(strings = {"15.12.2026 09:30", "15.12.2026, 9:30", "2026-12-15 09:30"})
  void readsTheSameSpellingsInEachLanguage(String text) {
    for (InstantConverter converter : List.of(ENGLISH, GERMAN)) {
      assertThat(converter.parseEnd(text).instant())
          .contains(Instant.parse("2026-12-15T08:30:00Z"));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "soon",
        "14:00",
        "30.02.2026",
        "1/31/2026",
        "30.02.2026 14:00",
        "31.01.2026 25:00",
        "2026-02-29 12:00",
        "Jan 2026 14:00"
      })
  void explainsHowToWriteATime(String text) {
    assertThat(ENGLISH.parse(text).error())
        .startsWith("Is not a time: write it like 31 Jan 2026, 14:00 CET, or a day");
    assertThat(GERMAN.parse(text).instant()).isEmpty();
  }

  @Test
  void rejectsTimesThatTheClockSkips() {
    InstantConverter.Input skipped = ENGLISH.parse("2026-03-29 02:30");
    assertThat(skipped.instant()).isEmpty();
    assertThat(skipped.error()).contains("02:00", "03:00", "forward");
    assertThat(ENGLISH.parse("2026-03-29 02:30 CET").error()).isEqualTo(skipped.error());
    assertThat(ENGLISH.parse("2026-03-29 02:30 +01:00").instant())
        .contains(Instant.parse("2026-03-29T01:30:00Z"));
  }

  @Test
  void letsTheOperatorChooseBetweenTimesThatOccurTwice() {
    assertThat(ENGLISH.parse("2026-10-25 02:30").instant()).isEmpty();
    assertThat(ENGLISH.parse("2026-10-25 02:30").error()).contains("+02:00", "+01:00", "twice");
    for (String first : List.of("2026-10-25 02:30 +02:00", "2026-10-25 02:30 CEST")) {
      assertThat(ENGLISH.parse(first).instant()).contains(Instant.parse("2026-10-25T00:30:00Z"));
    }
    for (String second : List.of("2026-10-25 02:30 +01:00", "2026-10-25 02:30 CET")) {
      assertThat(ENGLISH.parse(second).instant()).contains(Instant.parse("2026-10-25T01:30:00Z"));
    }
  }

  @Test
  void rejectsZonesThatDoNotApply() {
    assertThat(ENGLISH.parse("2026-07-01 14:00 CET").error()).contains("CET does not apply");
    assertThat(GERMAN.parse("2026-07-01 14:00 MEZ").error()).contains("MEZ gilt an diesem Tag");
    assertThat(ENGLISH.parse("2026-07-01 14:00 Mars/Base").error()).contains("Mars/Base");
    assertThat(ENGLISH.parse("2026-07-01 14:00 +25:00").error()).contains("+25:00");
  }

  @Test
  void readsTimesOfADay() {
    LocalDate day = LocalDate.of(2026, 10, 25);
    assertThat(ENGLISH.parse(day, " 9:30 ").instant())
        .contains(Instant.parse("2026-10-25T08:30:00Z"));
    assertThat(ENGLISH.parse(day, "2:30").error()).contains("twice");
    assertThat(ENGLISH.parse(day, "2:30 +02:00").instant())
        .contains(Instant.parse("2026-10-25T00:30:00Z"));
    for (String wrong : List.of("", "noon", "25:00", "9", "9:60")) {
      assertThat(ENGLISH.parse(day, wrong).error()).as(wrong).contains("time of day", "14:30");
    }
  }
}
