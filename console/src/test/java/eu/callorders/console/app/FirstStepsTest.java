package eu.callorders.console.app;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.console.RobotTest;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import javafx.scene.Node;
import javafx.scene.control.ButtonBase;
import javafx.scene.control.Labeled;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The orders screen of an empty tenant. */
@Tag("long")
@RobotTest
class FirstStepsTest {
  private static final String NONE = "{\"data\":[],\"has_more\":false,\"next_cursor\":\"c\"}";

  @AutoClose private final DialogService service = new DialogService();
  @TempDir private Path home;

  @BeforeEach
  void isEmpty() {
    for (String list : List.of("call-orders", "webhook-endpoints", "suppressions")) {
      service.service.fixed("GET /v1/" + list, 200, NONE);
    }
  }

  private ConsoleFixture start(String language) throws Exception {
    ConsoleFixture console =
        ConsoleFixture.forSession(service.session(), home, Locale.of(language));
    console.open("orders");
    return console;
  }

  private static List<String> actions(ConsoleFixture console) {
    Node steps = console.find("#first-steps");
    console.await(steps::isVisible);
    return console.read(
        () -> steps.lookupAll(".button").stream().map(it -> ((Labeled) it).getText()).toList());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          en | Create a sandbox order… | Put a number on the do-not-call list…
          de | Sandbox-Auftrag anlegen… | Nummer auf die Sperrliste setzen…
          """)
  void leadsThroughTheFirstSteps(String language, String order, String doNotCall) throws Exception {
    try (ConsoleFixture console = start(language)) {
      assertThat(actions(console)).hasSize(4).startsWith(order).contains(doNotCall);
      ButtonBase documentation = console.find("#first-step-documentation");
      assertThat(documentation.getAccessibleHelp()).contains("/docs");
      console.runAndWait(documentation::fire);
      assertThat(console.browsed).containsExactly(service.service.address() + "/docs");

      console.press("#first-step-suppression");
      console.type("#add-phone", "+493023125002");
      console.press("#add-dialog #dialog-decline");
      console.press("#first-step-endpoint");
      console.find("#endpoint-url");
      console.press("#back");
      console.press("#first-step-order");
      console.find("#magic");
    }
  }

  @Test
  void endsWithTheFirstOrder() throws Exception {
    try (ConsoleFixture console = start("en")) {
      actions(console);
      service.service.fixed(
          "/v1/events",
          200,
          """
          {"data":[{"id":"evt_9","type":"call_order.accepted","data":{"id":"ord_9",
            "status":"accepted"}}],"has_more":false,"next_cursor":"c"}
          """);
      Node steps = console.find("#first-steps");
      console.await(() -> !steps.isVisible());
      DialogCase.select(console, "#orders", "ord_9");
    }
  }

  @Test
  void showsNothingToATenantWithOrders() throws Exception {
    try (DialogService used = new DialogService();
        ConsoleFixture console = ConsoleFixture.forSession(used.session(), home)) {
      console.open("orders");
      DialogCase.select(console, "#orders", "ord_1");
      assertThat(console.<Node>find("#first-steps").isVisible()).isFalse();
    }
  }
}
