package eu.callorders.console.app;

import eu.callorders.console.ui.Texts;
import java.util.StringJoiner;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyCodeCombination;
import javafx.scene.input.KeyCombination;
import javafx.scene.input.KeyCombination.ModifierValue;

/** Keyboard shortcuts and their names. */
final class Shortcuts {
  static final KeyCodeCombination PALETTE = control(KeyCode.K);
  static final KeyCodeCombination HELP = new KeyCodeCombination(KeyCode.F1);
  static final KeyCodeCombination SEARCH = control(KeyCode.F);
  static final KeyCodeCombination NEW = control(KeyCode.N);
  static final KeyCodeCombination ALERTS = control(KeyCode.B);
  static final KeyCodeCombination SETTINGS = control(KeyCode.COMMA);
  static final KeyCodeCombination REFRESH = new KeyCodeCombination(KeyCode.F5);
  static final KeyCodeCombination BACK = alt(KeyCode.LEFT);
  static final KeyCodeCombination FORWARD = alt(KeyCode.RIGHT);
  static final KeyCodeCombination PREVIOUS = alt(KeyCode.PAGE_UP);
  static final KeyCodeCombination NEXT = alt(KeyCode.PAGE_DOWN);

  /** Number of digit keys. */
  private static final int DIGITS = 10;

  private Shortcuts() {}

  static KeyCodeCombination control(KeyCode code) {
    return new KeyCodeCombination(code, KeyCombination.SHORTCUT_DOWN);
  }

  private static KeyCodeCombination alt(KeyCode code) {
    return new KeyCodeCombination(code, KeyCombination.ALT_DOWN);
  }

  /** Of the screen at that position, from 0; those from 10 on need Shift. */
  static KeyCodeCombination ofScreen(int position) {
    KeyCode digit = KeyCode.valueOf("DIGIT" + (position + 1) % DIGITS);
    return position < DIGITS
        ? control(digit)
        : new KeyCodeCombination(digit, KeyCombination.SHORTCUT_DOWN, KeyCombination.SHIFT_DOWN);
  }

  /** The name of the keys, such as {@code Ctrl+Shift+1}. */
  static String text(KeyCodeCombination key, Texts texts) {
    StringJoiner text = new StringJoiner("+");
    if (key.getShortcut() == ModifierValue.DOWN) {
      text.add(texts.get("key.ctrl"));
    }
    if (key.getShift() == ModifierValue.DOWN) {
      text.add(texts.get("key.shift"));
    }
    if (key.getAlt() == ModifierValue.DOWN) {
      text.add("Alt");
    }
    String name = "key." + key.getCode().name();
    return text.add(texts.bundle().containsKey(name) ? texts.get(name) : key.getCode().getName())
        .toString();
  }
}
