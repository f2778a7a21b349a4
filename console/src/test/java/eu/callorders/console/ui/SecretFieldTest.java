package eu.callorders.console.ui;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.console.RobotTest;
import eu.callorders.console.UiRobot;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import javafx.application.Platform;
import javafx.scene.Scene;
import javafx.scene.control.Button;
import javafx.scene.control.DialogPane;
import javafx.scene.input.Clipboard;
import javafx.scene.input.KeyCode;
import javafx.scene.layout.Pane;
import javafx.stage.Stage;
import javafx.stage.Window;
import javafx.stage.WindowEvent;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.testfx.api.FxToolkit;

@RobotTest
class SecretFieldTest extends UiRobot {
  private static final String DIALOG = "#views-delete-dialog";
  private static final String QUESTION = "#secret-close-dialog";

  private final Locale language = Locale.getDefault();
  private final AtomicInteger closed = new AtomicInteger();
  private SecretField secret;

  @BeforeEach
  void open() throws Exception {
    Locale.setDefault(Locale.ENGLISH);
    Stage stage = FxToolkit.registerPrimaryStage();
    runAndWait(
        () -> {
          stage.setScene(new Scene(new Pane(), 400, 300));
          stage.show();
          Texts texts = Texts.of(SecretField.class, Locale.ENGLISH);
          secret = new SecretField("Token", "opt_1");
          ActionDialog dialog = new ActionDialog(stage, texts, "views.delete", "A");
          secret.showIn(dialog.with(secret), closed::incrementAndGet);
        });
    await(find(DIALOG + " #dialog-accept")::isFocused);
  }

  @AfterEach
  void close() throws Exception {
    Locale.setDefault(language);
    FxToolkit.cleanupStages();
  }

  private void push(KeyCode key) {
    robot().push(key);
    runAndWait(() -> {});
  }

  /** Waits for the question, since keys go to the focused window. */
  private void awaitQuestion() {
    await(find(QUESTION + " #dialog-decline")::isFocused);
  }

  private boolean isShown(String dialog) {
    return robot().lookup(dialog).tryQuery().isPresent();
  }

  @Test
  void asksBeforeASecretIsLost() {
    push(KeyCode.ESCAPE);
    awaitQuestion();
    assertThat(this.<DialogPane>find(QUESTION).getHeaderText()).startsWith("Token");
    push(KeyCode.ESCAPE);
    await(() -> !isShown(QUESTION));
    assertThat(isShown(DIALOG)).isTrue();
    Window window = read(() -> secret.getScene().getWindow());
    Platform.runLater(
        () -> window.fireEvent(new WindowEvent(window, WindowEvent.WINDOW_CLOSE_REQUEST)));
    Button lose = find(QUESTION + " #dialog-accept");
    assertThat(closed).hasValue(0);
    runAndWait(lose::fire);
    await(() -> closed.get() == 1);
    assertThat(isShown(DIALOG)).isFalse();
  }

  @Test
  void saysThatTheSecretIsCopiedAndThenClosesWithoutAQuestion() {
    push(KeyCode.ENTER);
    assertThat(this.<Button>find(DIALOG + " #dialog-accept").getText()).isEqualTo("Copied");
    assertThat(read(() -> Clipboard.getSystemClipboard().getString())).isEqualTo("opt_1");
    push(KeyCode.ESCAPE);
    await(() -> closed.get() == 1);
  }

  @Test
  void closesWithoutAQuestionOnceTheOperatorHasSelectedAndCopiedAll() {
    runAndWait(
        () -> {
          secret.selectRange(0, 2);
          secret.copy();
        });
    push(KeyCode.ESCAPE);
    awaitQuestion();
    push(KeyCode.ESCAPE);
    await(secret.getScene().getWindow()::isFocused);
    runAndWait(
        () -> {
          secret.selectAll();
          secret.copy();
        });
    push(KeyCode.ESCAPE);
    await(() -> closed.get() == 1);
  }

  @Test
  void closesWithoutAQuestionWhenTheOperatorSaysThatItIsStored() {
    runAndWait(this.<Button>find(DIALOG + " #dialog-decline")::fire);
    await(() -> closed.get() == 1);
  }
}
