package eu.callorders.console.ui;

import javafx.scene.control.Alert;
import javafx.scene.control.Button;
import javafx.scene.control.ButtonBar;
import javafx.scene.control.ButtonType;
import javafx.stage.Window;

/** Asks for confirmation before an action that has external effects. */
public final class ConfirmDialog {
  private ConfirmDialog() {}

  /**
   * Waits for the decision.
   *
   * @param action prefix of the text keys {@code .title}, {@code .question}, {@code .effect} and
   *     {@code .yes}; the button that cancels shows {@code leave}
   * @param target named in the question
   */
  public static boolean confirm(Window owner, Texts texts, String action, Object target) {
    ButtonType yes = new ButtonType(texts.get(action + ".yes"), ButtonBar.ButtonData.OK_DONE);
    ButtonType no = new ButtonType(texts.get("leave"), ButtonBar.ButtonData.CANCEL_CLOSE);
    Alert alert = new Alert(Alert.AlertType.CONFIRMATION, texts.get(action + ".effect"), yes, no);
    alert.initOwner(owner);
    alert.setTitle(texts.get(action + ".title"));
    alert.setHeaderText(texts.get(action + ".question", target));
    setDefault(alert, yes, false); // Enter alone must not confirm
    setDefault(alert, no, true);
    return alert.showAndWait().filter(yes::equals).isPresent();
  }

  private static void setDefault(Alert alert, ButtonType type, boolean isDefault) {
    if (alert.getDialogPane().lookupButton(type) instanceof Button button) {
      button.setDefaultButton(isDefault);
    }
  }
}
