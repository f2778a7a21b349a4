package eu.callorders.console.app;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.console.RobotTest;
import eu.callorders.console.Sandbox;
import eu.callorders.console.TestSequences;
import java.nio.file.Path;
import javafx.application.Platform;
import javafx.scene.control.Button;
import javafx.scene.control.DialogPane;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.TableView;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("long")
@RobotTest
class EnrollmentsTest {
  private static final Sandbox SANDBOX = Sandbox.shared();

  @TempDir private Path home;

  @Test
  void pausesAnEnrollmentAndOpensItsOrder() throws Exception {
    String enrollment = TestSequences.in(SANDBOX).enroll("enrolled-1", "21");
    try (ConsoleFixture console = ConsoleFixture.start(home, SANDBOX.directory())) {
      console.open("enrollments");
      TableView<?> table = console.find("#enrollments");
      console.await(() -> table.getItems().toString().contains(enrollment));
      console.await(() -> table.getItems().toString().contains("step=let_it_rest"));
      console.runAndWait(() -> SequenceScreenshots.select(table, enrollment));
      Button pause = console.find("#pause-enrollment");
      console.await(() -> !pause.isDisabled());
      console.runAndWait(() -> Platform.runLater(pause::fire)); // opens a modal dialog
      DialogPane dialog = console.find(".dialog-pane");
      console.runAndWait(
          () -> ((Button) dialog.lookupButton(dialog.getButtonTypes().getFirst())).fire());
      console.await(() -> console.robot().lookup(".step-paused").tryQuery().isPresent());
      assertThat(pause.isDisabled()).isTrue();
      console.await(() -> table.getItems().toString().contains("status=paused"));
      Hyperlink order = console.find(".order-link");
      console.runAndWait(order::fire);
      TableView<?> orders = console.find("#orders");
      console.await(
          () ->
              orders.getSelectionModel().getSelectedItem() instanceof Object row
                  && row.toString().contains(order.getText()));
    }
  }
}
