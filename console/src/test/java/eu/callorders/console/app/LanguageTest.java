package eu.callorders.console.app;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.console.ui.Settings;
import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LanguageTest {
  private final Locale before = Locale.getDefault();
  @TempDir private Path home;

  @AfterEach
  void restore() {
    Locale.setDefault(before);
  }

  @ParameterizedTest
  @CsvSource({
    "en-GB, system, en-GB",
    "de-AT, de, de-AT",
    "en-GB, de, de",
    "de-AT, en, en",
    "de-AT, fr, de-AT"
  })
  void followsTheChoiceAndKeepsTheRegionOfTheSystem(String system, String choice, String language) {
    Language.choose(Settings.load(home), choice);
    Locale.setDefault(Locale.forLanguageTag(system));
    Language.apply(Settings.load(home), Locale.getDefault());
    assertThat(Locale.getDefault().toLanguageTag()).isEqualTo(language);
  }

  @Test
  void isThatOfTheSystemUntilAnotherIsChosen() {
    assertThat(Language.choice(Settings.load(home))).isEqualTo("system");
  }

  @Test
  void returnsToTheSystem() {
    Settings settings = Settings.load(home);
    Language.choose(settings, "de");
    Language.apply(settings, Locale.UK);
    Language.choose(settings, "system");
    Language.apply(settings, Locale.UK);
    assertThat(Locale.getDefault()).isEqualTo(Locale.UK);
  }
}
