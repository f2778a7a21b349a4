package eu.callorders.console.admin;

import eu.callorders.console.admin.HaltViewModel.Action;
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
      HaltViewModel model, Window owner, Action action, HaltScope scope, Runnable onFailed) {
    ActionDialog dialog = dialog(model, owner, action, scope);
    if (withReason(dialog).confirm()) {
      model.act(action, scope, dialog.reason(), onFailed);
    }
  }

  /** Asks also whether to halt that tenant only, or everything. */
  static void askForScope(HaltViewModel model, Window owner, HaltScope tenant, Runnable onFailed) {
    Texts texts = Texts.of(HaltDialog.class);
    ActionDialog dialog = dialog(model, owner, Action.HALT, tenant);
    dialog.question(
        texts.get(
            "scope.choice",
            tenant.text(texts, model.tenants),
            HaltScope.EVERYTHING.text(texts, model.tenants)));
    dialog.accept().setText(texts.get("halt.tenant.yes"));
    dialog.withWider(texts.get("halt.everything.yes"));
    if (withReason(dialog).confirm()) {
      HaltScope scope = dialog.isWider() ? HaltScope.EVERYTHING : tenant;
      model.act(Action.HALT, scope, dialog.reason(), onFailed);
    }
  }

  private static ActionDialog dialog(
      HaltViewModel model, Window owner, Action action, HaltScope scope) {
    Texts texts = Texts.of(HaltDialog.class);
    String key = action.name().toLowerCase(Locale.ROOT);
    ActionDialog dialog = new ActionDialog(owner, texts, key, scope.text(texts, model.tenants));
    return action == Action.HALT ? dialog.danger() : dialog;
  }

  private static ActionDialog withReason(ActionDialog dialog) {
    return dialog.withReason(HaltViewModel.MAX_REASON_LENGTH, true);
  }
}
