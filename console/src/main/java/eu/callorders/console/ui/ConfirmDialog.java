package eu.callorders.console.ui;

import javafx.scene.control.Alert;
import javafx.scene.control.Button;
import javafx.scene.control.ButtonBar;
import javafx.scene.control.ButtonType;
import javafx.stage.Window;

/** Asks before something is done that others will notice. */
public final class ConfirmDialog {
  private ConfirmDialog() {}

  /**
   * Waits for the answer.
   *
   * @param deed begins the keys of the texts: {@code .title}, {@code .question}, {@code .effect}
   *     and {@code .yes}; what calls it off is {@code leave}
   * @param what is named in the question
   */
  public static boolean agreed(Window owner, Texts texts, String deed, Object what) {
    ButtonType yes = new ButtonType(texts.get(deed + ".yes"), ButtonBar.ButtonData.OK_DONE);
    ButtonType no = new ButtonType(texts.get("leave"), ButtonBar.ButtonData.CANCEL_CLOSE);
    Alert alert = new Alert(Alert.AlertType.CONFIRMATION, texts.get(deed + ".effect"), yes, no);
    alert.initOwner(owner);
    alert.setTitle(texts.get(deed + ".title"));
    alert.setHeaderText(texts.get(deed + ".question", what));
    preferred(alert, yes, false); // others notice it, so Enter alone is no consent
    preferred(alert, no, true);
    return alert.showAndWait().filter(yes::equals).isPresent();
  }

  private static void preferred(Alert alert, ButtonType type, boolean preferred) {
    if (alert.getDialogPane().lookupButton(type) instanceof Button button) {
      button.setDefaultButton(preferred);
    }
  }
}
