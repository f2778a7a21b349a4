package eu.callorders.console.webhook;

import eu.callorders.console.ui.CopyAction;
import eu.callorders.console.ui.Labels;
import eu.callorders.console.ui.Texts;
import javafx.scene.control.ButtonBar;
import javafx.scene.control.ButtonType;
import javafx.scene.control.Dialog;
import javafx.scene.control.DialogPane;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;
import javafx.scene.layout.VBox;
import javafx.stage.Window;

/** Shows a new signing secret once. */
final class SecretDialog {
  private static final double WIDTH = 520;

  private SecretDialog() {}

  static void show(Window owner, Texts texts, NewSigningSecret newSecret, Runnable onClosed) {
    String key = newSecret.isFirst() ? "secret.first" : "secret.rotated";
    ButtonType copy = new ButtonType(texts.get("secret.copy"), ButtonBar.ButtonData.OK_DONE);
    ButtonType close = new ButtonType(texts.get("secret.close"), ButtonBar.ButtonData.CANCEL_CLOSE);
    Label advice = Labels.wrapped("");
    Dialog<ButtonType> dialog = new Dialog<>();
    dialog.initOwner(owner);
    dialog.setTitle(texts.get("secret.title"));
    DialogPane pane = dialog.getDialogPane();
    pane.setId("secret-dialog");
    pane.setPrefWidth(WIDTH);
    pane.getButtonTypes().setAll(close);
    if (newSecret.isLost()) {
      dialog.setHeaderText(texts.get(key + ".lost", newSecret.url()));
      advice.setText(texts.get(key + ".lost.advice"));
      pane.setContent(new VBox(10, advice));
    } else {
      dialog.setHeaderText(texts.get(key, newSecret.url()));
      advice.setText(texts.get("secret.advice"));
      pane.setContent(new VBox(10, field(texts, newSecret.secret()), advice));
      pane.getButtonTypes().addFirst(copy);
      pane.lookupButton(copy).setId("secret-copy");
    }
    dialog.setResultConverter(
        pressed -> {
          if (pressed == copy) {
            CopyAction.copy(newSecret.secret());
          }
          return pressed;
        });
    dialog.setOnHidden(ignored -> onClosed.run());
    dialog.show();
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
