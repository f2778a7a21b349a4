package eu.callorders.console.app;

import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.console.Pictures;
import eu.callorders.console.Sandbox;
import eu.callorders.console.TestRegistration;
import eu.callorders.console.api.ApiClient;
import eu.callorders.console.api.ApiException;
import eu.callorders.console.api.ConnectionStatus;
import eu.callorders.console.api.Json;
import eu.callorders.console.api.Scope;
import eu.callorders.console.api.Transport;
import eu.callorders.console.session.Session;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import javafx.application.Platform;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.TableView;

/** Screenshots of failures. */
final class FailureScreenshots {
  private FailureScreenshots() {}

  static void take(Sandbox sandbox, Path home, Locale language, Pictures pictures)
      throws Exception {
    String order = sandbox.order("debtor-faults", "21");
    TestRegistration guest =
        TestRegistration.with(sandbox, List.of(Scope.ORDERS_READ, Scope.EVENTS_READ));
    try (ConsoleFixture console = ConsoleFixture.start(home, home, language)) {
      console.type("#name", "Collections");
      console.type("#base", sandbox.api().base().toString());
      console.type("#clientId", guest.clientId());
      console.type("#secret", "cosk_wrong");
      console.runAndWait(console.<Button>find("#connect")::fire);
      Label title = console.find(".error-title");
      console.await(() -> !title.getText().isEmpty());
      take(pictures, console, "connect-refused");
    }
    try (ConsoleFixture console = ConsoleFixture.start(home, guest.in(home), language)) {
      console.open("orders");
      TableView<?> orders = console.find("#orders");
      console.await(() -> orders.getItems().toString().contains(order));
      take(pictures, console, "scopes");
      console.open("overview");
      console.find("#feed-orders");
      take(pictures, console, "overview-tenant");
      console.open("orders");
      guest.disable(true);
      console.await(() -> console.robot().lookup("#sign-in").query().isVisible());
      take(pictures, console, "refused");
    }
    try (ConsoleFixture console = ConsoleFixture.forSession(live(sandbox), home, language)) {
      console.open("orders");
      TableView<?> orders = console.find("#orders");
      console.await(() -> orders.getItems().toString().contains(order));
      take(pictures, console, "live");
      takeLeaveDialog(console, pictures);
      takeHalted(console, sandbox, pictures);
    }
    try (ConsoleFixture console =
        ConsoleFixture.forSession(LiveHeaderTest.session("live"), home, language)) {
      take(pictures, console, "live-without-scopes");
    }
    try (ConsoleFixture console = ConsoleFixture.forSession(unreachable(), home, language)) {
      console.await(console.find("#outage")::isVisible);
      take(pictures, console, "outage");
    }
  }

  private static void take(Pictures pictures, ConsoleFixture console, String name) {
    pictures.take(console, name, console.stage(), 0);
  }

  private static void takeLeaveDialog(ConsoleFixture console, Pictures pictures) {
    console.runAndWait(console.<Button>find("#newOrder")::fire);
    console.type("#field-subject_reference", "case-4711");
    console.open("webhooks");
    console.runAndWait(console.<Button>find("#new-endpoint")::fire);
    console.type("#endpoint-url", "https://hooks.example/orders");
    Button disconnect = console.find("#disconnect");
    Platform.runLater(disconnect::fire);
    Button stay = console.find("#dialog-decline");
    pictures.take(console, "leaving", stay.getScene());
    Platform.runLater(stay::fire);
    console.open("orders");
  }

  private static void takeHalted(ConsoleFixture console, Sandbox sandbox, Pictures pictures)
      throws ApiException {
    for (String scope : List.of("", "\"country\": \"AT\", ")) {
      String body = "{%s\"reason\": \"Letters went out late\"}".formatted(scope);
      sandbox.administration().post("/admin/v1/dialing/halt", Json.parse(body).orElseThrow());
    }
    Node bar = console.find(".halt-bar");
    console.await(bar::isVisible);
    take(pictures, console, "halted");
    ObjectNode over = Json.object().put("reason", "They are there");
    sandbox.administration().post("/admin/v1/dialing/resume", over);
  }

  /** A session with a service that refuses connections. */
  private static Session unreachable() {
    ApiClient api =
        ApiClient.administration(
            new Transport(Transport.Timeouts.DEFAULT), URI.create("http://127.0.0.1:9"), "t");
    return new Session(
        "Operations",
        "live",
        "tn_1",
        MissingNode.getInstance(),
        Set.of(Scope.values()),
        api,
        Optional.empty(),
        api.connectionStatus());
  }

  /** The sandbox session, marked as live. */
  private static Session live(Sandbox sandbox) throws ApiException {
    return new Session(
        "Operations",
        "live",
        sandbox.tenantId(),
        sandbox.api().get("/v1/tenant").body(),
        Set.of(Scope.values()),
        sandbox.api(),
        Optional.of(sandbox.administration()),
        new ConnectionStatus());
  }
}
