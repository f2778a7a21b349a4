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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@RobotTest
class HaltBarTest {
  private static final Sandbox SANDBOX = Sandbox.shared();

  @TempDir private Path home;

  private static void ask(String verb, String tenant) throws ApiException {
    ObjectNode body = Json.object().put("reason", "Robot " + verb);
    if (!tenant.isEmpty()) {
      body.put("tenant_id", tenant);
    }
    SANDBOX.administration().post("/admin/v1/dialing/" + verb, body);
  }

  @AfterEach
  void resume() throws Exception {
    ask("resume", "");
  }

  private static List<String> said(ConsoleFixture console, String banner) {
    return console.robot().lookup(banner + " .label").<Label>queryAll().stream()
        .map(Label::getText)
        .toList();
  }

  @Test
  void standsAboveOrdersAndLeadsToWhereItEnds() throws Exception {
    try (ConsoleFixture console = ConsoleFixture.start(home, SANDBOX.directory())) {
      console.go("orders");
      Node bar = console.find(".halt-bar");
      assertThat(bar.isVisible()).isFalse();
      ask("halt", SANDBOX.tenantId());
      console.await(bar::isVisible);
      assertThat(said(console, "#halt-head"))
          .hasSize(2)
          .last()
          .asString()
          .contains(SANDBOX.tenantId(), "Robot halt");
      console.draw(console.<ButtonBase>find("#to-halts")::fire);
      console.find("#admin-tabs");
      assertThat(bar.isVisible()).as("the screen says it itself").isFalse();
      assertThat(said(console, "#halt-banner")).isEqualTo(said(console, "#halt-head"));
      console.go("orders");
      assertThat(bar.isVisible()).isTrue();
      ask("resume", "");
      console.await(() -> !bar.isVisible());
    }
  }

  @Test
  void tellsOfWhatConcernsTheTenantAlone() throws Exception {
    String other =
        SANDBOX
            .administration()
            .post("/admin/v1/tenants", Json.object().put("name", "Neighbours"))
            .body()
            .path("tenant_id")
            .asText();
    ask("halt", other);
    try (ConsoleFixture console = ConsoleFixture.start(home, SANDBOX.directory())) {
      console.go("administration");
      console.await(() -> said(console, "#halt-banner").toString().contains(other));
      Node bar = console.find(".halt-bar");
      console.go("orders");
      assertThat(bar.isVisible()).isFalse();
      ask("halt", "");
      console.await(bar::isVisible);
      assertThat(said(console, "#halt-head")).hasSize(2).first().isEqualTo("Nothing is dialled");
    }
  }

  @Test
  void isNotThereWithoutAnAdministration() throws Exception {
    TestRegistration guest = TestRegistration.with(SANDBOX, List.of(Scope.ORDERS_READ));
    try (ConsoleFixture console = ConsoleFixture.start(home, guest.in(home))) {
      console.find("#go-orders");
      assertThat(console.robot().lookup(".halt-bar").tryQuery()).isEmpty();
    }
  }
}
