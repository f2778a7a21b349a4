package eu.callorders.console.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.ui.ScreenContext;
import eu.callorders.console.ui.Texts;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;
import javafx.beans.property.SimpleObjectProperty;
import javafx.beans.value.ObservableValue;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import org.junit.jupiter.api.Test;

class ShortcutsTest {
  static final ObservableValue<List<JsonNode>> NO_ENDPOINTS = new SimpleObjectProperty<>(List.of());

  private final Texts texts;

  ShortcutsTest() {
    Locale.setDefault(Locale.ENGLISH);
    texts = Texts.of(Main.class);
  }

  /** In place of what a screen needs that is not opened. */
  static <T> T unused(ScreenContext context) {
    throw new AssertionError(context);
  }

  private static KeyEvent key(KeyCode code, boolean shift, boolean control, boolean alt) {
    return new KeyEvent(KeyEvent.KEY_PRESSED, "", "", code, shift, control, alt, false);
  }

  @Test
  void hasAShortcutForEveryScreen() {
    int screens =
        Features.all(
                Optional.empty(),
                ShortcutsTest.NO_ENDPOINTS,
                ShortcutsTest::unused,
                ShortcutsTest::unused,
                ShortcutsTest::unused)
            .size();
    assertThat(
            IntStream.range(0, screens)
                .mapToObj(position -> Shortcuts.text(Shortcuts.ofScreen(position), texts)))
        .doesNotHaveDuplicates()
        .startsWith("Ctrl+1", "Ctrl+2")
        .contains("Ctrl+0", "Ctrl+Shift+1");
  }

  @Test
  void mapsKeysToScreens() {
    assertThat(Shortcuts.ofScreen(0).match(key(KeyCode.DIGIT1, false, true, false))).isTrue();
    assertThat(Shortcuts.ofScreen(9).match(key(KeyCode.DIGIT0, false, true, false))).isTrue();
    assertThat(Shortcuts.ofScreen(10).match(key(KeyCode.DIGIT1, true, true, false))).isTrue();
    assertThat(Shortcuts.ofScreen(0).match(key(KeyCode.DIGIT1, false, false, false))).isFalse();
    assertThat(Shortcuts.ofScreen(0).match(key(KeyCode.DIGIT1, false, true, true))).isFalse();
    assertThat(Shortcuts.ofScreen(0).match(key(KeyCode.A, false, true, false))).isFalse();
  }

  @Test
  void namesKeysInTheLanguageOfTheOperator() {
    Locale.setDefault(Locale.GERMAN);
    Texts german = Texts.of(Main.class);
    Locale.setDefault(Locale.ENGLISH);
    assertThat(Shortcuts.text(Shortcuts.NEXT, german)).isEqualTo("Alt+Bild ab");
    assertThat(Shortcuts.text(Shortcuts.ofScreen(10), german)).isEqualTo("Strg+Umschalt+1");
    assertThat(Shortcuts.text(Shortcuts.HELP, texts)).isEqualTo("F1");
    assertThat(Shortcuts.text(Shortcuts.BACK, texts)).isEqualTo("Alt+Left");
  }

  @Test
  void findsCommandsByAllWordsOfTheirTitles() {
    Command command = Command.of("Halt all dialing…", null, () -> {});
    assertThat(command.matches("")).isTrue();
    assertThat(command.matches("DIAL halt")).isTrue();
    assertThat(command.matches("halt orders")).isFalse();
    Command disabled = new Command("Halt", Shortcuts.HELP, () -> false, () -> {});
    assertThat(disabled.matches("halt")).isFalse();
    assertThat(disabled.isOf(key(KeyCode.F1, false, false, false))).isFalse();
  }

  @Test
  void readsTheReleaseOfTheServiceFromItsMetrics() {
    assertThat(
            Notices.release(
                """
                # TYPE callorders_build_info gauge
                callorders_build_info{node="a",version="1.4.2"} 1
                """))
        .isEqualTo("1.4.2");
    assertThat(Notices.release("up 1\n")).isEmpty();
  }
}
