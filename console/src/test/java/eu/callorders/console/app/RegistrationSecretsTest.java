package eu.callorders.console.app;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.console.RobotTest;
import java.nio.file.Path;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.TextField;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The secrets of a registration, when another tenant is selected. */
@RobotTest
@Tag("long")
class RegistrationSecretsTest {
  private static final String PAGE = "{\"data\":[%s],\"has_more\":false,\"next_cursor\":null}";

  @AutoClose private final DialogService service = new DialogService();
  @TempDir private Path home;

  @BeforeEach
  void respond() {
    String tenants =
        "{\"tenant_id\":\"tn_1\",\"name\":\"Acme\"},{\"tenant_id\":\"tn_2\",\"name\":\"Beta\"}";
    service.service.fixed("GET /admin/v1/tenants", 200, PAGE.formatted(tenants));
    service.service.fixed("/admin/v1/tenants/tn_2/registrations", 200, PAGE.formatted(""));
  }

  private ConsoleFixture openRegistration() throws Exception {
    ConsoleFixture console = ConsoleFixture.forSession(service.session(), home);
    AdminDialogs.openTenant(console);
    DialogCase.select(console, "#registrations", "cli_1");
    console.press("#edit-registration");
    Button create = console.find("#create-secret");
    console.await(() -> !create.isDisabled());
    return console;
  }

  private static boolean isShown(ConsoleFixture console, String query) {
    return console.robot().lookup(query).queryAll().stream()
        .anyMatch(RegistrationSecretsTest::isShown);
  }

  private static boolean isShown(Node node) {
    return node.isVisible() && (node.getParent() == null || isShown(node.getParent()));
  }

  @Test
  void closesTheRegistrationOfTheTenantBefore() throws Exception {
    try (ConsoleFixture console = openRegistration()) {
      DialogCase.select(console, "#tenants", "tn_2");
      console.await(() -> !isShown(console, "#create-secret"));
      assertThat(isShown(console, "#setting-name")).isFalse();
    }
  }

  @Test
  void keepsUnsavedInputWithoutTheSecrets() throws Exception {
    try (ConsoleFixture console = openRegistration()) {
      TextField name = console.type("#setting-name", "Renamed");
      DialogCase.select(console, "#tenants", "tn_2");
      console.await(() -> !isShown(console, "#create-secret"));
      assertThat(isShown(console, "#setting-name")).isTrue();
      assertThat(name.getText()).isEqualTo("Renamed");
    }
  }
}
