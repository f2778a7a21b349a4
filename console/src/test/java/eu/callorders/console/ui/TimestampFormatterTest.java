package eu.callorders.console.ui;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.console.api.Json;
import eu.callorders.console.session.TenantClock;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TimestampFormatterTest {
  private static TimestampFormatter formatter(String language) {
    Texts texts = Texts.of(TimestampFormatter.class, Locale.of(language));
    return new TimestampFormatter(texts, ZoneId.of("Europe/Berlin"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "en|2026-01-31T13:00:05Z|31 Jan 2026, 14:00:05 CET",
        "en|2026-07-31T12:00:05Z|31 Jul 2026, 14:00:05 CEST",
        "de|2026-01-31T13:00:05Z|31.01.2026 14:00:05 MEZ",
        "de|2026-03-29T00:59:59Z|29.03.2026 01:59:59 MEZ",
        "de|2026-03-29T01:00:00Z|29.03.2026 03:00:00 MESZ",
        "de|2026-10-25T00:30:00Z|25.10.2026 02:30:00 MESZ",
        "de|2026-10-25T01:30:00Z|25.10.2026 02:30:00 MEZ",
      })
  void namesTheZone(String language, String timestamp, String text) {
    assertThat(formatter(language).text(timestamp)).isEqualTo(text);
    assertThat(formatter(language).cell(timestamp)).isEqualTo(text.replaceAll(" [A-Z]+$", ""));
  }

  @Test
  void showsOtherTextsUnchanged() {
    assertThat(formatter("en").text("soon")).isEqualTo("soon");
    assertThat(formatter("en").realTime("")).isEmpty();
  }

  @Test
  void marksTimesOfTheOtherClockWhileClocksDiffer() {
    Instant now = Instant.parse("2026-01-31T13:00:00Z");
    TenantClock clock = new TenantClock(InstantSource.fixed(now), InstantSource.fixed(now));
    TimestampFormatter formatter = new TimestampFormatter(clock);
    String plain = formatter.text(now.toString());
    assertThat(formatter.realTime(now.toString())).isEqualTo(plain);
    clock.read(Json.object().put("now", now.plusSeconds(600).toString()));
    String mark = Texts.of(TimestampFormatter.class).get("clock.real");
    assertThat(formatter.realTime(now.toString())).isEqualTo(plain + " " + mark);
    assertThat(formatter.text(now.toString())).isEqualTo(plain);
  }
}
