package eu.callorders.console.app;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.console.RobotTest;
import eu.callorders.console.Sandbox;
import eu.callorders.console.TestRegistration;
import eu.callorders.console.api.Scope;
import java.nio.file.Path;
import java.util.List;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.ButtonBase;
import javafx.scene.control.Label;
import javafx.scene.control.TableView;
import javafx.scene.control.TextField;
import javafx.scene.control.ToggleButton;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@RobotTest
@Tag("long")
class FailureDisplayTest {
  private static final Sandbox SANDBOX = Sandbox.shared();

  @TempDir private Path home;

  private static void awaitError(ConsoleFixture console, String title) {
    console.await(
        () ->
            console.robot().lookup(".error-title").<Label>queryAll().stream()
                .anyMatch(label -> label.getText().startsWith(title) && isShowing(label)));
  }

  private static boolean isShowing(Node node) {
    return node.getParent() == null || node.isVisible() && isShowing(node.getParent());
  }

  @Test
  void showsConnectErrorsUntilTheInputIsCorrect() throws Exception {
    TestRegistration guest = TestRegistration.with(SANDBOX, List.of(Scope.values()));
    try (ConsoleFixture console = ConsoleFixture.start(home, home)) {
      console.type("#name", "Mine");
      console.type("#base", "http://127.0.0.1:9/v1");
      console.type("#clientId", guest.clientId());
      console.type("#secret", "cosk_wrong");
      Button connect = console.find("#connect");
      console.runAndWait(connect::fire);
      awaitError(console, "No response from http://127.0.0.1:9");
      console.type("#base", SANDBOX.api().base().toString());
      console.runAndWait(connect::fire);
      awaitError(console, "Client id or secret is wrong");
      assertThat(console.<TextField>find("#secret").getText()).isEqualTo("cosk_wrong");
      console.type("#secret", guest.secret());
      console.runAndWait(connect::fire);
      assertThat(console.<Label>find("#environment").getText()).isEqualTo("SANDBOX");
    }
    try (ConsoleFixture console = ConsoleFixture.start(home, home)) {
      assertThat(console.<TextField>find("#clientId").getText()).isEqualTo(guest.clientId());
      assertThat(console.<TextField>find("#secret").getText()).isEmpty();
    }
  }

  @Test
  void disablesScreensWithoutScopeAndShowsTheReason() throws Exception {
    String order = SANDBOX.order("robot-scopes", "21");
    TestRegistration guest = TestRegistration.with(SANDBOX, List.of(Scope.ORDERS_READ));
    try (ConsoleFixture console = ConsoleFixture.start(home, guest.in(home))) {
      console.open("orders");
      TableView<?> orders = console.find("#orders");
      console.await(() -> orders.getItems().toString().contains(order));
      assertThat(console.<Label>find("#tenant").getText()).isEqualTo(SANDBOX.tenantId());
      ToggleButton events = console.find("#go-events");
      assertThat(events.isDisabled()).isTrue();
      assertThat(events.getAccessibleHelp()).contains("events:read");
      ToggleButton administration = console.find("#go-administration");
      assertThat(administration.isDisabled()).isTrue();
      assertThat(administration.getAccessibleHelp()).contains("administration");
      assertThat(console.<ButtonBase>find("#newOrder").isDisabled()).isTrue();
    }
  }

  @Test
  void keepsDataWhenRejectedAndContinuesAfterSignIn() throws Exception {
    String before = SANDBOX.order("robot-refused-1", "21");
    TestRegistration guest = TestRegistration.with(SANDBOX, List.of(Scope.values()));
    try (ConsoleFixture console = ConsoleFixture.start(home, guest.in(home))) {
      console.open("orders");
      TableView<?> orders = console.find("#orders");
      console.await(() -> orders.getItems().toString().contains(before));
      guest.disable(true);
      console.await(() -> console.robot().lookup("#sign-in").query().isVisible());
      awaitError(console, "The registration is no longer accepted");
      assertThat(console.<Label>find("#reachable").getText()).contains("no longer accepted");
      assertThat(console.read(() -> orders.getItems().toString())).contains(before);
      String meanwhile = SANDBOX.order("robot-refused-2", "21");
      Button again = console.find("#sign-in-again");
      console.runAndWait(again::fire);
      awaitError(console, "Client id or secret is wrong");
      guest.disable(false);
      console.type("#sign-in-secret", guest.secret());
      console.runAndWait(again::fire);
      console.await(() -> !console.robot().lookup("#sign-in").query().isVisible());
      console.await(() -> orders.getItems().toString().contains(meanwhile));
      assertThat(console.read(() -> orders.getItems().toString())).contains(before);
    }
  }

  @Test
  void appliesOtherScopesAfterSignInAndKeepsInput() throws Exception {
    String chosen = SANDBOX.order("robot-scopes-1", "24");
    TestRegistration first = TestRegistration.with(SANDBOX, List.of(Scope.ORDERS_READ));
    TestRegistration more = TestRegistration.with(SANDBOX, List.of(Scope.values()));
    try (ConsoleFixture console = ConsoleFixture.start(home, first.in(home))) {
      console.open("orders");
      TableView<?> orders = console.find("#orders");
      console.await(() -> orders.getItems().toString().contains(chosen));
      console.runAndWait(() -> SequenceScreenshots.select(orders, chosen));
      assertThat(console.<ButtonBase>find("#newOrder").isDisabled()).isTrue();
      console.type("#clientReference", "half a word");
      first.disable(true);
      console.open("overview"); // sends a request
      console.await(() -> console.robot().lookup("#sign-in").query().isVisible());
      console.open("orders");
      signInAs(console, more);
      console.await(() -> !console.<ButtonBase>find("#newOrder").isDisabled());
      assertThat(console.<ToggleButton>find("#go-events").isDisabled()).isFalse();
      assertThat(console.<ToggleButton>find("#go-events").getAccessibleHelp()).isNull();
      assertThat(console.<ToggleButton>find("#go-orders").isSelected()).isTrue();
      assertThat(console.<TextField>find("#clientReference").getText()).isEqualTo("half a word");
      assertThat(orders.getSelectionModel().getSelectedItem().toString()).contains(chosen);
      more.disable(true);
      signInAs(console, TestRegistration.with(SANDBOX, List.of(Scope.CONFIG_READ)));
      console.await(() -> console.<ToggleButton>find("#go-orders").isDisabled());
      assertThat(console.<ToggleButton>find("#go-overview").isSelected()).isTrue();
      assertThat(console.<ToggleButton>find("#go-orders").getAccessibleHelp())
          .contains("orders:read");
    }
  }

  private static void signInAs(ConsoleFixture console, TestRegistration guest) {
    console.await(() -> console.robot().lookup("#sign-in").query().isVisible());
    console.type("#sign-in-client", guest.clientId());
    console.type("#sign-in-secret", guest.secret());
    console.runAndWait(console.<Button>find("#sign-in-again")::fire);
    console.await(() -> !console.robot().lookup("#sign-in").query().isVisible());
  }

  @Test
  void continuesWhenTheServiceIsBack() throws Exception {
    String before = SANDBOX.order("robot-restart-1", "24");
    try (ConsoleFixture console = ConsoleFixture.start(home, SANDBOX.directory())) {
      console.open("orders");
      TableView<?> orders = console.find("#orders");
      console.await(() -> orders.getItems().toString().contains(before));
      SANDBOX.kill();
      Label reachable = console.find("#reachable");
      console.await(() -> reachable.getText().contains("no connection"));
      assertThat(console.read(() -> orders.getItems().toString())).contains(before);
      SANDBOX.restart();
      String meanwhile = SANDBOX.order("robot-restart-2", "21");
      console.await(() -> reachable.getText().contains("connected"));
      console.await(() -> orders.getItems().toString().contains(meanwhile));
      console.await(() -> orders.getItems().toString().contains("payment_promised"));
      assertThat(console.read(() -> orders.getItems().toString())).contains(before);
    }
  }
}
