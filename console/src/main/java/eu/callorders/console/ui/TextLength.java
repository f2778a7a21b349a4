package eu.callorders.console.ui;

import javafx.scene.control.TextField;
import javafx.scene.control.TextFormatter;

/** Limits the text of a field to what the service accepts. */
public final class TextLength {
  private TextLength() {}

  /**
   * Refuses what would make the text longer.
   *
   * @param maxLength in code points
   */
  public static void limit(TextField field, int maxLength) {
    field.setTextFormatter(
        new TextFormatter<>(
            change -> {
              String text = change.getControlNewText();
              return text.codePointCount(0, text.length()) <= maxLength ? change : null;
            }));
  }
}
