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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@RobotTest
class OperationsTest {
  private static final Sandbox SANDBOX = Sandbox.shared();
  private static final int AUDIT = 2;

  @TempDir private Path home;

  private static void type(ConsoleFixture console, String field, String text) {
    TextField typed = console.find(field);
    console.runAndWait(() -> typed.setText(text));
  }

  /** Does not wait, since the button may open a modal dialog. */
  private static void press(ConsoleFixture console, String button) {
    Button target = console.find(button);
    console.await(() -> !target.isDisabled());
    Platform.runLater(target::fire);
  }

  @Test
  void operatesTheServiceOnAllScreens() throws Exception {
    try (ConsoleFixture console = ConsoleFixture.start(home, SANDBOX.directory())) {
      Label running = console.find("#figure-calls .figure-value");
      console.await(() -> running.getText().matches("[0-9]+"));

      console.open("events");
      String order = SANDBOX.order("robot-events", "21");
      TableView<?> events = console.find("#events");
      console.await(() -> events.getItems().toString().contains(order));

      console.open("suppressions");
      press(console, "#add-suppression");
      type(console, "#add-phone", "+49 30 23125 999");
      press(console, "#add-accept");
      TableView<?> suppressions = console.find("#suppressions");
      console.await(() -> suppressions.getItems().toString().contains("+493023125999"));

      console.open("sandbox");
      Label state = console.find("#clock-state");
      type(console, "#clock-by", "PT5S");
      press(console, "#advance-by");
      console.await(() -> state.getText().equals("ready"));

      console.open("administration");
      type(console, "#halt-country", "AT");
      press(console, "#halt-dialing");
      type(console, "#asked", "robot halts");
      press(console, "#asked-accept");
      TableView<?> halts = console.find("#halts");
      console.await(() -> halts.getItems().toString().contains("robot halts"));
      console.runAndWait(() -> halts.getSelectionModel().select(0));
      press(console, "#resume-dialing");
      type(console, "#asked", "robot resumes");
      press(console, "#asked-accept");
      console.await(() -> halts.getItems().isEmpty());

      TabPane tabs = console.find("#admin-tabs");
      console.runAndWait(() -> tabs.getSelectionModel().select(AUDIT));
      TableView<?> audit = console.find("#audit");
      console.await(() -> audit.getItems().toString().contains("dialing.resumed"));
      assertThat(audit.getItems().toString()).contains("test_clock.advanced");
    }
  }
}
