package eu.callorders.console.ui;

import javafx.animation.PauseTransition;
import javafx.scene.control.Button;
import javafx.scene.input.Clipboard;
import javafx.scene.input.ClipboardContent;
import javafx.util.Duration;

/** Puts a text into the clipboard, and says so where the operator has asked for it. */
public final class CopyAction {
  private static final Duration TOLD = Duration.seconds(2);

  private CopyAction() {}

  /**
   * Copies.
   *
   * @param asked says for a moment that it is done
   */
  public static void of(String text, Button asked) {
    ClipboardContent content = new ClipboardContent();
    content.putString(text);
    Clipboard.getSystemClipboard().setContent(content);
    String done = Texts.beside(CopyAction.class).get("copied");
    String before = asked.getText();
    if (!before.equals(done)) {
      asked.setText(done);
      PauseTransition told = new PauseTransition(TOLD);
      told.setOnFinished(ignored -> asked.setText(before));
      told.play();
    }
  }
}
