package eu.callorders.console.app;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.console.RobotTest;
import eu.callorders.console.ui.Settings;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import javafx.application.ColorScheme;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.scene.control.Button;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@RobotTest
class SettingsDialogTest {
  private final Locale language = Locale.getDefault();
  @AutoClose private final DialogService service = new DialogService();
  @TempDir private Path home;

  @AfterEach
  void restore() {
    Locale.setDefault(language);
  }

  private static ComboBox<String> open(ConsoleFixture console, String choice) {
    console.robot().push(KeyCode.CONTROL, KeyCode.COMMA);
    ComboBox<String> language = console.find("#settings-language");
    console.await(language::isFocused);
    return console.find(choice);
  }

  private String saved(String setting) {
    return Settings.load(home).get(setting, "none");
  }

  private static Object background(ConsoleFixture console) {
    Region navigation = console.find(".navigation");
    return console.read(() -> navigation.getBackground().getFills().getFirst().getFill());
  }

  @ParameterizedTest
  @CsvSource({"en, Dark, As the system", "de, Dunkel, Wie das System"})
  void appliesAThemeAtOnceAndKeepsInput(String locale, String dark, String asTheSystem)
      throws Exception {
    try (ConsoleFixture console =
        ConsoleFixture.forSession(service.session(), home, Locale.of(locale))) {
      console.open("orders");
      console.press("#newOrder");
      console.type("#field-subject_reference", "unsent");
      Object light = background(console);
      ComboBox<String> theme = open(console, "#settings-theme");
      assertThat(shown(theme)).first().isEqualTo(asTheSystem);
      assertThat(shown(theme)).contains(dark);
      console.robot().push(KeyCode.TAB);
      console.await(theme::isFocused);
      console.robot().push(KeyCode.DOWN).push(KeyCode.DOWN);
      console.await(() -> !background(console).equals(light));
      assertThat(saved("theme")).isEqualTo("dark");
      console.robot().push(KeyCode.ESCAPE);
      console.await(() -> console.robot().lookup("#settings-dialog").tryQuery().isEmpty());
      assertThat(console.<TextField>find("#field-subject_reference").getText()).isEqualTo("unsent");
    }
  }

  private static List<String> shown(ComboBox<String> choice) {
    return choice.getItems().stream().map(choice.getConverter()::toString).toList();
  }

  @Test
  void savesALanguageForTheNextConnection() throws Exception {
    try (ConsoleFixture console = ConsoleFixture.forSession(service.session(), home)) {
      ComboBox<String> choice = open(console, "#settings-language");
      console.runAndWait(() -> choice.setValue("de"));
      assertThat(saved("language")).isEqualTo("de");
      HBox header = console.find(".header");
      assertThat(header.lookup("#disconnect"))
          .isInstanceOfSatisfying(
              Button.class, shown -> assertThat(shown.getText()).isEqualTo("Disconnect"));
      console.robot().push(KeyCode.ESCAPE);
    }
    try (ConsoleFixture console = ConsoleFixture.start(home, home)) {
      console.find("#connect");
      assertThat(console.read(console.stage()::getTitle)).isEqualTo("Anrufaufträge");
      assertThat(console.<Button>find("#connect").getText()).isEqualTo("Verbinden");
    }
  }

  @Test
  void followsTheThemeOfTheSystem() throws Exception {
    ObjectProperty<ColorScheme> system = new SimpleObjectProperty<>(ColorScheme.DARK);
    try (ConsoleFixture console = ConsoleFixture.start(home, home)) {
      Label name = console.find(".label");
      Themes themes = new Themes(Settings.load(home), system);
      console.runAndWait(themes::apply);
      assertThat(themes.isDark()).as(name.getText()).isTrue();
      console.runAndWait(() -> system.set(ColorScheme.LIGHT));
      assertThat(themes.isDark()).isFalse();
      console.runAndWait(() -> themes.choose("dark"));
      console.runAndWait(() -> system.set(ColorScheme.DARK));
      console.runAndWait(() -> system.set(ColorScheme.LIGHT));
      assertThat(themes.isDark()).isTrue();
      console.runAndWait(themes::toggle);
      assertThat(themes.choice()).isEqualTo("light");
    }
  }
}
