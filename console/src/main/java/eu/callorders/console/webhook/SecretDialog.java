package eu.callorders.console.webhook;

import eu.callorders.console.ui.ActionDialog;
import eu.callorders.console.ui.CopyAction;
import eu.callorders.console.ui.Texts;
import javafx.scene.control.TextField;
import javafx.stage.Window;

/** Shows a new signing secret once. */
final class SecretDialog {
  private SecretDialog() {}

  static void show(Window owner, Texts texts, NewSigningSecret newSecret, Runnable onClosed) {
    String key = newSecret.isFirst() ? "secret.first" : "secret.rotated";
    String notice = newSecret.isLost() ? key + ".lost" : key;
    ActionDialog dialog =
        new ActionDialog(owner, texts, notice, newSecret.url()).onClosed(onClosed);
    if (!newSecret.isLost()) {
      dialog.with(field(texts, newSecret.secret()));
      dialog.focus(dialog.accept()); // Enter must not close it
    }
    dialog.show(
        () -> {
          CopyAction.copy(newSecret.secret());
          dialog.close();
        });
  }

  private static TextField field(Texts texts, String text) {
    TextField secret = new TextField(text);
    secret.setId("secret");
    secret.setEditable(false);
    secret.getStyleClass().add("mono");
    secret.setAccessibleText(texts.get("secret.title"));
    return secret;
  }
}
