package eu.callorders.console.form;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.console.ui.Texts;
import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DurationFormatTest {
  private final Locale language = Locale.getDefault();

  @AfterEach
  void restoreLanguage() {
    Locale.setDefault(language);
  }

  @ParameterizedTest
  @CsvSource({
    "2 days, P2D",
    "2d 4h, P2DT4H",
    "2 Tage 4 Stunden 30 Minuten, P2DT4H30M",
    "1 Tag, P1D",
    "90 min, PT90M",
    "4 Std, PT4H",
    "p2dt4h, P2DT4H",
    "0 days, P0D",
    "21 days, P21D",
    "3 weeks, P21D",
    "3 Wochen 2 Tage, P23D",
    "1 Woche 12 Stunden, P7DT12H",
    "12 hours, PT12H",
    "P3W, P21D",
    "p1w1d, P8D",
    "'2,000 days', P2000D"
  })
  void readsWordsAndIso8601(String text, String duration) {
    assertThat(DurationFormat.parse(text)).contains(duration);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "soon",
        "2",
        "2 months",
        "2 Monate",
        "P",
        "4 hours 2 days",
        "1.5 days",
        "1,5 Tage",
        "abc"
      })
  void readsNothingElse(String text) {
    assertThat(DurationFormat.parse(text)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"en", "de"})
  void readsWhatItWrites(String code) {
    Locale.setDefault(Locale.of(code));
    DurationFormat format = new DurationFormat(Texts.of(Texts.class));
    for (String duration : new String[] {"P1D", "P2DT4H30M", "PT1H", "P12345D", "PT0M"}) {
      assertThat(format.format(duration)).isNotEqualTo(duration);
      assertThat(DurationFormat.parse(format.format(duration))).contains(duration);
    }
  }

  @Test
  void leavesOtherTextsUnchanged() {
    assertThat(new DurationFormat(Texts.of(Texts.class)).format("P1M")).isEqualTo("P1M");
  }
}
