package eu.callorders.console.app;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.console.order.BulkCancelViewModel;
import eu.callorders.console.ui.ScreenContext;
import eu.callorders.console.ui.Texts;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import org.junit.jupiter.api.Test;

class ShortcutsTest {
  private final Texts texts;

  ShortcutsTest() {
    Locale.setDefault(Locale.ENGLISH);
    texts = Texts.of(Main.class);
  }

  /** In place of what a screen needs that is not opened. */
  static BulkCancelViewModel unused(ScreenContext context) {
    throw new AssertionError(context);
  }

  private static KeyEvent key(KeyCode code, boolean shift, boolean control, boolean alt) {
    return new KeyEvent(KeyEvent.KEY_PRESSED, "", "", code, shift, control, alt, false);
  }

  @Test
  void hasAShortcutForEveryScreen() {
    assertThat(
            IntStream.range(0, MainView.features(Optional.empty(), ShortcutsTest::unused).size())
                .mapToObj(i -> Shortcuts.text(i, texts)))
        .doesNotHaveDuplicates()
        .startsWith("Ctrl+1", "Ctrl+2")
        .contains("Ctrl+0", "Ctrl+Shift+1");
  }

  @Test
  void mapsShortcutsToPositions() {
    assertThat(Shortcuts.position(key(KeyCode.DIGIT1, false, true, false))).hasValue(0);
    assertThat(Shortcuts.position(key(KeyCode.DIGIT9, false, true, false))).hasValue(8);
    assertThat(Shortcuts.position(key(KeyCode.DIGIT0, false, true, false))).hasValue(9);
    assertThat(Shortcuts.position(key(KeyCode.DIGIT1, true, true, false))).hasValue(10);
    assertThat(Shortcuts.position(key(KeyCode.DIGIT1, false, false, false))).isEmpty();
    assertThat(Shortcuts.position(key(KeyCode.DIGIT1, false, true, true))).isEmpty();
    assertThat(Shortcuts.position(key(KeyCode.A, false, true, false))).isEmpty();
  }
}
