package eu.callorders.console.app;

import eu.callorders.console.ui.Texts;
import java.util.OptionalInt;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyCodeCombination;
import javafx.scene.input.KeyCombination;
import javafx.scene.input.KeyEvent;

/** Keyboard shortcuts for screens: by position, to the neighbors, back and forward. */
final class Shortcuts {
  static final KeyCombination PREVIOUS =
      new KeyCodeCombination(KeyCode.PAGE_UP, KeyCombination.ALT_DOWN);
  static final KeyCombination NEXT =
      new KeyCodeCombination(KeyCode.PAGE_DOWN, KeyCombination.ALT_DOWN);

  static final KeyCombination BACK = new KeyCodeCombination(KeyCode.LEFT, KeyCombination.ALT_DOWN);
  static final KeyCombination FORWARD =
      new KeyCodeCombination(KeyCode.RIGHT, KeyCombination.ALT_DOWN);

  /** Number of digit keys. */
  private static final int DIGITS = 10;

  private Shortcuts() {}

  /** Position that the key selects, from 0; positions from 10 on need Shift. */
  static OptionalInt position(KeyEvent key) {
    String digit = key.getCode().getName();
    if (!key.isShortcutDown() || key.isAltDown() || !digit.matches("[0-9]")) {
      return OptionalInt.empty();
    }
    int digitIndex = (Integer.parseInt(digit) + DIGITS - 1) % DIGITS;
    return OptionalInt.of(key.isShiftDown() ? digitIndex + DIGITS : digitIndex);
  }

  /** The name of the shortcut for a position. */
  static String text(int position, Texts texts) {
    int digit = (position + 1) % DIGITS;
    return texts.get(position < DIGITS ? "shortcut" : "shortcut.shifted", digit);
  }
}
