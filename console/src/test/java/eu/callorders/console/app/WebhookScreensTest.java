package eu.callorders.console.app;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.console.RobotTest;
import eu.callorders.console.Sandbox;
import eu.callorders.console.api.ApiException;
import eu.callorders.console.api.Query;
import java.nio.file.Path;
import javafx.application.Platform;
import javafx.scene.control.ButtonBase;
import javafx.scene.control.Label;
import javafx.scene.control.TableView;
import javafx.scene.control.TextArea;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("long")
@RobotTest
class WebhookScreensTest {
  private static final Sandbox SANDBOX = Sandbox.shared();

  @TempDir private Path home;

  @Test
  void testsRotatesAndReplaysAnEndpoint() throws Exception {
    String endpoint = SANDBOX.webhook("/robot", "Robot");
    try (ConsoleFixture console = ConsoleFixture.start(home, SANDBOX.directory())) {
      console.runAndWait(console.<ButtonBase>find("#go-webhooks")::fire);
      TableView<?> table = console.find("#webhooks");
      console.await(() -> row(table, endpoint).contains("status=active"));
      SANDBOX.order("robot-hook", "21");
      console.runAndWait(() -> table.getSelectionModel().select(index(table, endpoint)));
      ButtonBase test = console.find("#test-endpoint");
      console.await(() -> !test.isDisabled());
      console.runAndWait(test::fire);
      console.find(".attempts");
      console.await(WebhookScreensTest::hasEvents);
      ButtonBase replay = console.find("#replay-endpoint");
      console.await(() -> !replay.isDisabled());
      console.runAndWait(replay::fire);
      console.runAndWait(console.<ButtonBase>find("#replay-dialog .check-box")::fire);
      console.runAndWait(console.<ButtonBase>find("#replay-count")::fire);
      ButtonBase start = console.find("#dialog-accept");
      console.await(() -> !start.isDisabled());
      assertThat(start.getText()).contains("event");
      console.runAndWait(start::fire);
      Label counts = console.find("#replay-counts");
      console.await(() -> counts.getText().matches("[1-9].*"));
      rotate(console);
      console.runAndWait(console.<ButtonBase>find("#go-deliveries")::fire);
      TableView<?> log = console.find("#deliveries");
      console.await(() -> log.getItems().toString().contains("status=succeeded"));
    }
  }

  private static void rotate(ConsoleFixture console) {
    ButtonBase rotate = console.find("#rotate-secret");
    console.await(() -> !rotate.isDisabled());
    Platform.runLater(rotate::fire); // opens a modal dialog
    console.runAndWait(console.<ButtonBase>find("#rotate-dialog #dialog-accept")::fire);
    assertThat(console.<TextArea>find("#secret").getText()).startsWith("whsec_");
    console.runAndWait(console.<ButtonBase>find("#secret-rotated-dialog #dialog-decline")::fire);
    assertThat(console.robot().lookup("#secret").tryQuery()).isEmpty();
  }

  private static boolean hasEvents() {
    try {
      return !SANDBOX.api().page("/v1/events", Query.none(), 1, "").rows().isEmpty();
    } catch (ApiException e) {
      throw new AssertionError(e);
    }
  }

  private static String row(TableView<?> table, String id) {
    return table.getItems().stream()
        .map(Object::toString)
        .filter(row -> row.contains(id))
        .findFirst()
        .orElse("");
  }

  private static int index(TableView<?> table, String id) {
    return table.getItems().stream().map(Object::toString).toList().indexOf(row(table, id));
  }
}
