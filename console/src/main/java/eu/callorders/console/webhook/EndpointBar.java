package eu.callorders.console.webhook;

import eu.callorders.console.api.Scope;
import eu.callorders.console.ui.Fxml;
import eu.callorders.console.ui.NeededScope;
import eu.callorders.console.ui.Texts;
import java.time.ZoneId;
import java.util.List;
import java.util.function.Consumer;
import javafx.fxml.FXML;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.control.Button;
import javafx.scene.layout.FlowPane;
import javafx.stage.Window;
import org.jspecify.annotations.Nullable;

/** The buttons for the shown endpoint, with confirmation where needed. */
@SuppressWarnings("NullAway.Init") // FXML fills the fields
final class EndpointBar {
  @FXML private FlowPane actions;
  @FXML private Button test;
  @FXML private Button replay;
  @FXML private Button edit;
  @FXML private Button rotate;
  @FXML private Button enable;
  @FXML private Button disable;
  @FXML private Button delete;

  private final EndpointViewModel model;
  private final Consumer<EndpointDetail> onEdit;
  private final Texts texts;
  private final DestructiveActionDialog confirmation;
  private NeededScope scopeHint;
  private final Parent root;

  /**
   * @param onEdit called to edit the endpoint
   */
  EndpointBar(EndpointViewModel model, Texts texts, Consumer<EndpointDetail> onEdit) {
    this.model = model;
    this.texts = texts;
    this.onEdit = onEdit;
    this.confirmation = new DestructiveActionDialog(texts);
    this.root = Fxml.load(this, texts);
  }

  Parent root() {
    return root;
  }

  @FXML
  void initialize() {
    model.detail().addListener(ignored -> updateButtons());
    model.actions().busy().addListener(ignored -> updateButtons());
    model.actions().deletionImpact().addListener((ignored, before, now) -> confirmDeletion(now));
    scopeHint = new NeededScope(texts, Scope.CONFIG_WRITE, actions);
    updateButtons();
  }

  /** Enables what is possible now; the tooltip explains a missing scope. */
  void updateButtons() {
    scopeHint.setGranted(model.canChange());
    EndpointDetail detail = model.detail().get();
    String state = detail == null ? "" : detail.row().status();
    boolean enabled = model.canChange() && detail != null && !model.actions().busy().get();
    boolean isDisabled = state.equals("disabled");
    test.setText(texts.get(state.equals("pending_verification") ? "verify" : "test"));
    test.setDisable(!enabled || isDisabled);
    replay.setDisable(!enabled || !state.equals("active"));
    for (Button button : List.of(edit, rotate, enable, disable, delete)) {
      button.setDisable(!enabled);
    }
    visible(enable, isDisabled);
    visible(disable, !isDisabled);
  }

  private static void visible(Node node, boolean visible) {
    node.setVisible(visible);
    node.setManaged(visible);
  }

  private Window window() {
    return root.getScene().getWindow();
  }

  private String name() {
    EndpointDetail detail = model.detail().get();
    return detail == null ? "" : EndpointRow.shortUrl(detail.row().url());
  }

  /** Confirms the deletion, unless the operator left the screen meanwhile. */
  private void confirmDeletion(@Nullable DeletionImpact impact) {
    if (impact == null) {
      return;
    }
    if (root.getScene() == null) {
      model.actions().cancelDeletion();
      return;
    }
    String waiting =
        texts.get(
            impact.isIncomplete() ? "delete.waiting.more" : "delete.waiting", impact.waiting());
    String consequence = waiting + " " + texts.get("delete.consequence");
    if (confirmation.confirm(window(), "delete", name(), consequence)) {
      model.actions().delete();
    } else {
      model.actions().cancelDeletion();
    }
  }

  @FXML
  void test() {
    model.actions().test();
  }

  @FXML
  void edit() {
    EndpointDetail detail = model.detail().get();
    if (detail != null) {
      onEdit.accept(detail);
    }
  }

  @FXML
  void rotate() {
    if (confirmation.confirm(window(), "rotate", name(), texts.get("rotate.consequence"))) {
      model.actions().rotate();
    }
  }

  @FXML
  void enable() {
    model.enable();
  }

  @FXML
  void disable() {
    if (confirmation.confirm(window(), "disable", name(), texts.get("disable.consequence"))) {
      model.disable();
    }
  }

  @FXML
  void delete() {
    model.actions().loadDeletionImpact();
  }

  @FXML
  void replay() {
    new ReplayView(model.newReplay(ZoneId.systemDefault()), texts, name()).show(window());
  }
}
