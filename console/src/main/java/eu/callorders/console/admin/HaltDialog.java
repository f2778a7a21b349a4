package eu.callorders.console.admin;

import eu.callorders.console.admin.HaltViewModel.Action;
import eu.callorders.console.ui.ActionDialog;
import eu.callorders.console.ui.Texts;
import java.util.Locale;
import javafx.scene.control.RadioButton;
import javafx.scene.control.ToggleGroup;
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

  /** Asks first whether to halt that tenant only, or everything. */
  static void askForScope(HaltViewModel model, Window owner, HaltScope tenant, Runnable onFailed) {
    Texts texts = Texts.of(HaltDialog.class);
    ActionDialog dialog = dialog(model, owner, Action.HALT, tenant);
    ToggleGroup scopes = new ToggleGroup();
    RadioButton only =
        new RadioButton(texts.get("halt.only", model.tenants.text(tenant.tenantId())));
    RadioButton all = new RadioButton(texts.get("halt.all"));
    only.setId("halt-only");
    all.setId("halt-all");
    only.setWrapText(true);
    only.setToggleGroup(scopes);
    all.setToggleGroup(scopes);
    only.setSelected(true);
    all.selectedProperty()
        .addListener(ignored -> dialog.question(scope(all, tenant).text(texts, model.tenants)));
    if (withReason(dialog.with(only, all)).confirm()) {
      model.act(Action.HALT, scope(all, tenant), dialog.reason(), onFailed);
    }
  }

  private static HaltScope scope(RadioButton all, HaltScope tenant) {
    return all.isSelected() ? HaltScope.EVERYTHING : tenant;
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
