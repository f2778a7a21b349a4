package eu.callorders.console.webhook;

import eu.callorders.console.api.Scope;
import eu.callorders.console.ui.FxmlView;
import eu.callorders.console.ui.NeededScope;
import java.time.ZoneId;
import java.util.List;
import java.util.function.Consumer;
import javafx.fxml.FXML;
import javafx.scene.control.Alert;
import javafx.scene.control.Button;
import javafx.scene.control.ButtonBar;
import javafx.scene.control.ButtonType;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.Region;

/** The buttons for the shown endpoint, with confirmation where needed. */
@SuppressWarnings("NullAway.Init") // FXML fills the fields
final class EndpointBar extends FxmlView {
  private static final double CONFIRMATION_WIDTH = 460;

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
    String consequence =
        texts.get(waiting, impact.waiting()) + " " + texts.get("delete.consequence");
    if (root().getScene() != null && confirm("delete", consequence)) {
      model.actions.delete();
    }
  }

  /** Whether the operator confirms; the question is the text {@code key.question}. */
  private boolean confirm(String key, String consequence) {
    ButtonType yes = new ButtonType(texts.get(key), ButtonBar.ButtonData.OK_DONE);
    ButtonType no = new ButtonType(texts.get("cancel"), ButtonBar.ButtonData.CANCEL_CLOSE);
    Alert alert = new Alert(Alert.AlertType.CONFIRMATION, consequence, yes, no);
    alert.initOwner(window());
    alert.setTitle(texts.get(key));
    alert.setHeaderText(texts.get(key + ".question", name()));
    alert.getDialogPane().setPrefWidth(CONFIRMATION_WIDTH);
    alert.getDialogPane().setMinHeight(Region.USE_PREF_SIZE);
    alert.getDialogPane().lookupButton(yes).setId("confirm");
    alert.getDialogPane().lookupButton(no).setId("spare");
    return alert.showAndWait().filter(pressed -> pressed == yes).isPresent();
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
    if (confirm("rotate", texts.get("rotate.consequence"))) {
      model.actions.rotate();
    }
  }

  @FXML
  void enable() {
    model.setStatus("active");
  }

  @FXML
  void disable() {
    if (confirm("disable", texts.get("disable.consequence"))) {
      model.setStatus("disabled");
    }
  }

  @FXML
  void delete() {
    model.actions.loadDeletionImpact(this::confirmDeletion);
  }

  @FXML
  void replay() {
    new ReplayView(model.newReplay(ZoneId.systemDefault()), texts, name()).show(window());
  }
}
