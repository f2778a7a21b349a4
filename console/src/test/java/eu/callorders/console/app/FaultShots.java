package eu.callorders.console.app;

import eu.callorders.console.Guest;
import eu.callorders.console.Sandbox;
import eu.callorders.console.api.ApiException;
import eu.callorders.console.api.Reachability;
import eu.callorders.console.api.Scope;
import eu.callorders.console.session.Session;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.TableView;
import javafx.scene.control.TextField;

/** Pictures of what the console looks like when something is in the way. */
final class FaultShots {
  private FaultShots() {}

  static void take(Sandbox sandbox, Path home, LadderShots.Shot shot) throws Exception {
    String order = sandbox.order("debtor-faults", "21");
    Guest guest = Guest.with(sandbox, List.of(Scope.ORDERS_READ, Scope.EVENTS_READ));
    try (RobotConsole console = RobotConsole.start(home, home)) {
      type(console, "#name", "Collections");
      type(console, "#base", sandbox.api().base().toString());
      type(console, "#clientId", guest.clientId());
      type(console, "#secret", "cosk_wrong");
      console.draw(console.<Button>find("#connect")::fire);
      Label said = console.find(".trouble-title");
      console.await(() -> !said.getText().isEmpty());
      shot.take(console, "connect-refused");
    }
    try (RobotConsole console = RobotConsole.start(home, guest.in(home))) {
      console.go("orders");
      TableView<?> orders = console.find("#orders");
      console.await(() -> orders.getItems().toString().contains(order));
      shot.take(console, "scopes");
      guest.disable(true);
      console.await(() -> console.robot().lookup("#sign-in").query().isVisible());
      shot.take(console, "refused");
    }
    try (RobotConsole console = RobotConsole.of(live(sandbox), home)) {
      console.go("orders");
      TableView<?> orders = console.find("#orders");
      console.await(() -> orders.getItems().toString().contains(order));
      shot.take(console, "live");
    }
    try (RobotConsole console = RobotConsole.of(LiveHeaderTest.session("live"), home)) {
      shot.take(console, "live-without-scopes");
    }
  }

  /** What the sandbox has, as if it were live. */
  private static Session live(Sandbox sandbox) throws ApiException {
    return new Session(
        "Operations",
        "live",
        sandbox.tenantId(),
        sandbox.api().get("/v1/tenant").body(),
        Set.of(Scope.values()),
        sandbox.api(),
        Optional.of(sandbox.administration()),
        new Reachability());
  }

  private static void type(RobotConsole console, String field, String text) {
    TextField typed = console.find(field);
    console.draw(() -> typed.setText(text));
  }
}
