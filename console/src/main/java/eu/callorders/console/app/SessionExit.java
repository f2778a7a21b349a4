package eu.callorders.console.app;

import eu.callorders.console.ui.Texts;
import java.util.List;
import java.util.Locale;
import javafx.scene.control.Alert;
import javafx.scene.control.Button;
import javafx.scene.control.ButtonBar;
import javafx.scene.control.ButtonType;
import javafx.stage.Window;

/** The ways to end a session, each of which asks before anything is lost. */
enum SessionExit {
  DISCONNECT,
  CLOSE;

  /**
   * Whether the session may end: whoever has nothing unsaved is not asked.
   *
   * @param unsaved what would be lost, a line each
   */
  boolean agreed(Window owner, Texts texts, List<String> unsaved) {
    if (unsaved.isEmpty()) {
      return true;
    }
    String does = texts.get("leave." + name().toLowerCase(Locale.ROOT));
    ButtonType yes = new ButtonType(does, ButtonBar.ButtonData.OTHER);
    ButtonType no = new ButtonType(texts.get("leave.stay"), ButtonBar.ButtonData.CANCEL_CLOSE);
    Alert question = new Alert(Alert.AlertType.CONFIRMATION, String.join("\n", unsaved), yes, no);
    question.initOwner(owner);
    question.setTitle(does);
    question.setHeaderText(texts.get("leave.question"));
    question.getDialogPane().setId("leave-dialog");
    question.getDialogPane().lookupButton(yes).setId("leave-yes");
    question.getDialogPane().lookupButton(yes).getStyleClass().add("danger");
    Button stay = (Button) question.getDialogPane().lookupButton(no);
    stay.setId("leave-no");
    stay.setDefaultButton(true); // Enter loses nothing
    return question.showAndWait().filter(yes::equals).isPresent();
  }
}
