package eu.callorders.console.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.MissingNode;
import eu.callorders.console.RobotTest;
import eu.callorders.console.api.ApiClient;
import eu.callorders.console.api.Reachability;
import eu.callorders.console.api.Transport;
import eu.callorders.console.session.Session;
import java.net.URI;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.paint.Color;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@RobotTest
class LiveHeaderTest {
  private static final Color RED = Color.web("#b3130e");

  @TempDir private Path home;

  /** A session without any rights, so that nothing is asked for. */
  static Session session(String environment) {
    URI nowhere = URI.create("https://calls.example");
    return new Session(
        "Operations",
        environment,
        "tn_01h2xcejqtf2nbrexx3vqjhp41",
        MissingNode.getInstance(),
        Set.of(),
        ApiClient.administration(new Transport(Transport.Patience.DEFAULT), nowhere, ""),
        Optional.empty(),
        new Reachability());
  }

  private static Object ground(RobotConsole console) {
    HBox header = console.find(".header");
    return header.getBackground().getFills().getFirst().getFill();
  }

  @ParameterizedTest
  @ValueSource(strings = {"live", "production_2"})
  void isRedWhereCallsReachPeople(String environment) throws Exception {
    try (RobotConsole console = RobotConsole.of(session(environment), home)) {
      assertThat(ground(console)).isEqualTo(RED);
      Label badge = console.find("#environment");
      assertThat(badge.getText()).isEqualTo(environment.replace('_', ' ').toUpperCase(Locale.ROOT));
      assertThat(badge.getTextFill()).isEqualTo(RED);
      assertThat(badge.getBackground().getFills().getFirst().getFill()).isEqualTo(Color.WHITE);
      assertThat(console.<Label>find("#content .empty-state").getText()).contains("orders:read");
      assertThat(console.stage().getTitle()).startsWithIgnoringCase(badge.getText());
    }
  }

  @Test
  void isNotRedInASandbox() throws Exception {
    try (RobotConsole console = RobotConsole.of(session("sandbox"), home)) {
      assertThat(ground(console)).isNotEqualTo(RED);
      assertThat(console.<Label>find("#environment").getText()).isEqualTo("SANDBOX");
    }
  }
}
