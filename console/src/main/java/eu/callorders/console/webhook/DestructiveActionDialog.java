package eu.callorders.console.webhook;

import eu.callorders.console.ui.Texts;
import javafx.scene.control.Alert;
import javafx.scene.control.ButtonBar;
import javafx.scene.control.ButtonType;
import javafx.scene.layout.Region;
import javafx.stage.Window;

/** Asks before something that cannot be taken back just so. */
final class DestructiveActionDialog {
  private static final double WIDTH = 460;

  private final Texts texts;

  DestructiveActionDialog(Texts texts) {
    this.texts = texts;
  }

  /**
   * Waits for the answer.
   *
   * @param key names the deed among the texts, and its question with {@code .question}
   * @param about what the question names
   * @param consequence what follows from a yes
   */
  boolean agrees(Window owner, String key, String about, String consequence) {
    ButtonType yes = new ButtonType(texts.get(key), ButtonBar.ButtonData.OK_DONE);
    ButtonType no = new ButtonType(texts.get("cancel"), ButtonBar.ButtonData.CANCEL_CLOSE);
    Alert alert = new Alert(Alert.AlertType.CONFIRMATION, consequence, yes, no);
    alert.initOwner(owner);
    alert.setTitle(texts.get(key));
    alert.setHeaderText(texts.get(key + ".question", about));
    alert.getDialogPane().setPrefWidth(WIDTH);
    alert.getDialogPane().setMinHeight(Region.USE_PREF_SIZE);
    alert.getDialogPane().lookupButton(yes).setId("confirm");
    alert.getDialogPane().lookupButton(no).setId("spare");
    return alert.showAndWait().filter(pressed -> pressed == yes).isPresent();
  }
}
