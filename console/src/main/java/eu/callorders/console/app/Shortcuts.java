package eu.callorders.console.app;

import eu.callorders.console.ui.Texts;
import java.util.OptionalInt;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyCodeCombination;
import javafx.scene.input.KeyCombination;
import javafx.scene.input.KeyEvent;

/** The keys that lead to screens: one for each place of the navigation, and to the neighbours. */
final class Shortcuts {
  static final KeyCombination PREVIOUS =
      new KeyCodeCombination(KeyCode.PAGE_UP, KeyCombination.ALT_DOWN);
  static final KeyCombination NEXT =
      new KeyCodeCombination(KeyCode.PAGE_DOWN, KeyCombination.ALT_DOWN);

  /** So many digits there are. */
  private static final int ROW = 10;

  private Shortcuts() {}

  /** Which place that key leads to, counted from 0; those behind the tenth are shifted. */
  static OptionalInt place(KeyEvent key) {
    String digit = key.getCode().getName();
    if (!key.isShortcutDown() || key.isAltDown() || !digit.matches("[0-9]")) {
      return OptionalInt.empty();
    }
    int inRow = (Integer.parseInt(digit) + ROW - 1) % ROW;
    return OptionalInt.of(key.isShiftDown() ? inRow + ROW : inRow);
  }

  /** What to press for that place. */
  static String text(int place, Texts texts) {
    int digit = (place + 1) % ROW;
    return texts.get(place < ROW ? "shortcut" : "shortcut.shifted", digit);
  }
}
