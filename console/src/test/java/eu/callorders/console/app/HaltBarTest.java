package eu.callorders.console.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.console.RobotTest;
import eu.callorders.console.Sandbox;
import eu.callorders.console.TestRegistration;
import eu.callorders.console.api.ApiException;
import eu.callorders.console.api.Json;
import eu.callorders.console.api.Scope;
import java.nio.file.Path;
import java.util.List;
import javafx.scene.Node;
import javafx.scene.control.ButtonBase;
import javafx.scene.control.Label;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@RobotTest
@Tag("long")
class HaltBarTest {
  private static final Sandbox SANDBOX = Sandbox.shared();

  @TempDir private Path home;

  private static void setHalt(String verb, String tenant) throws ApiException {
    ObjectNode body = Json.object().put("reason", "Robot " + verb);
    if (!tenant.isEmpty()) {
      body.put("tenant_id", tenant);
    }
    SANDBOX.administration().post("/admin/v1/dialing/" + verb, body);
  }

  @AfterEach
  void resume() throws Exception {
    setHalt("resume", "");
  }

  private static List<String> labels(ConsoleFixture console, String banner) {
    return console.read(
        () ->
            console.robot().lookup(banner + " .label").<Label>queryAll().stream()
                .map(Label::getText)
                .toList());
  }

  @Test
  void isShownAboveOrdersAndOpensTheAdministration() throws Exception {
    try (ConsoleFixture console = ConsoleFixture.start(home, SANDBOX.directory())) {
      console.open("orders");
      Node bar = console.find(".halt-bar");
      assertThat(console.read(bar::isVisible)).isFalse();
      setHalt("halt", SANDBOX.tenantId());
      console.await(bar::isVisible);
      assertThat(labels(console, "#halt-head"))
          .hasSize(2)
          .last()
          .asString()
          .contains(console.<Label>find("#tenant").getText(), "Robot halt");
      console.runAndWait(console.<ButtonBase>find("#to-halts")::fire);
      console.find("#admin-tabs");
      assertThat(console.read(bar::isVisible)).as("the administration shows it itself").isFalse();
      console.await(() -> labels(console, "#halt-banner").equals(labels(console, "#halt-head")));
      console.open("orders");
      assertThat(console.read(bar::isVisible)).isTrue();
      setHalt("resume", "");
      console.await(() -> !bar.isVisible());
    }
  }

  @Test
  void showsHaltsOfTheTenantOnly() throws Exception {
    String other =
        SANDBOX
            .administration()
            .post("/admin/v1/tenants", Json.object().put("name", "Neighbours"))
            .body()
            .path("tenant_id")
            .asText();
    setHalt("halt", other);
    try (ConsoleFixture console = ConsoleFixture.start(home, SANDBOX.directory())) {
      console.open("administration");
      console.await(() -> labels(console, "#halt-banner").toString().contains("Neighbours"));
      Node bar = console.find(".halt-bar");
      console.open("orders");
      assertThat(console.read(bar::isVisible)).isFalse();
      setHalt("halt", "");
      console.await(bar::isVisible);
      assertThat(labels(console, "#halt-head"))
          .hasSize(2)
          .first()
          .isEqualTo("All dialing is halted");
    }
  }

  @Test
  void isAbsentWithoutAdministration() throws Exception {
    TestRegistration guest = TestRegistration.with(SANDBOX, List.of(Scope.ORDERS_READ));
    try (ConsoleFixture console = ConsoleFixture.start(home, guest.in(home))) {
      console.find("#go-orders");
      assertThat(console.robot().lookup(".halt-bar").tryQuery()).isEmpty();
      assertThat(console.robot().lookup("#header-halt").tryQuery()).isEmpty();
    }
  }
}
