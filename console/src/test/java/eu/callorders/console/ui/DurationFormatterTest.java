package eu.callorders.console.ui;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Locale;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DurationFormatterTest {
  @ParameterizedTest
  @CsvSource({
    "PT3M, 3 minutes, 3 Minuten",
    "PT2H30M, 2 hours 30 minutes, 2 Stunden 30 Minuten",
    "PT2H59M29S, 2 hours 59 minutes, 2 Stunden 59 Minuten",
    "PT143H59M59.8S, 6 days, 6 Tage",
    "PT150H20M, 6 days 6 hours, 6 Tage 6 Stunden",
    "PT24H, 1 day, 1 Tag"
  })
  void namesTheLargestUnits(Duration duration, String english, String german) {
    assertThat(text(Locale.ENGLISH, duration)).isEqualTo(english);
    assertThat(text(Locale.GERMAN, duration)).isEqualTo(german);
  }

  private static String text(Locale language, Duration duration) {
    return new DurationFormatter(Texts.of(DurationFormatter.class, language)).text(duration);
  }
}
