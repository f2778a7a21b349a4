package eu.callorders.console.ui;

import java.util.Map;
import javafx.animation.PauseTransition;
import javafx.scene.control.Button;
import javafx.scene.input.Clipboard;
import javafx.scene.input.DataFormat;
import javafx.util.Duration;

/** Copies a text to the clipboard, and may confirm it on a button. */
public final class CopyAction {
  private static final Duration FEEDBACK = Duration.seconds(2);

  private CopyAction() {}

  public static void copy(String text) {
    Clipboard.getSystemClipboard().setContent(Map.of(DataFormat.PLAIN_TEXT, text));
  }

  public static void copy(String text, Button button) {
    copy(text);
    String done = Texts.of(CopyAction.class).get("copied");
    String before = button.getText();
    if (!before.equals(done)) {
      button.setText(done);
      PauseTransition pause = new PauseTransition(FEEDBACK);
      pause.setOnFinished(ignored -> button.setText(before));
      pause.play();
    }
  }
}
