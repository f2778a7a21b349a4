package eu.callorders.console.ui;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.console.RobotTest;
import eu.callorders.console.UiRobot;
import eu.callorders.console.order.OrdersView;
import eu.callorders.console.webhook.WebhooksView;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import javafx.application.Platform;
import javafx.scene.Scene;
import javafx.scene.control.Button;
import javafx.scene.control.DialogPane;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import javafx.scene.layout.Pane;
import javafx.stage.Stage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.testfx.api.FxToolkit;

@RobotTest
class ActionDialogTest extends UiRobot {
  private static final int MAX_LENGTH = 10;

  private final Locale language = Locale.getDefault();
  private final Texts texts = Texts.of(OrdersView.class, Locale.ENGLISH);

  /** What became of each dialog: whether the operator agreed. */
  private final List<Boolean> outcomes = new ArrayList<>();

  private Stage stage;

  @BeforeEach
  void open() throws Exception {
    Locale.setDefault(Locale.ENGLISH);
    stage = FxToolkit.registerPrimaryStage();
    runAndWait(
        () -> {
          stage.setScene(new Scene(new Pane(), 400, 300));
          stage.show();
        });
  }

  @AfterEach
  void close() throws Exception {
    Locale.setDefault(language);
    FxToolkit.cleanupStages();
  }

  private ActionDialog dialog() {
    return read(() -> new ActionDialog(stage, texts, "cancel", "ord_1"));
  }

  /** Opens the dialog and waits until that node has the focus. */
  private void ask(ActionDialog dialog, String focused) {
    Platform.runLater(() -> outcomes.add(dialog.confirm()));
    await(find(focused)::isFocused);
  }

  private void push(KeyCode key) {
    robot().push(key);
    runAndWait(() -> {});
  }

  @Test
  void cancelsByEnterOnlyWhereCancelHasTheFocus() {
    ActionDialog dialog = dialog();
    ask(dialog, "#dialog-decline");
    runAndWait(dialog.accept()::requestFocus);
    assertThat(dialog.accept().isDefaultButton()).isFalse();
    push(KeyCode.ENTER);
    assertThat(outcomes).isEmpty();
    Button decline = find("#dialog-decline");
    runAndWait(decline::requestFocus);
    push(KeyCode.ENTER);
    await(() -> outcomes.equals(List.of(false)));
  }

  @Test
  void keepsATypedReasonOnEnterAndAgreesBySpace() {
    ActionDialog dialog = read(() -> dialog().withReason(MAX_LENGTH, true));
    ask(dialog, "#dialog-reason");
    assertThat(dialog.accept().isDisabled()).as("without a reason").isTrue();
    TextField reason = find("#dialog-reason");
    runAndWait(() -> reason.setText("no debt"));
    push(KeyCode.ENTER);
    assertThat(outcomes).isEmpty();
    runAndWait(dialog.accept()::requestFocus);
    push(KeyCode.SPACE);
    await(() -> outcomes.equals(List.of(true)));
    assertThat(dialog.reason()).isEqualTo("no debt");
  }

  @Test
  void cancelsByEscape() {
    ask(read(() -> dialog().withReason(MAX_LENGTH, false)), "#dialog-reason");
    push(KeyCode.ESCAPE);
    await(() -> outcomes.equals(List.of(false)));
  }

  @Test
  void entersPresetsThatCanBeEdited() {
    ActionDialog dialog = read(() -> dialog().withReason(MAX_LENGTH, true));
    ask(dialog, "#dialog-reason");
    Button paid = find(".reason-presets .button");
    runAndWait(paid::fire);
    TextField reason = find("#dialog-reason");
    await(reason::isFocused);
    assertThat(dialog.accept().isDisabled()).isFalse();
    runAndWait(() -> reason.appendText(" off"));
    assertThat(dialog.reason()).isEqualTo("Paid off");
    Label length = find("#dialog-reason-length");
    assertThat(length.getText()).isEqualTo("2 characters are left.");
    runAndWait(() -> reason.appendText(" in May"));
    assertThat(dialog.reason()).as("not cut").isEqualTo("Paid off in May");
    assertThat(length.getText()).isEqualTo("Is too long by 5 characters: shorten it.");
    assertThat(dialog.accept().isDisabled()).isTrue();
    push(KeyCode.ESCAPE);
    await(() -> outcomes.equals(List.of(false)));
  }

  @Test
  void agreesByEnterToAHarmlessAction() {
    TextField name = read(TextField::new);
    name.setId("name");
    ask(read(() -> dialog().with(name).harmless().focus(name)), "#name");
    push(KeyCode.ENTER);
    await(() -> outcomes.equals(List.of(true)));
  }

  @Test
  void hasNoActionForANotice() {
    Texts webhooks = Texts.of(WebhooksView.class, Locale.ENGLISH);
    ActionDialog notice =
        read(() -> new ActionDialog(stage, webhooks, "secret.first.lost", "https://a.example"));
    ask(notice, "#dialog-decline");
    DialogPane pane = find("#secret-first-lost-dialog");
    assertThat(pane.getHeaderText()).contains("https://a.example");
    assertThat(notice.accept().isVisible()).isFalse();
    assertThat(((Stage) pane.getScene().getWindow()).getTitle()).isEqualTo(pane.getHeaderText());
    Button close = find("#dialog-decline");
    assertThat(close.isDefaultButton()).isTrue();
    push(KeyCode.ENTER);
    await(() -> outcomes.equals(List.of(false)));
  }
}
