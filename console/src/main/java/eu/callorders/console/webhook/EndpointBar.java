package eu.callorders.console.webhook;

import eu.callorders.console.api.Scope;
import eu.callorders.console.ui.ActionDialog;
import eu.callorders.console.ui.FxmlView;
import eu.callorders.console.ui.NeededScope;
import eu.callorders.console.work.ActionTarget;
import java.time.ZoneId;
import java.util.List;
import java.util.function.Consumer;
import javafx.fxml.FXML;
import javafx.scene.control.Button;
import javafx.scene.layout.FlowPane;

/** The buttons for the shown endpoint, with confirmation where needed. */
@SuppressWarnings("NullAway.Init") // FXML fills the fields
final class EndpointBar extends FxmlView {
  @FXML private FlowPane actions;
  @FXML private Button test;
  @FXML private Button replay;
  @FXML private Button edit;
  @FXML private Button rotate;
  @FXML private Button enable;
  @FXML private Button disable;
  @FXML private Button delete;

  private final EndpointViewModel model;
  private final Consumer<EndpointViewModel.Detail> onEdit;
  private final Consumer<String> onAgreed;
  private NeededScope scopeHint;

  EndpointBar(
      EndpointViewModel model,
      Consumer<EndpointViewModel.Detail> onEdit,
      Consumer<String> onAgreed) {
    this.model = model;
    this.onEdit = onEdit;
    this.onAgreed = onAgreed;
    load();
  }

  @FXML
  void initialize() {
    model.detail.addListener(ignored -> updateButtons());
    model.actions.busy.addListener(ignored -> updateButtons());
    scopeHint = new NeededScope(texts, Scope.CONFIG_WRITE, actions);
    updateButtons();
  }

  /** Enables what is possible now; the tooltip explains a missing scope. */
  void updateButtons() {
    scopeHint.setGranted(model.canChange());
    EndpointViewModel.Detail detail = model.detail.get();
    String state = detail == null ? "" : detail.row().status();
    boolean enabled = model.canChange() && detail != null && !model.actions.busy.get();
    boolean isDisabled = state.equals("disabled");
    test.setText(texts.get(state.equals("pending_verification") ? "verify" : "test"));
    test.setDisable(!enabled || isDisabled);
    replay.setDisable(!enabled || !state.equals("active"));
    for (Button button : List.of(edit, rotate, enable, disable, delete)) {
      button.setDisable(!enabled);
    }
    enable.setVisible(isDisabled);
    disable.setVisible(!isDisabled);
  }

  /** Passes the shown endpoint to an action, which keeps it while it asks. */
  private void withShown(Consumer<EndpointViewModel.Detail> action) {
    EndpointViewModel.Detail detail = model.detail.get();
    if (detail != null) {
      action.accept(detail);
    }
  }

  private static String name(EndpointViewModel.Detail shown) {
    return target(shown).name();
  }

  private static ActionTarget target(EndpointViewModel.Detail shown) {
    return shown.row().target();
  }

  private boolean confirm(EndpointViewModel.Detail shown, String action) {
    return agreed(shown, new ActionDialog(window(), texts, action, name(shown)));
  }

  /** Confirms the deletion, unless the operator left the screen meanwhile. */
  private void confirmDeletion(
      EndpointViewModel.Detail shown, EndpointActions.DeletionImpact impact) {
    if (root().getScene() == null) {
      return;
    }
    String waiting = impact.isIncomplete() ? "delete.waiting.more" : "delete.waiting";
    String consequence = texts.get(waiting, impact.waiting()) + " " + texts.get("delete.effect");
    ActionDialog dialog = new ActionDialog(window(), texts, "delete", name(shown));
    if (agreed(shown, dialog.effect(consequence))) {
      model.actions.delete(target(shown));
    }
  }

  private boolean agreed(EndpointViewModel.Detail shown, ActionDialog dialog) {
    boolean agreed = dialog.danger().confirm();
    if (agreed) {
      onAgreed.accept(shown.row().id());
    }
    return agreed;
  }

  @FXML
  void test() {
    withShown(shown -> model.actions.test(target(shown)));
  }

  @FXML
  void edit() {
    withShown(onEdit);
  }

  @FXML
  void rotate() {
    withShown(
        shown -> {
          if (confirm(shown, "rotate")) {
            model.actions.rotate(target(shown));
          }
        });
  }

  @FXML
  void enable() {
    withShown(shown -> setStatus(shown, "active"));
  }

  @FXML
  void disable() {
    withShown(
        shown -> {
          if (confirm(shown, "disable")) {
            setStatus(shown, "disabled");
          }
        });
  }

  private void setStatus(EndpointViewModel.Detail shown, String status) {
    model.actions.setStatus(target(shown), status, shown.etag());
  }

  @FXML
  void delete() {
    withShown(shown -> model.actions.loadDeletionImpact(impact -> confirmDeletion(shown, impact)));
  }

  @FXML
  void replay() {
    withShown(
        shown ->
            new ReplayView(model.newReplay(ZoneId.systemDefault()), texts, window(), name(shown))
                .show());
  }
}
