package eu.callorders.console.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.RobotTest;
import eu.callorders.console.Sandbox;
import eu.callorders.console.api.ApiException;
import eu.callorders.console.api.Query;
import java.nio.file.Path;
import java.util.List;
import javafx.scene.Node;
import javafx.scene.control.ButtonBase;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Label;
import javafx.scene.control.TableView;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@RobotTest
class ConsoleTest {
  private static final Sandbox SANDBOX = Sandbox.shared();

  private static final String[][] FILLED = {
    {"subject_reference", "robot-form"},
    {"family_name", "Muster"},
    {"outstanding", "much"},
    {"creditor", "Stadtwerke Musterstadt"}
  };

  @TempDir private Path home;

  @Test
  void connectsToTheDemoAndShowsNewOrders() throws Exception {
    String before = SANDBOX.order("robot-1", "21");
    try (ConsoleFixture console = ConsoleFixture.start(home, SANDBOX.directory())) {
      console.open("orders");
      TableView<?> table = console.find("#orders");
      console.await(() -> !table.getItems().isEmpty());
      assertThat(console.read(() -> table.getItems().toString())).contains(before);
      assertThat(console.<Label>find("#environment").getText()).isEqualTo("SANDBOX");
      console.await(() -> table.getItems().toString().contains("payment_promised"));
      String meanwhile = SANDBOX.order("robot-2", "24");
      console.await(() -> table.getItems().toString().contains(meanwhile));
      console.await(() -> table.getItems().toString().contains("disputed"));
    }
  }

  @Test
  void createsAnOrderWithTheKeyboard() throws Exception {
    try (ConsoleFixture console = ConsoleFixture.start(home, SANDBOX.directory())) {
      console.open("orders");
      ButtonBase create = console.find("#newOrder");
      console.await(() -> !create.isDisabled());
      console.runAndWait(create::fire);
      ComboBox<String> magic = console.find("#magic");
      console.runAndWait(() -> magic.setValue("22"));
      for (String[] value : FILLED) {
        TextField field = console.find("#field-" + value[0]);
        console.runAndWait(() -> field.setText(value[1]));
      }
      ComboBox<String> type = console.find("#field-order_type");
      console.runAndWait(() -> type.getEditor().setText("payment_reminder"));
      TextField amount = console.find("#field-outstanding");
      console.runAndWait(amount::requestFocus);
      console.robot().push(KeyCode.CONTROL, KeyCode.ENTER);
      console.await(
          () ->
              console.robot().lookup(".form-error").queryAll().stream().anyMatch(Node::isManaged));
      assertThat(amount.getAccessibleHelp()).isNotEmpty();
      console.runAndWait(() -> amount.setText("99.90"));
      console.robot().push(KeyCode.CONTROL, KeyCode.ENTER);
      TableView<?> table = console.find("#orders");
      console.await(() -> table.getItems().toString().contains("robot-form"));
      assertThat(phone("robot-form")).endsWith("22"); // it may only be called by day
    }
  }

  /** The phone of the only order for that person. */
  private static String phone(String subject) throws ApiException {
    Query query = Query.none().with("subject_reference", subject);
    List<JsonNode> orders = SANDBOX.api().page("/v1/call-orders", query, "").rows();
    assertThat(orders).hasSize(1);
    String path = "/v1/call-orders/" + orders.getFirst().path("id").asText();
    return SANDBOX.api().get(path).body().at("/contacts/0/value").asText();
  }
}
