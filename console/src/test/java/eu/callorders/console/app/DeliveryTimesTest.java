package eu.callorders.console.app;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.console.RobotTest;
import java.nio.file.Path;
import java.util.List;
import java.util.TimeZone;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The times of a delivery and of its attempts are local times of this machine, with their zone. */
@RobotTest
@Tag("long")
class DeliveryTimesTest {
  private static final String DELIVERIES =
      """
      {"data":[
        {"id":"whd_1","event_id":"evt_1","event_type":"call.ended","endpoint_id":"whe_1",
         "status":"retrying","created_at":"2026-11-20T22:59:58.000Z",
         "next_attempt_at":"2026-11-20T23:30:00.000Z",
         "attempts":[
          {"at":"2026-11-20T23:00:00.000Z","response_status":500,"duration_ms":7},
          {"at":"2026-11-20T23:05:00.000Z","response_status":500,"duration_ms":7}]},
        {"id":"whd_2","event_id":"evt_1","event_type":"call.ended","endpoint_id":"whe_2",
         "status":"succeeded","created_at":"2026-11-20T22:59:59.000Z","attempts":[]}],
       "has_more":false,"next_cursor":"c"}
      """;

  @AutoClose private final DialogService service = new DialogService();
  private final TimeZone before = TimeZone.getDefault();
  @TempDir private Path home;

  @AfterEach
  void restore() {
    TimeZone.setDefault(before);
  }

  private static List<String> labels(ConsoleFixture console, String query) {
    return console.read(
        () ->
            console.robot().lookup(query).<Label>queryAll().stream().map(Label::getText).toList());
  }

  private static List<String> values(ConsoleFixture console) {
    return console.read(
        () ->
            console.robot().lookup(".detail .property-value").<TextField>queryAll().stream()
                .map(TextField::getText)
                .toList());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          Asia/Tokyo       | 21 Nov 2026, 0%s JST
          America/New_York | 20 Nov 2026, 1%s EST
          """)
  void areLocalWithTheirZone(String zone, String time) throws Exception {
    TimeZone.setDefault(TimeZone.getTimeZone(zone));
    service.service.fixed("/v1/webhook-deliveries", 200, DELIVERIES);
    try (ConsoleFixture console = ConsoleFixture.forSession(service.session(), home)) {
      console.open("deliveries");
      DialogCase.select(console, "#deliveries", "whd_1");
      String other = time.formatted("7:59:59");
      console.await(() -> labels(console, ".detail #others .label").contains(other));
      assertThat(values(console)).contains(time.formatted("7:59:58"), time.formatted("8:30:00"));
      assertThat(labels(console, ".detail .attempts .label"))
          .contains(time.formatted("8:00:00"), time.formatted("8:05:00"), "+5 min");
    }
  }
}
