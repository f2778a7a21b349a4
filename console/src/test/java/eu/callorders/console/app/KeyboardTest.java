package eu.callorders.console.app;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.console.RobotTest;
import eu.callorders.console.Sandbox;
import eu.callorders.console.ui.Feature;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javafx.scene.Node;
import javafx.scene.input.KeyCode;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@RobotTest
@Tag("long")
class KeyboardTest {
  private static final Sandbox SANDBOX = Sandbox.shared();
  private static final int MAX_STEPS = 60;

  @TempDir private Path home;

  /** Identifiers of the focused nodes in Tab order, until the first one repeats. */
  private static List<String> tabOrder(ConsoleFixture console) {
    List<String> visited = new ArrayList<>();
    for (int step = 0; step < MAX_STEPS; step++) {
      String id =
          console.read(() -> String.valueOf(console.stage().getScene().getFocusOwner().getId()));
      if (!visited.isEmpty() && id.equals(visited.getFirst())) {
        return visited;
      }
      visited.add(id);
      console.robot().push(KeyCode.TAB);
    }
    return visited;
  }

  @Test
  void traversesTheConnectFormInReadingOrder() throws Exception {
    try (ConsoleFixture console = ConsoleFixture.start(home, home)) {
      Node profiles = console.find("#profiles");
      console.runAndWait(profiles::requestFocus);
      assertThat(tabOrder(console))
          .containsSubsequence(
              "profiles",
              "add",
              "name",
              "base",
              "issuer",
              "clientId",
              "secret",
              "administration",
              "adminToken");
    }
  }

  @Test
  void traversesTheWindowAndSupportsScreenShortcuts() throws Exception {
    try (ConsoleFixture console = ConsoleFixture.start(home, SANDBOX.directory())) {
      Node settings = console.find("#settings");
      console.open("orders");
      console.find("#orders");
      console.runAndWait(settings::requestFocus);
      assertThat(tabOrder(console))
          .containsSubsequence(
              "settings", "disconnect", "go-orders", "newOrder", "search", "orders");
      console.runAndWait(console.find("#go-orders")::requestFocus);
      console.robot().push(KeyCode.DOWN).push(KeyCode.SPACE);
      assertThat(console.screen()).isEqualTo("go-enrollments");
      console.robot().push(KeyCode.CONTROL, KeyCode.DIGIT2);
      assertThat(console.screen()).isEqualTo("go-orders");
      console.robot().push(KeyCode.ALT, KeyCode.PAGE_UP);
      assertThat(console.screen()).isEqualTo("go-overview");
      console.robot().push(KeyCode.ALT, KeyCode.PAGE_UP);
      console.robot().push(KeyCode.ALT, KeyCode.PAGE_DOWN);
      assertThat(console.screen()).isEqualTo("go-orders");
      console.robot().push(KeyCode.CONTROL, KeyCode.SHIFT, KeyCode.DIGIT1);
      assertThat(console.screen()).isEqualTo("go-subjects");
      console.robot().push(KeyCode.CONTROL, KeyCode.SHIFT, KeyCode.DIGIT2);
      assertThat(console.screen()).isEqualTo("go-sandbox");
      console.robot().push(KeyCode.CONTROL, KeyCode.SHIFT, KeyCode.DIGIT4);
      assertThat(console.screen()).isEqualTo("go-signals");
      console.robot().push(KeyCode.CONTROL, KeyCode.DIGIT0);
      assertThat(console.screen()).isEqualTo("go-holds");
    }
  }

  @Test
  void movesTheFocusToTheScreenAndItsForms() throws Exception {
    try (ConsoleFixture console = ConsoleFixture.start(home, SANDBOX.directory())) {
      console.runAndWait(console.find("#settings")::requestFocus);
      console.robot().push(KeyCode.CONTROL, KeyCode.DIGIT2);
      Node orders = console.find("#orders");
      console.await(orders::isFocused);
      console.robot().push(KeyCode.CONTROL, KeyCode.N);
      Node type = console.find("#field-order_type");
      console.await(type::isFocused);
      console.robot().push(KeyCode.CONTROL, KeyCode.DIGIT7);
      console.robot().push(KeyCode.CONTROL, KeyCode.N);
      Node url = console.find("#endpoint-url");
      console.await(url::isFocused);
      console.robot().push(KeyCode.CONTROL, KeyCode.SHIFT, KeyCode.DIGIT4);
      console.robot().push(KeyCode.CONTROL, KeyCode.N);
      Node signalType = console.find("#field-signal_type");
      console.await(signalType::isFocused);
    }
  }

  @Test
  void namesAllFocusableNodes() throws Exception {
    String order = SANDBOX.order("robot-names", "21");
    try (ConsoleFixture console = ConsoleFixture.start(home, home)) {
      console.find("#connect");
      assertThat(AccessibleNames.missing(console)).isEmpty();
    }
    try (ConsoleFixture console = ConsoleFixture.start(home, SANDBOX.directory())) {
      console.find("#environment");
      List<String> nameless = new ArrayList<>();
      for (Feature feature :
          Features.all(
              Optional.empty(),
              ShortcutsTest.NO_ENDPOINTS,
              ShortcutsTest::unused,
              ShortcutsTest::unused,
              ShortcutsTest::unused)) {
        console.open(feature.id());
        nameless.addAll(AccessibleNames.missing(console));
      }
      assertThat(nameless).as(order).isEmpty();
    }
  }
}
