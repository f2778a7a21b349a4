package eu.callorders.console.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import eu.callorders.console.RobotTest;
import eu.callorders.console.api.ApiClient;
import eu.callorders.console.api.ConnectionStatus;
import eu.callorders.console.api.Json;
import eu.callorders.console.api.Transport;
import eu.callorders.console.session.Session;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import javafx.geometry.Bounds;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.Labeled;
import javafx.scene.layout.BackgroundFill;
import javafx.scene.layout.HBox;
import javafx.scene.paint.Color;
import javafx.scene.text.Text;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@RobotTest
class LiveHeaderTest {
  private static final Color RED = Color.web("#b3130e");

  @TempDir private Path home;

  /** A session without scopes, so that no requests are sent. */
  static Session session(String environment) {
    return session(environment, MissingNode.getInstance());
  }

  private static Session session(String environment, JsonNode tenant) {
    URI address = URI.create("https://calls.example");
    return new Session(
        "Operations",
        environment,
        "tn_01h2xcejqtf2nbrexx3vqjhp41",
        tenant,
        Set.of(),
        ApiClient.administration(new Transport(Transport.Timeouts.DEFAULT), address, ""),
        Optional.empty(),
        new ConnectionStatus());
  }

  private static Object background(ConsoleFixture console) {
    HBox header = console.find(".header");
    return header.getBackground().getFills().getFirst().getFill();
  }

  @Test
  void showsTheHaltButtonInWhiteOnRed() throws Exception {
    try (DialogService service = new DialogService();
        ConsoleFixture console = ConsoleFixture.forSession(service.session("live"), home)) {
      Button halt = console.find("#header-halt");
      assertThat(halt.isFocused()).as("focus of a new window").isFalse();
      console.runAndWait(halt::requestFocus);
      assertThat(halt.getTextFill()).isEqualTo(Color.WHITE);
      assertThat(halt.getBackground().getFills())
          .extracting(BackgroundFill::getFill)
          .containsExactly(Color.WHITE, RED);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"live", "production_2"})
  void isRedInLiveEnvironments(String environment) throws Exception {
    try (ConsoleFixture console = ConsoleFixture.forSession(session(environment), home)) {
      assertThat(background(console)).isEqualTo(RED);
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
    try (ConsoleFixture console = ConsoleFixture.forSession(session("sandbox"), home)) {
      assertThat(background(console)).isNotEqualTo(RED);
      assertThat(console.<Label>find("#environment").getText()).isEqualTo("SANDBOX");
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {820, 900, 1280})
  void keepsAllPartsVisibleWithALongName(double width) throws Exception {
    String name = "Stadtwerke ".repeat(19).strip();
    Session session = session("sandbox", Json.object().put("name", name));
    try (ConsoleFixture console = ConsoleFixture.forSession(session, home)) {
      console.runAndWait(() -> console.stage().setWidth(width));
      for (String part : List.of("#environment", "#reachable", "#disconnect")) {
        Labeled label = console.find(part);
        console.await(() -> renderedText(label).equals(label.getText()));
        Bounds bounds = label.localToScene(label.getLayoutBounds());
        assertThat(bounds.getMinX()).as(part).isNotNegative();
        assertThat(bounds.getMaxX()).as(part).isLessThanOrEqualTo(width);
      }
      Label tenant = console.find("#tenant");
      assertThat(renderedText(tenant)).startsWith("Stadtwerke").hasSizeLessThan(name.length());
      assertThat(tenant.getTooltip().getText()).isEqualTo(name);
    }
  }

  @Test
  void cutsTheProfileRatherThanAShortName() throws Exception {
    Session session = session("sandbox", Json.object().put("name", "Demo"));
    try (ConsoleFixture console = ConsoleFixture.forSession(session, home)) {
      console.runAndWait(() -> console.stage().setWidth(640));
      Label profile = console.find("#profile");
      console.await(() -> renderedText(profile).length() < profile.getText().length());
      assertThat(renderedText(console.find("#tenant"))).isEqualTo("Demo");
    }
  }

  /** The text as rendered, perhaps truncated. */
  static String renderedText(Labeled labeled) {
    return ((Text) labeled.lookup(".text")).getText();
  }
}
