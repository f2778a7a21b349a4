package eu.callorders.console.app;

import eu.callorders.console.ui.Texts;
import java.util.List;
import java.util.Locale;
import javafx.scene.control.Alert;
import javafx.scene.control.Button;
import javafx.scene.control.ButtonBar;
import javafx.scene.control.ButtonType;
import javafx.stage.Window;

/** Ways to end a session. Each confirms before unsaved input is lost. */
enum SessionExit {
  DISCONNECT,
  CLOSE;

  /**
   * Whether the session may end; without unsaved input it may end at once.
   *
   * @param unsaved one line for each screen
   */
  boolean confirm(Window owner, Texts texts, List<String> unsaved) {
    if (unsaved.isEmpty()) {
      return true;
    }
    String action = texts.get("leave." + name().toLowerCase(Locale.ROOT));
    ButtonType yes = new ButtonType(action, ButtonBar.ButtonData.OTHER);
    ButtonType no = new ButtonType(texts.get("leave.stay"), ButtonBar.ButtonData.CANCEL_CLOSE);
    Alert dialog = new Alert(Alert.AlertType.CONFIRMATION, String.join("\n", unsaved), yes, no);
    dialog.initOwner(owner);
    dialog.setTitle(action);
    dialog.setHeaderText(texts.get("leave.question"));
    dialog.getDialogPane().setId("leave-dialog");
    dialog.getDialogPane().lookupButton(yes).setId("leave-yes");
    dialog.getDialogPane().lookupButton(yes).getStyleClass().add("danger");
    Button stay = (Button) dialog.getDialogPane().lookupButton(no);
    stay.setId("leave-no");
    stay.setDefaultButton(true); // Enter must lose nothing
    return dialog.showAndWait().filter(yes::equals).isPresent();
  }
}
