package eu.callorders.console.app;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.console.RobotTest;
import eu.callorders.console.Sandbox;
import java.nio.file.Path;
import javafx.application.Platform;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.TabPane;
import javafx.scene.control.TableView;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import javafx.stage.WindowEvent;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@RobotTest
@Tag("long")
class MainViewTest {
  private static final Sandbox SANDBOX = Sandbox.shared();
  private static final String DISCONNECT = "#disconnect-dialog";
  private static final String CLOSE = "#close-dialog";

  @TempDir private Path home;

  private static boolean isShown(ConsoleFixture console, String dialog) {
    return console.read(() -> console.robot().lookup(dialog).tryQuery().isPresent());
  }

  private static Label unsaved(ConsoleFixture console, String dialog) {
    return console.find(dialog + " #dialog-effect");
  }

  /** Closes the window like a window manager. */
  private static void close(ConsoleFixture console) {
    Platform.runLater(
        () ->
            console
                .stage()
                .fireEvent(new WindowEvent(console.stage(), WindowEvent.WINDOW_CLOSE_REQUEST)));
  }

  private static void writeOrder(ConsoleFixture console) {
    console.open("orders");
    console.press("#newOrder");
    console.type("#field-subject_reference", "robot-unsent");
  }

  @Test
  void confirmsDisconnectWithAnUnsentOrder() throws Exception {
    try (ConsoleFixture console = ConsoleFixture.start(home, SANDBOX.directory())) {
      writeOrder(console);
      console.open("overview");
      console.press("#disconnect");
      assertThat(unsaved(console, DISCONNECT).getText())
          .isEqualTo("Orders: an order that has not been sent");
      Button stay = console.find("#dialog-decline");
      console.await(stay::isFocused);
      console.robot().push(KeyCode.ENTER);
      console.await(() -> !isShown(console, DISCONNECT));
      console.open("orders");
      assertThat(console.<TextField>find("#field-subject_reference").getText())
          .isEqualTo("robot-unsent");

      console.press("#disconnect");
      Button yes = console.find("#dialog-accept");
      console.runAndWait(yes::requestFocus);
      console.robot().push(KeyCode.SPACE);
      console.find("#clientId");
    }
  }

  @Test
  void confirmsClosingTheWindowAndListsAllScreens() throws Exception {
    try (ConsoleFixture console = ConsoleFixture.start(home, SANDBOX.directory())) {
      writeOrder(console);
      console.open("webhooks");
      console.press("#new-endpoint");
      console.find("#endpoint-url");
      console.type("#endpoint-url", "https://hooks.example/robot");
      console.open("administration");
      TabPane tabs = console.find("#admin-tabs");
      console.runAndWait(() -> tabs.getSelectionModel().select(1));
      TableView<?> tenants = console.find("#tenants");
      console.await(() -> !tenants.getItems().isEmpty());
      console.runAndWait(() -> SequenceScreenshots.select(tenants, SANDBOX.tenantId()));
      console.press("#edit-tenant");
      console.type("#setting-max-open-orders", "4711");
      close(console);
      assertThat(unsaved(console, CLOSE).getText().lines())
          .containsExactly(
              "Orders: an order that has not been sent",
              "Webhooks: an endpoint that has not been registered",
              "Administration: changed settings");
      console.robot().push(KeyCode.ESCAPE);
      console.await(() -> !isShown(console, CLOSE));
      assertThat(console.stage().isShowing()).isTrue();
      assertThat(console.<TextField>find("#setting-max-open-orders").getText()).isEqualTo("4711");
      close(console);
      console.press("#dialog-accept");
      console.await(() -> !console.stage().isShowing());
    }
  }

  @Test
  void confirmsNothingWithoutUnsavedInput() throws Exception {
    try (ConsoleFixture console = ConsoleFixture.start(home, SANDBOX.directory())) {
      writeOrder(console);
      console.type("#field-subject_reference", "");
      console.open("webhooks");
      console.find("#new-endpoint");
      console.open("administration");
      console.find("#admin-tabs");
      console.press("#disconnect");
      console.find("#clientId");
      assertThat(isShown(console, DISCONNECT)).isFalse();
      close(console);
      console.await(() -> !console.stage().isShowing());
      assertThat(isShown(console, CLOSE)).isFalse();
    }
  }
}
