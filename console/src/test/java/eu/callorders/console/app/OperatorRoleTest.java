package eu.callorders.console.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.RobotTest;
import eu.callorders.console.Sandbox;
import eu.callorders.console.TestRegistration;
import eu.callorders.console.api.ApiException;
import eu.callorders.console.api.Json;
import eu.callorders.console.api.Scope;
import java.nio.file.Path;
import java.util.List;
import javafx.scene.control.Button;
import javafx.scene.control.TabPane;
import javafx.scene.control.TableView;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What an operator's role does not permit is disabled, with a reason. */
@RobotTest
@Tag("long")
class OperatorRoleTest {
  private static final Sandbox SANDBOX = Sandbox.shared();
  private static final String OPERATORS = "/admin/v1/operators";
  private static final int TENANTS = 1;

  @TempDir private Path home;

  private static JsonNode create(String name) throws ApiException {
    return SANDBOX
        .administration()
        .post(OPERATORS, Json.object().put("name", name).put("role", "read"))
        .body();
  }

  private static void assertNeeds(ConsoleFixture console, String button, String role) {
    Button action = console.find(button);
    console.await(() -> action.getAccessibleHelp() != null);
    assertThat(action.isDisabled()).as(button).isTrue();
    assertThat(action.getAccessibleHelp()).as(button).contains(role);
  }

  @Test
  void roleReadChangesNothingUntilItBecomesAnother() throws Exception {
    JsonNode operator = create("Robot that reads");
    TestRegistration guest = TestRegistration.with(SANDBOX, List.of(Scope.ORDERS_READ));
    Path directory = guest.in(home, operator.path("token").asText());
    try (ConsoleFixture console = ConsoleFixture.start(home, directory)) {
      console.open("administration");
      assertNeeds(console, "#header-halt", "operate");
      assertNeeds(console, "#halt-dialing", "operate");
      assertNeeds(console, "#resume-dialing", "operate");
      TabPane tabs = console.find("#admin-tabs");
      console.runAndWait(() -> tabs.getSelectionModel().select(TENANTS));
      assertNeeds(console, "#create-tenant", "administer");
      assertNeeds(console, "#create-registration", "administer");
      TableView<?> tenants = console.find("#tenants");
      console.await(() -> !tenants.getItems().isEmpty());
      console.runAndWait(() -> SequenceScreenshots.select(tenants, SANDBOX.tenantId()));
      console.press("#edit-tenant");
      assertNeeds(console, "#settings-save", "administer");
      console.open("sandbox");
      assertNeeds(console, "#advance-by", "operate");
      assertNeeds(console, "#advance-PT1H", "operate");

      SANDBOX
          .administration()
          .patch(
              OPERATORS + "/" + operator.path("operator_id").asText(),
              "",
              Json.object().put("role", "operate"));

      Button hour = console.find("#advance-PT1H");
      console.await(() -> !hour.isDisabled());
      assertThat(console.<Button>find("#header-halt").isDisabled()).isFalse();
      console.open("administration");
      assertNeeds(console, "#create-tenant", "administer");
      console.runAndWait(() -> tabs.getSelectionModel().selectFirst());
      console.type("#halt-country", "AT");
      Button halt = console.find("#halt-dialing");
      assertThat(halt.isDisabled()).isFalse();
      assertThat(halt.getAccessibleHelp()).isNull();
    }
  }
}
