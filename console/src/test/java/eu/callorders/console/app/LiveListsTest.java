package eu.callorders.console.app;

import eu.callorders.console.RobotTest;
import eu.callorders.console.Sandbox;
import eu.callorders.console.TestRegistration;
import eu.callorders.console.api.Json;
import eu.callorders.console.api.Scope;
import java.nio.file.Path;
import java.util.List;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Label;
import javafx.scene.control.TabPane;
import javafx.scene.control.TableRow;
import javafx.scene.control.TableView;
import javafx.scene.control.TextField;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("long")
@RobotTest
class LiveListsTest {
  private static final Sandbox SANDBOX = Sandbox.shared();
  private static final int TENANTS = 1;

  @TempDir private Path home;

  private static String count(TableView<?> table) {
    return ((Label) table.getParent().lookup(".table-footer .label")).getText();
  }

  private static List<TableRow<?>> marked(TableView<?> table) {
    return table.lookupAll(".table-row-cell:leaving").stream()
        .<TableRow<?>>map(row -> (TableRow<?>) row)
        .toList();
  }

  /** Whether the only marked row is that one. */
  private static boolean isMarked(TableView<?> table, String id, String status) {
    List<TableRow<?>> rows = marked(table);
    String row = rows.size() == 1 ? String.valueOf(rows.getFirst().getItem()) : "";
    return row.contains(id) && row.contains(status);
  }

  @Test
  void followsTheStatusOfFilteredOrders() throws Exception {
    try (ConsoleFixture console = ConsoleFixture.start(home, SANDBOX.directory())) {
      console.open("orders");
      TableView<?> table = console.find("#orders");
      ComboBox<String> status = console.find("#toolbar #status");
      console.type("#toolbar #subject", "live-list");
      console.runAndWait(() -> status.setValue("scheduled"));
      console.await(() -> count(table).equals("No rows"));

      String order = SANDBOX.order("live-list", "10"); // is not answered, so it is called again
      console.await(() -> table.getItems().toString().contains("attempts=1"));
      console.await(() -> count(table).equals("One row") && marked(table).isEmpty());

      // while it is selected, its mark does not end after a few seconds
      console.runAndWait(() -> SequenceScreenshots.select(table, order));
      SANDBOX.api().post("/v1/call-orders/" + order + "/cancel", Json.object());
      console.await(() -> isMarked(table, order, "canceled") && count(table).equals("No rows"));
      console.runAndWait(() -> table.getSelectionModel().clearSelection());
      console.await(() -> table.getItems().isEmpty());
      console.await(() -> marked(table).isEmpty());
    }
  }

  @Test
  void addsOrdersToASearchResult() throws Exception {
    try (ConsoleFixture console = ConsoleFixture.start(home, SANDBOX.directory())) {
      console.open("orders");
      TableView<?> table = console.find("#orders");
      TextField search = console.type("#toolbar #search", "case-live-search");
      console.runAndWait(() -> search.getOnAction().handle(null));
      console.await(() -> count(table).equals("No rows"));
      String order = SANDBOX.order("live-search", "21");
      console.await(() -> table.getItems().toString().contains(order));
      console.await(() -> count(table).equals("One row"));
    }
  }

  @Test
  void showsNewRegistrations() throws Exception {
    try (ConsoleFixture console = ConsoleFixture.start(home, SANDBOX.directory())) {
      console.open("administration");
      TabPane tabs = console.find("#admin-tabs");
      console.runAndWait(() -> tabs.getSelectionModel().select(TENANTS));
      TableView<?> tenants = console.find("#tenants");
      console.await(() -> tenants.getItems().toString().contains(SANDBOX.tenantId()));
      console.runAndWait(() -> SequenceScreenshots.select(tenants, SANDBOX.tenantId()));
      TableView<?> registrations = console.find("#registrations");
      console.await(() -> !registrations.getItems().isEmpty());
      TestRegistration guest = TestRegistration.with(SANDBOX, List.of(Scope.ORDERS_READ));
      console.await(() -> registrations.getItems().toString().contains(guest.clientId()));
    }
  }
}
