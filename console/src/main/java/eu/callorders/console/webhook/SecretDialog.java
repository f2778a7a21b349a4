package eu.callorders.console.webhook;

import eu.callorders.console.ui.ActionDialog;
import eu.callorders.console.ui.CopyAction;
import eu.callorders.console.ui.SecretField;
import eu.callorders.console.ui.Texts;
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
      dialog.with(new SecretField(texts.get("secret.title"), newSecret.secret()));
      dialog.focus(dialog.accept()); // Enter must not close it
    }
    dialog.show(
        () -> {
          CopyAction.copy(newSecret.secret());
          dialog.close();
        });
  }
}
