package eu.callorders.console.app;

import static org.assertj.core.api.Assertions.assertThat;

import atlantafx.base.theme.Styles;
import eu.callorders.console.RobotTest;
import java.nio.file.Path;
import javafx.scene.Node;
import javafx.scene.control.Label;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** After a lost response, a notice is green only if the service reports that the action is done. */
@RobotTest
@Tag("long")
class SuccessNoticesTest {
  private static final String LOST = "no answer";

  @AutoClose private final DialogService service = new DialogService();
  @TempDir private Path home;

  private static void assertNotice(
      ConsoleFixture console, String notice, String text, boolean success) {
    Label shown = console.find(notice);
    console.await(() -> shown.isVisible() && shown.getText().startsWith(text));
    assertThat(shown.getPseudoClassStates().contains(Styles.STATE_SUCCESS)).isEqualTo(success);
  }

  private static void agree(ConsoleFixture console, String dialog) {
    console.press(dialog + " #dialog-accept");
    console.await(() -> console.robot().lookup(dialog).<Node>tryQuery().isEmpty());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          AT | No response arrived, but the halt is active: | true
          DE | No response arrived, and the halt is not active yet: | false
          """)
  void saysWhetherAHaltIsActive(String country, String text, boolean success) throws Exception {
    service.service.fixed("POST /admin/v1/dialing/halt", 502, LOST);
    try (ConsoleFixture console = ConsoleFixture.forSession(service.session(), home)) {
      console.open("administration");
      console.type("#halt-country", country);
      console.press("#halt-dialing");
      console.type("#halt-dialog #dialog-reason", "holiday");
      agree(console, "#halt-dialog");
      assertNotice(console, "#halt-notice", text, success);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          paused | No response arrived, but the action was executed: Paused | true
          active | No response arrived, and the action was not executed yet: Active | false
          """)
  void saysWhetherAnEnrollmentIsPaused(String status, String text, boolean success)
      throws Exception {
    service.service.fixed("POST /v1/enrollments/enr_1/pause", 502, LOST);
    try (ConsoleFixture console = ConsoleFixture.forSession(service.session(), home)) {
      console.open("enrollments");
      DialogCase.select(console, "#enrollments", "enr_1");
      console.press("#pause-enrollment");
      console.find("#pause-dialog");
      service.service.fixed(
          "GET /v1/enrollments/enr_1",
          200,
          """
          {"id":"enr_1","status":"%s","sequence_id":"seq_1","sequence_version":1,
           "call_order_ids":[]}
          """
              .formatted(status));
      agree(console, "#pause-dialog");
      assertNotice(console, "#enrollment-advice", text, success);
    }
  }
}
