package eu.callorders.console.app;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.console.Pictures;
import eu.callorders.console.RobotTest;
import java.nio.file.Path;
import java.util.Locale;
import javafx.scene.Node;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.Label;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The overview says that an endpoint fails, and leads to it. */
@RobotTest
@Tag("long")
class OverviewEndpointsTest {
  @AutoClose private final DialogService service = new DialogService();
  @TempDir private Path home;

  private void endpoint(String status, int failures) {
    String endpoint =
        """
        {"id":"whe_1","url":"https://hooks.example/calls","status":"%s","event_types":[],
         "health":{"consecutive_failures":%d}}
        """
            .formatted(status, failures);
    service
        .service
        .fixed("GET /v1/webhook-endpoints", 200, "{\"data\":[" + endpoint + "],\"has_more\":false}")
        .fixed("GET /v1/webhook-endpoints/whe_1", 200, endpoint);
  }

  private ConsoleFixture open() throws Exception {
    ConsoleFixture console = ConsoleFixture.forSession(service.session(), home);
    console.open("overview");
    return console;
  }

  @Test
  void namesAFailingEndpointAndLeadsToItsRow() throws Exception {
    endpoint("active", 227);
    try (ConsoleFixture console = open()) {
      console.await(console.find("#failing-endpoints")::isVisible);
      assertThat(console.<Label>find("#failing-endpoints .label").getText())
          .isEqualTo("Deliveries to the endpoint hooks.example/calls fail: 227 in a row");
      console.runAndWait(console.<Hyperlink>find("#failing-endpoints .hyperlink")::fire);
      assertThat(console.screen()).isEqualTo("go-webhooks");
      console.find(".detail #url");
    }
  }

  @Test
  void saysThatAnEndpointIsDisabledAfterFailures() throws Exception {
    endpoint("disabled", 20);
    try (ConsoleFixture console = open()) {
      console.await(console.find("#failing-endpoints")::isVisible);
      assertThat(console.<Label>find("#failing-endpoints .label").getText())
          .endsWith("is disabled after 20 failed deliveries in a row: it gets no events.");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"en", "de"})
  void fitsAtAllWidths(String language) throws Exception {
    endpoint("disabled", 227);
    Pictures pictures = new Pictures();
    try (ConsoleFixture console =
        ConsoleFixture.forSession(service.session(), home, Locale.of(language))) {
      console.open("overview");
      console.await(console.find("#failing-endpoints")::isVisible);
      console.await(console.find("#clocks")::isVisible);
      pictures.take(console, "overview-endpoints", console.stage(), 0);
    }
    assertThat(pictures.faults()).isEmpty();
  }

  @Test
  void showsNothingOfEndpointsThatWork() throws Exception {
    endpoint("active", 0);
    try (ConsoleFixture console = open()) {
      Node failing = console.find("#failing-endpoints");
      console.await(
          () ->
              service.service.requests().stream()
                  .anyMatch(it -> it.target().startsWith("/v1/webhook-endpoints")));
      assertThat(failing.isVisible()).isFalse();
    }
  }
}
