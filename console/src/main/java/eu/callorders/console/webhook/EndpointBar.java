package eu.callorders.console.webhook;

import eu.callorders.console.api.Scope;
import eu.callorders.console.ui.ActionDialog;
import eu.callorders.console.ui.FxmlView;
import eu.callorders.console.ui.NeededScope;
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
  private NeededScope scopeHint;

  EndpointBar(EndpointViewModel model, Consumer<EndpointViewModel.Detail> onEdit) {
    this.model = model;
    this.onEdit = onEdit;
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

  private String name() {
    EndpointViewModel.Detail detail = model.detail.get();
    return detail == null ? "" : EndpointRow.shortUrl(detail.row().url());
  }

  /** Confirms the deletion, unless the operator left the screen meanwhile. */
  private void confirmDeletion(EndpointActions.DeletionImpact impact) {
    String waiting = impact.isIncomplete() ? "delete.waiting.more" : "delete.waiting";
    String consequence = texts.get(waiting, impact.waiting()) + " " + texts.get("delete.effect");
    if (root().getScene() != null && dialog("delete").effect(consequence).danger().confirm()) {
      model.actions.delete();
    }
  }

  private ActionDialog dialog(String action) {
    return new ActionDialog(window(), texts, action, name());
  }

  @FXML
  void test() {
    model.actions.test();
  }

  @FXML
  void edit() {
    EndpointViewModel.Detail detail = model.detail.get();
    if (detail != null) {
      onEdit.accept(detail);
    }
  }

  @FXML
  void rotate() {
    if (dialog("rotate").danger().confirm()) {
      model.actions.rotate();
    }
  }

  @FXML
  void enable() {
    model.setStatus("active");
  }

  @FXML
  void disable() {
    if (dialog("disable").danger().confirm()) {
      model.setStatus("disabled");
    }
  }

  @FXML
  void delete() {
    model.actions.loadDeletionImpact(this::confirmDeletion);
  }

  @FXML
  void replay() {
    new ReplayView(model.newReplay(ZoneId.systemDefault()), texts, window(), name()).show();
  }
}
