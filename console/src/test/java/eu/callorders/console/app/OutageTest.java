package eu.callorders.console.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.MissingNode;
import eu.callorders.console.RobotTest;
import eu.callorders.console.api.ApiClient;
import eu.callorders.console.api.FakeService;
import eu.callorders.console.api.Scope;
import eu.callorders.console.api.Transport;
import eu.callorders.console.session.Session;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.TableView;
import javafx.scene.input.KeyCode;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A service that freezes. Its requests have no timeout of their own, so that only the silence shows
 * the outage.
 */
@Tag("long")
@RobotTest
class OutageTest {
  private static final Duration ENDLESS = Duration.ofHours(1);
  private static final String ORDERS =
      "{\"data\":[{\"id\":\"%s\",\"status\":\"scheduled\"}],\"has_more\":false,\"next_cursor\":null}";
  private static final String NO_EVENTS = "{\"data\":[],\"has_more\":false,\"next_cursor\":\"c\"}";
  private static final String HALTS =
      "{\"halts\":[{\"id\":\"h1\",\"reason\":\"Fire\",\"halted_at\":\"2026-11-23T07:12:04.318Z\"}]}";

  @AutoClose private final FakeService service = new FakeService();
  @TempDir private Path home;

  private Session session(Scope... scopes) {
    Transport.Timeouts timeouts =
        new Transport.Timeouts(ENDLESS, ENDLESS, Duration.ofMillis(1), ENDLESS);
    ApiClient api = ApiClient.administration(new Transport(timeouts), service.address(), "token");
    return new Session(
        "Operations",
        "live",
        "tn_1",
        MissingNode.getInstance(),
        Set.of(scopes),
        api,
        Optional.of(ApiClient.administration(new Transport(timeouts), service.address(), "admin")),
        api.connectionStatus());
  }

  /** The texts above the screen, below the header, in reading order. */
  private static List<String> sentences(ConsoleFixture console, Node outage) {
    return console.read(
        () ->
            outage.getParent().getChildrenUnmodifiable().stream()
                .skip(1) // the header
                .filter(Node::isVisible)
                .flatMap(part -> part.lookupAll(".label").stream())
                .map(label -> ((Label) label).getText())
                .toList());
  }

  /** A late response after the operator has disconnected. */
  @Test
  void startsNothingAgainAfterTheEndOfTheSession() throws Exception {
    service.fixed("/v1/tenant", 200, "{}").fixed("/v1/call-orders", 200, ORDERS.formatted("ord_1"));
    Session session = session(Scope.ORDERS_READ);
    try (ConsoleFixture console = ConsoleFixture.forSession(session, home)) {
      Label reachable = console.find("#reachable");
      service.freeze();
      console.await(session.connectionStatus()::isOffline);
      String offline = console.read(reachable::getText);
      console.runAndWait(console.view()::close);
      service.thaw();
      session.api().get("/v1/tenant");
      console.await(() -> !session.connectionStatus().isOffline());
      console.runAndWait(() -> {});
      assertThat(reachable.getText()).isEqualTo(offline);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "en, EVENTS_READ, and its administration have been unreachable since, ● connected",
    "de, CONFIG_READ, und seine Verwaltung sind seit, ● verbunden",
  })
  void isTheFirstSentenceWhileTheServiceIsFrozenAndGoesWhenItResponds(
      String language, Scope scope, String sentence, String connected) throws Exception {
    service
        .fixed("/v1/events", 200, NO_EVENTS)
        .fixed("/v1/tenant", 200, "{}")
        .fixed("/v1/call-orders", 200, ORDERS.formatted("ord_before"))
        .fixed("/health/live", 200, "{}")
        .fixed("/admin/v1/overview", 200, "{\"orders\":{}}")
        .fixed("/admin/v1/dialing/halts", 200, HALTS);
    try (ConsoleFixture console =
        ConsoleFixture.forSession(session(Scope.ORDERS_READ, scope), home, Locale.of(language))) {
      console.open("orders");
      TableView<?> orders = console.find("#orders");
      Label reachable = console.find("#reachable");
      console.await(() -> orders.getItems().toString().contains("ord_before"));
      Node outage = console.find("#outage");
      console.await(() -> sentences(console, outage).toString().contains("Fire"));
      console.await(() -> !outage.isVisible()); // a response may be late on a loaded machine

      service.freeze();
      console.await(outage::isVisible);
      console.await(() -> sentences(console, outage).getFirst().contains(sentence));
      List<String> shown = sentences(console, outage);
      assertThat(shown.getFirst()).contains(service.address().getAuthority());
      assertThat(shown).as("known halts stay").anyMatch(text -> text.contains("Fire"));
      // the administration may update the bar before the service updates the header
      console.await(() -> !reachable.getText().equals(connected));
      assertThat(console.read(() -> orders.getItems().toString())).contains("ord_before");

      service.fixed("/v1/call-orders", 200, ORDERS.formatted("ord_after")).thaw();
      console.await(() -> !outage.isVisible() && !outage.isManaged());
      console.await(() -> reachable.getText().equals(connected));
      console.robot().push(KeyCode.F5);
      console.await(() -> orders.getItems().toString().contains("ord_after"));
    }
  }
}
