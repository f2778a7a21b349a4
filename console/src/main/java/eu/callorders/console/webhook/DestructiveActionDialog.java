package eu.callorders.console.webhook;

import eu.callorders.console.ui.Texts;
import javafx.scene.control.Alert;
import javafx.scene.control.ButtonBar;
import javafx.scene.control.ButtonType;
import javafx.scene.layout.Region;
import javafx.stage.Window;

/** Asks for confirmation before an irreversible action. */
final class DestructiveActionDialog {
  private static final double WIDTH = 460;

  private final Texts texts;

  DestructiveActionDialog(Texts texts) {
    this.texts = texts;
  }

  /**
   * Waits for the decision.
   *
   * @param key text key of the action; its question has the suffix {@code .question}
   * @param target named in the question
   * @param consequence what the action does
   */
  boolean confirm(Window owner, String key, String target, String consequence) {
    ButtonType yes = new ButtonType(texts.get(key), ButtonBar.ButtonData.OK_DONE);
    ButtonType no = new ButtonType(texts.get("cancel"), ButtonBar.ButtonData.CANCEL_CLOSE);
    Alert alert = new Alert(Alert.AlertType.CONFIRMATION, consequence, yes, no);
    alert.initOwner(owner);
    alert.setTitle(texts.get(key));
    alert.setHeaderText(texts.get(key + ".question", target));
    alert.getDialogPane().setPrefWidth(WIDTH);
    alert.getDialogPane().setMinHeight(Region.USE_PREF_SIZE);
    alert.getDialogPane().lookupButton(yes).setId("confirm");
    alert.getDialogPane().lookupButton(no).setId("spare");
    return alert.showAndWait().filter(pressed -> pressed == yes).isPresent();
  }
}
