package eu.callorders.console.ui;

import javafx.animation.PauseTransition;
import javafx.scene.control.Button;
import javafx.scene.input.Clipboard;
import javafx.scene.input.ClipboardContent;
import javafx.util.Duration;

/** Copies a text to the clipboard and confirms it on the button. */
public final class CopyAction {
  private static final Duration FEEDBACK = Duration.seconds(2);

  private CopyAction() {}

  public static void copy(String text, Button button) {
    ClipboardContent content = new ClipboardContent();
    content.putString(text);
    Clipboard.getSystemClipboard().setContent(content);
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
