package eu.callorders.console.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.RobotTest;
import eu.callorders.console.Sandbox;
import eu.callorders.console.api.ApiClient;
import eu.callorders.console.api.Json;
import eu.callorders.console.api.Query;
import java.nio.file.Path;
import java.util.List;
import javafx.scene.control.Label;
import javafx.scene.control.TabPane;
import javafx.scene.control.TableView;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("long")
@RobotTest
class AdministrationTest {
  private static final Sandbox SANDBOX = Sandbox.shared();
  private static final int TENANTS = 1;
  private static final int AUDIT = 2;

  @TempDir private Path home;

  @Test
  void changesSettingsAndVerifiesTheAuditChain() throws Exception {
    try (ConsoleFixture console = ConsoleFixture.start(home, SANDBOX.directory())) {
      console.open("administration");
      TabPane tabs = console.find("#admin-tabs");
      console.runAndWait(() -> tabs.getSelectionModel().select(TENANTS));
      TableView<?> tenants = console.find("#tenants");
      console.await(() -> !tenants.getItems().isEmpty());
      console.runAndWait(() -> SequenceScreenshots.select(tenants, SANDBOX.tenantId()));
      console.press("#edit-tenant");
      console.type("#setting-max-open-orders", "98765");
      console.press("#settings-save");
      console.await(() -> tenants.getItems().toString().contains("98765"));

      console.press("#create-registration");
      console.type("#setting-name", "Robot");
      console.press("#check-orders-write");
      console.press("#settings-save");
      console.press("#dialog-decline");
      TableView<?> registrations = console.find("#registrations");
      console.await(() -> registrations.getItems().toString().contains("Robot"));
      JsonNode created =
          SANDBOX
              .administration()
              .get("/admin/v1/tenants/" + SANDBOX.tenantId() + "/registrations")
              .body()
              .at("/data/0");
      assertThat(created.path("name").asText()).isEqualTo("Robot");
      assertThat(created.path("scopes").toString())
          .contains("orders:read", "orders:write")
          .doesNotContain("recordings:read");

      console.runAndWait(() -> tabs.getSelectionModel().select(AUDIT));
      TableView<?> audit = console.find("#audit");
      console.await(() -> audit.getItems().toString().contains("registration.created"));
      console.press("#audit-chain-verify");
      Label result = console.find("#audit-chain-result");
      console.await(() -> result.getText().startsWith("Intact"));
    }
  }

  @Test
  void verifiesTheAuditChainOfEntriesWithDetails() throws Exception {
    ApiClient administration = SANDBOX.administration();
    String reason = "Zürich \"1\" \\ / \uD83D\uDCDE";
    administration.post(
        "/admin/v1/dialing/halt", Json.object().put("country", "AT").put("reason", reason));
    administration.post(
        "/admin/v1/dialing/resume", Json.object().put("country", "AT").put("reason", reason));
    List<JsonNode> newest = administration.page("/admin/v1/audit-log", Query.none(), "").rows();
    assertThat(newest).extracting(entry -> entry.at("/details/reason").asText()).contains(reason);
    try (ConsoleFixture console = ConsoleFixture.start(home, SANDBOX.directory())) {
      console.open("administration");
      TabPane tabs = console.find("#admin-tabs");
      console.runAndWait(() -> tabs.getSelectionModel().select(AUDIT));
      console.press("#audit-chain-verify");
      Label result = console.find("#audit-chain-result");
      console.await(() -> result.getText().matches("(Intact|Broken|Verification).*"));
      assertThat(result.getText()).startsWith("Intact");
    }
  }
}
