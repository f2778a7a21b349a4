package eu.callorders.console.app;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.console.Pictures;
import eu.callorders.console.RobotTest;
import java.nio.file.Path;
import java.util.Locale;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.TextArea;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The dialogs about operators, and the token that is shown once. */
@RobotTest
@Tag("long")
class OperatorsScreenTest {
  private static final String TOKEN = "opt_01m8400dbp4mecasj3vjxvs95ym01m8400dbp4mecasj3vjxvs95ym";

  @AutoClose private final DialogService service = new DialogService();
  @TempDir private Path home;
  private final Pictures pictures = new Pictures();

  @ParameterizedTest
  @ValueSource(strings = {"en", "de"})
  void createsAnOperatorAndShowsItsToken(String language) throws Exception {
    service.service.fixed(
        "POST " + DialogService.OPERATORS,
        201,
        "{\"name\":\"Bo Beispiel\",\"token\":\"%s\"}".formatted(TOKEN));
    try (ConsoleFixture console =
        ConsoleFixture.forSession(service.session(), home, Locale.of(language))) {
      AdminDialogs.openOperators(console);
      DialogCase.select(console, "#operators", "opr_1");
      console.press("#create-operator");
      Button create = console.find("#operator-create-dialog #dialog-accept");
      assertThat(create.isDisabled()).as("without a name").isTrue();
      console.type("#operator-name", "x".repeat(101));
      assertThat(create.isDisabled()).as("with a name that the service refuses").isTrue();
      console.type("#operator-name", "Bo Beispiel");
      pictures.take(console, "operator-create", create.getScene());
      console.press("#operator-create-dialog #dialog-accept");
      TextArea token = console.find("#token-dialog #secret");
      assertThat(token.getText()).isEqualTo(TOKEN);
      pictures.take(console, "operator-token", token.getScene());
      console.press("#token-dialog #dialog-decline");
      console.press("#change-role");
      Node role = console.find("#operator-role-dialog #operator-role");
      pictures.take(console, "operator-role", role.getScene());
      Button change = console.find("#operator-role-dialog #dialog-accept");
      assertThat(change.isDisabled()).as("with the role that the operator has").isTrue();
      console.press("#operator-role-dialog #dialog-decline");
      console.press("#disable-operator");
      Node disable = console.find("#operator-disable-dialog #dialog-accept");
      pictures.take(console, "operator-disable", disable.getScene());
      console.press("#operator-disable-dialog #dialog-decline");
    }
    assertThat(pictures.faults()).isEmpty();
  }
}
