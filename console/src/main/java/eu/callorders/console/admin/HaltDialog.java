package eu.callorders.console.admin;

import eu.callorders.console.ui.ActionDialog;
import eu.callorders.console.ui.Texts;
import java.util.Locale;
import javafx.stage.Window;

/** Asks for the reason of a halt or of its end, and starts it. */
final class HaltDialog {
  private HaltDialog() {}

  /**
   * Asks, and waits for the answer but not for the action.
   *
   * @param onFailed called when the action failed, or its response was lost
   */
  static void ask(
      HaltViewModel model,
      Window owner,
      HaltViewModel.Action action,
      HaltScope scope,
      Runnable onFailed) {
    Texts texts = Texts.of(HaltDialog.class);
    String key = action.name().toLowerCase(Locale.ROOT);
    ActionDialog dialog =
        new ActionDialog(owner, texts, key, scope.text(texts))
            .withReason(HaltViewModel.MAX_REASON_LENGTH, true);
    if (action == HaltViewModel.Action.HALT) {
      dialog.danger();
    }
    if (dialog.confirm()) {
      model.act(action, scope, dialog.reason(), onFailed);
    }
  }
}
