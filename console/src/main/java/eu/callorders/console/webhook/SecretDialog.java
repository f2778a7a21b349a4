package eu.callorders.console.webhook;

import eu.callorders.console.ui.Texts;
import javafx.scene.control.ButtonBar;
import javafx.scene.control.ButtonType;
import javafx.scene.control.Dialog;
import javafx.scene.control.DialogPane;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;
import javafx.scene.input.Clipboard;
import javafx.scene.input.ClipboardContent;
import javafx.scene.layout.VBox;
import javafx.stage.Window;

/** Shows a new secret this once; when it closes, the secret is gone. */
final class SecretDialog {
  private static final double WIDTH = 520;

  private SecretDialog() {}

  /**
   * @param gone run when it has closed
   */
  static void show(Window owner, Texts texts, NewSigningSecret fresh, Runnable gone) {
    Dialog<ButtonType> dialog = new Dialog<>();
    dialog.initOwner(owner);
    dialog.setTitle(texts.get("secret.title"));
    dialog.setHeaderText(texts.get(key(fresh), fresh.url()));
    ButtonType copy = new ButtonType(texts.get("secret.copy"), ButtonBar.ButtonData.OK_DONE);
    ButtonType close = new ButtonType(texts.get("secret.close"), ButtonBar.ButtonData.CANCEL_CLOSE);
    DialogPane pane = dialog.getDialogPane();
    pane.setId("secret-dialog");
    pane.setPrefWidth(WIDTH);
    pane.setContent(content(texts, fresh));
    pane.getButtonTypes().setAll(fresh.isLost() ? new ButtonType[] {close} : both(copy, close));
    if (!fresh.isLost()) {
      pane.lookupButton(copy).setId("secret-copy");
    }
    dialog.setResultConverter(
        pressed -> {
          if (pressed == copy) {
            copy(fresh.secret());
          }
          return pressed;
        });
    dialog.setOnHidden(ignored -> gone.run());
    dialog.show();
  }

  private static String key(NewSigningSecret fresh) {
    String what = fresh.isFirst() ? "secret.first" : "secret.rotated";
    return fresh.isLost() ? what + ".lost" : what;
  }

  private static ButtonType[] both(ButtonType copy, ButtonType close) {
    return new ButtonType[] {copy, close};
  }

  private static VBox content(Texts texts, NewSigningSecret fresh) {
    Label advice = new Label(texts.get(fresh.isLost() ? key(fresh) + ".advice" : "secret.advice"));
    advice.setWrapText(true);
    VBox content = new VBox(10);
    if (!fresh.isLost()) {
      TextField secret = new TextField(fresh.secret());
      secret.setId("secret");
      secret.setEditable(false);
      secret.getStyleClass().add("mono");
      secret.setAccessibleText(texts.get("secret.title"));
      content.getChildren().add(secret);
    }
    content.getChildren().add(advice);
    return content;
  }

  private static void copy(String secret) {
    ClipboardContent content = new ClipboardContent();
    content.putString(secret);
    Clipboard.getSystemClipboard().setContent(content);
  }
}
