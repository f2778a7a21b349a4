package eu.callorders.console.app;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.console.RobotTest;
import java.nio.file.Path;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.TableView;
import javafx.scene.control.TextArea;
import javafx.scene.control.TextField;
import javafx.scene.control.ToggleButton;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A client secret, which the service shows only once, that arrives after its screen is left. */
@RobotTest
class LateSecretTest {
  @AutoClose private final DialogService service = new DialogService();
  @TempDir private Path home;

  @Test
  void isShownOnAnotherScreen() throws Exception {
    try (ConsoleFixture console = ConsoleFixture.forSession(service.session(), home)) {
      AdminDialogs.openTenant(console);
      TableView<?> registrations = console.find("#registrations");
      console.await(() -> registrations.getItems().toString().contains("cli_1"));
      console.runAndWait(() -> SequenceScreenshots.select(registrations, "cli_1"));
      console.press("#edit-registration");
      Button create = console.find("#create-secret");
      ToggleButton orders = console.find("#go-orders");
      console.await(() -> !create.isDisabled());
      console.runAndWait(
          () -> {
            create.fire();
            orders.fire(); // the response cannot arrive before
          });
      Node accept = console.find("#secret-dialog #dialog-accept");
      console.await(accept.getScene().getWindow()::isFocused); // keys go to the focused window
      assertThat(console.robot().lookup("#secret-dialog .property-value").queryAll())
          .extracting(field -> ((TextField) field).getText())
          .containsExactly("cli_1");
      assertThat(console.<TextArea>find("#secret-dialog #secret").getText()).isEqualTo("cosk_1");
      console.press("#secret-dialog #dialog-decline");
      console.await(() -> console.robot().lookup("#secret-dialog").tryQuery().isEmpty());
    }
  }
}
