package eu.callorders.console.app;

import eu.callorders.console.RobotTest;
import eu.callorders.console.Sandbox;
import java.nio.file.Path;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Label;
import javafx.scene.control.TabPane;
import javafx.scene.control.TableView;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("long")
@RobotTest
class OperationsTest {
  private static final Sandbox SANDBOX = Sandbox.shared();
  private static final int AUDIT = 2;

  @TempDir private Path home;

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
      console.press("#add-suppression");
      console.type("#add-phone", "+49 30 23125 999");
      console.press("#dialog-accept");
      TableView<?> suppressions = console.find("#suppressions");
      console.await(() -> suppressions.getItems().toString().contains("+493023125999"));

      console.open("holds");
      console.press("#place-hold");
      console.type("#hold-subject", "robot-held");
      console.press("#hold-whole");
      ComboBox<String> reason = console.find("#place-dialog #hold-reason");
      console.runAndWait(() -> reason.setValue("represented"));
      console.press("#place-dialog #dialog-accept");
      TableView<?> holds = console.find("#holds");
      console.await(() -> holds.getItems().toString().contains("robot-held"));
      console.runAndWait(() -> SequenceScreenshots.select(holds, "robot-held"));
      console.press("#release-hold");
      console.press("#release-dialog #dialog-accept");
      console.await(() -> holds.getItems().toString().contains("status=released"));

      console.open("sandbox");
      Label state = console.find("#clock-state");
      console.type("#clock-by", "PT5S");
      console.press("#advance-by");
      console.press("#dialog-accept");
      console.await(() -> state.getText().equals("ready"));

      console.open("administration");
      console.type("#halt-country", "AT");
      console.press("#halt-dialing");
      console.type("#dialog-reason", "robot halts");
      console.press("#dialog-accept");
      TableView<?> halts = console.find("#halts");
      console.await(() -> halts.getItems().toString().contains("robot halts"));
      console.runAndWait(() -> halts.getSelectionModel().select(0));
      console.press("#resume-dialing");
      console.type("#dialog-reason", "robot resumes");
      console.press("#dialog-accept");
      console.await(() -> halts.getItems().isEmpty());

      TabPane tabs = console.find("#admin-tabs");
      console.runAndWait(() -> tabs.getSelectionModel().select(AUDIT));
      TableView<?> audit = console.find("#audit");
      console.await(() -> audit.getItems().toString().contains("dialing.resumed"));
      console.await(() -> audit.getItems().toString().contains("test_clock.advanced"));
    }
  }
}
