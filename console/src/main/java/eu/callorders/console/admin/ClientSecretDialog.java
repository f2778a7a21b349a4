package eu.callorders.console.admin;

import eu.callorders.console.ui.Facts;
import eu.callorders.console.ui.Texts;
import javafx.event.ActionEvent;
import javafx.scene.control.ButtonBar;
import javafx.scene.control.ButtonType;
import javafx.scene.control.Dialog;
import javafx.scene.control.Label;
import javafx.scene.input.Clipboard;
import javafx.scene.input.ClipboardContent;
import javafx.scene.layout.VBox;
import javafx.stage.Window;

/** Shows a client secret, which cannot be retrieved again. */
final class ClientSecretDialog {
  private static final double WIDTH = 620;

  private ClientSecretDialog() {}

  static void show(Window owner, Texts texts, IssuedSecret issued) {
    ButtonType copy = new ButtonType(texts.get("secret.copy"), ButtonBar.ButtonData.LEFT);
    ButtonType done = new ButtonType(texts.get("secret.done"), ButtonBar.ButtonData.OK_DONE);
    Facts facts = new Facts();
    facts.add(texts.get("column.client_id"), issued.clientId());
    facts.add(texts.get("secret"), issued.secret());
    Label warning = new Label(texts.get("secret.once"));
    warning.setWrapText(true);
    Dialog<ButtonType> dialog = new Dialog<>();
    dialog.initOwner(owner);
    dialog.setTitle(texts.get("secret"));
    dialog.setHeaderText(texts.get("secret.title"));
    dialog.getDialogPane().setContent(new VBox(12, warning, facts));
    dialog.getDialogPane().setPrefWidth(WIDTH);
    dialog.getDialogPane().getButtonTypes().addAll(copy, done);
    dialog
        .getDialogPane()
        .lookupButton(copy)
        .addEventFilter(
            ActionEvent.ACTION,
            event -> {
              ClipboardContent content = new ClipboardContent();
              content.putString(issued.secret());
              Clipboard.getSystemClipboard().setContent(content);
              event.consume(); // keeps the dialog open
            });
    dialog.getDialogPane().lookupButton(done).setId("secret-done");
    dialog.showAndWait();
  }
}
