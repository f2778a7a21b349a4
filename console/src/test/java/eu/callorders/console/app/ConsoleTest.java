package eu.callorders.console.app;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.console.Sandbox;
import java.nio.file.Path;
import javafx.scene.control.Label;
import javafx.scene.control.TableView;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConsoleTest {
  private static final Sandbox SANDBOX = Sandbox.shared();

  @TempDir private Path home;

  @Test
  void connectsToTheDemoByItselfAndShowsOrdersAsTheyCome() throws Exception {
    String before = SANDBOX.order("robot-1", "21");
    try (RobotConsole console = RobotConsole.start(home, SANDBOX.directory())) {
      console.go("orders");
      TableView<?> table = console.find("#orders");
      console.await(() -> !table.getItems().isEmpty());
      assertThat(table.getItems().toString()).contains(before);
      assertThat(console.<Label>find("#environment").getText()).isEqualTo("SANDBOX");
      console.await(() -> table.getItems().toString().contains("payment_promised"));
      String meanwhile = SANDBOX.order("robot-2", "24");
      console.await(() -> table.getItems().toString().contains(meanwhile));
      console.await(() -> table.getItems().toString().contains("disputed"));
    }
  }
}
