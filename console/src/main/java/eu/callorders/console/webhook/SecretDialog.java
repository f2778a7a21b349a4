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

/** Shows a new signing secret once. */
final class SecretDialog {
  private static final double WIDTH = 520;

  private SecretDialog() {}

  static void show(Window owner, Texts texts, NewSigningSecret newSecret, Runnable onClosed) {
    Dialog<ButtonType> dialog = new Dialog<>();
    dialog.initOwner(owner);
    dialog.setTitle(texts.get("secret.title"));
    dialog.setHeaderText(texts.get(key(newSecret), newSecret.url()));
    ButtonType copy = new ButtonType(texts.get("secret.copy"), ButtonBar.ButtonData.OK_DONE);
    ButtonType close = new ButtonType(texts.get("secret.close"), ButtonBar.ButtonData.CANCEL_CLOSE);
    DialogPane pane = dialog.getDialogPane();
    pane.setId("secret-dialog");
    pane.setPrefWidth(WIDTH);
    pane.setContent(content(texts, newSecret));
    pane.getButtonTypes().setAll(newSecret.isLost() ? new ButtonType[] {close} : both(copy, close));
    if (!newSecret.isLost()) {
      pane.lookupButton(copy).setId("secret-copy");
    }
    dialog.setResultConverter(
        pressed -> {
          if (pressed == copy) {
            copy(newSecret.secret());
          }
          return pressed;
        });
    dialog.setOnHidden(ignored -> onClosed.run());
    dialog.show();
  }

  private static String key(NewSigningSecret newSecret) {
    String key = newSecret.isFirst() ? "secret.first" : "secret.rotated";
    return newSecret.isLost() ? key + ".lost" : key;
  }

  private static ButtonType[] both(ButtonType copy, ButtonType close) {
    return new ButtonType[] {copy, close};
  }

  private static VBox content(Texts texts, NewSigningSecret newSecret) {
    Label advice =
        new Label(texts.get(newSecret.isLost() ? key(newSecret) + ".advice" : "secret.advice"));
    advice.setWrapText(true);
    VBox content = new VBox(10);
    if (!newSecret.isLost()) {
      TextField secret = new TextField(newSecret.secret());
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
