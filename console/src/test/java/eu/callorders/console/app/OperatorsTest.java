package eu.callorders.console.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.RobotTest;
import eu.callorders.console.Sandbox;
import eu.callorders.console.api.AdminRole;
import eu.callorders.console.api.ApiClient;
import eu.callorders.console.api.ApiException;
import eu.callorders.console.api.Query;
import eu.callorders.console.api.Transport;
import java.nio.file.Path;
import java.util.List;
import javafx.scene.control.Button;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Label;
import javafx.scene.control.TableView;
import javafx.scene.control.TextArea;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An administrator adds, changes and disables operators of the real service. */
@RobotTest
@Tag("long")
class OperatorsTest {
  private static final Sandbox SANDBOX = Sandbox.shared();
  private static final String OPERATORS = "/admin/v1/operators";
  private static final int UNAUTHORIZED = 401;

  @TempDir private Path home;

  private static JsonNode operator(String name) throws ApiException {
    return SANDBOX.administration().page(OPERATORS, Query.none(), "").rows().stream()
        .filter(operator -> operator.path("name").asText().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private static ApiClient client(String token) {
    return ApiClient.administration(
        new Transport(Transport.Timeouts.DEFAULT), SANDBOX.administration().base(), token);
  }

  private static void create(ConsoleFixture console, String name) {
    console.press("#create-operator");
    console.type("#operator-name", name);
    console.press("#operator-create-dialog #dialog-accept");
  }

  /** Waits until the list shows these texts in the row with that name. */
  private static void awaitCells(ConsoleFixture console, String name, String... texts) {
    TableView<?> operators = console.find("#operators");
    console.await(() -> cells(operators, name).containsAll(List.of(texts)));
  }

  /** The texts of the row with that name; none if there is no such row. */
  private static List<String> cells(TableView<?> operators, String name) {
    for (int row = 0; row < operators.getItems().size(); row++) {
      int shown = row;
      List<String> cells =
          operators.getVisibleLeafColumns().stream()
              .map(column -> String.valueOf(column.getCellData(shown)))
              .toList();
      if (cells.contains(name)) {
        return cells;
      }
    }
    return List.of();
  }

  @Test
  void areAddedChangedAndDisabled() throws Exception {
    String name = "Bo Beispiel";
    try (ConsoleFixture console = ConsoleFixture.start(home, SANDBOX.directory())) {
      AdminDialogs.openOperators(console);
      create(console, name);
      TextArea secret = console.find("#token-dialog #secret");
      ApiClient bo = client(secret.getText());
      assertThat(bo.get(OPERATORS).body().path("data")).isNotEmpty();
      console.press("#token-dialog #dialog-decline");
      awaitCells(console, name, "Read", "Active");

      DialogCase.select(console, "#operators", name);
      console.press("#change-role");
      ComboBox<AdminRole> role = console.find("#operator-role-dialog #operator-role");
      assertThat(role.getValue()).isEqualTo(AdminRole.READ);
      console.runAndWait(() -> role.setValue(AdminRole.OPERATE));
      console.press("#operator-role-dialog #dialog-accept");
      awaitCells(console, name, "Operate", "Active");
      assertThat(operator(name).path("role").asText()).isEqualTo("operate");

      console.press("#disable-operator");
      console.press("#operator-disable-dialog #dialog-accept");
      awaitCells(console, name, "Operate", "Disabled");
      Button enable = console.find("#disable-operator");
      console.await(() -> enable.getText().equals("Enable"));
      assertThat(operator(name).path("disabled").asBoolean()).isTrue();
      assertThatThrownBy(() -> bo.get(OPERATORS))
          .isInstanceOfSatisfying(
              ApiException.class,
              refused -> assertThat(refused.failure().isRefused(UNAUTHORIZED)).isTrue());
    }
  }

  private static String error(ConsoleFixture console) {
    return console.read(
        () ->
            String.join(
                "\n",
                console.robot().lookup("#content .error .label").<Label>queryAll().stream()
                    .filter(label -> label.getParent().isVisible())
                    .map(Label::getText)
                    .toList()));
  }

  @Test
  void sayWhyANameIsRefused() throws Exception {
    try (ConsoleFixture console = ConsoleFixture.start(home, SANDBOX.directory())) {
      AdminDialogs.openOperators(console);
      create(console, "Cleo");
      console.press("#token-dialog #dialog-decline");
      awaitCells(console, "Cleo", "Read");
      create(console, "cleo");
      console.await(() -> error(console).contains("There is another operator named cleo"));
      assertThat(error(console)).startsWith("cleo: ");
      create(console, "service");
      console.await(() -> error(console).contains("The name service is reserved"));
      create(console, "quotation \"mark\"");
      console.await(() -> error(console).contains("Does not have the required form"));
      TableView<?> operators = console.find("#operators");
      assertThat(operators.getItems().toString())
          .contains("Cleo")
          .doesNotContain("cleo", "quotation");
    }
  }
}
