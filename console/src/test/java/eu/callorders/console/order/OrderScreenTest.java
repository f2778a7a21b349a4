package eu.callorders.console.order;

import static eu.callorders.console.order.OrderScreenFixture.chosen;
import static eu.callorders.console.order.OrderScreenFixture.enter;
import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.console.RobotTest;
import eu.callorders.console.ui.Link;
import java.nio.file.Path;
import javafx.application.Platform;
import javafx.scene.Node;
import javafx.scene.control.ButtonBase;
import javafx.scene.control.Label;
import javafx.scene.control.ListView;
import javafx.scene.control.Tab;
import javafx.scene.control.TabPane;
import javafx.scene.control.TableView;
import javafx.scene.control.TextField;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The list of orders and the detail beside it. */
@RobotTest
@Tag("long")
class OrderScreenTest {
  private static final int EVENTS = 4;

  @AutoClose private OrderScreenFixture stage;
  @TempDir private Path home;

  @BeforeEach
  void open() throws Exception {
    stage = new OrderScreenFixture();
    stage.respondWithoutDeliveries();
  }

  @Test
  void showsUnknownValuesAndIncompleteOrders() {
    stage.service.fixed("/v1/call-orders/ord_2", 200, UnknownValueOrders.UNKNOWN_VALUES);
    stage.service.fixed("/v1/call-orders/ord_3", 200, "{\"id\": \"ord_3\"}");
    stage.service.fixed(
        "/v1/events", 200, UnknownValueOrders.page("{\"type\": \"order.sneezed\"}", "{}"));
    stage.service.fixed(
        "/v1/calls/call_9/transcript", 200, "{\"turns\": [{\"speaker\": \"a parrot\"}, null]}");
    TableView<?> table = stage.list(home, UnknownValueOrders.UNKNOWN_VALUES, "{\"id\": \"ord_3\"}");
    for (int row = 0; row < 2; row++) {
      stage.choose(table, row);
      String id = "ord_" + (row + 2);
      stage.awaitShown(id);
      for (Tab tab : stage.tabs().getTabs()) {
        stage.runAndWait(() -> stage.tabs().getSelectionModel().select(tab));
      }
    }
    stage.choose(table, 0);
    stage.press("#read-transcript");
    ListView<?> turns = stage.find("#transcript");
    stage.await(() -> turns.getItems().size() == 2);
    assertThat(table.getItems().toString()).contains("levitating").doesNotContain("null");
  }

  @Test
  void showsWhyAnOpenOrderWaitsOnTheFirstTab() {
    stage.withAdministration = true;
    String open = UnknownValueOrders.order("scheduled", false);
    String ended = UnknownValueOrders.order("completed", false).replace("ord_1", "ord_2");
    stage.service.fixed("/v1/call-orders/ord_1", 200, open);
    stage.service.fixed("/v1/call-orders/ord_2", 200, ended);
    stage.service.fixed(
        "/admin/v1/tenants/tn_1/call-orders/ord_1/explanation",
        200,
        """
        {"status": "scheduled", "rules": [{"rule": "enrollment_paused", "verdict": "wait"}]}
        """);
    stage.service.fixed(
        "/admin/v1/tenants/tn_1/call-orders/ord_2/explanation",
        200,
        """
        {"status": "completed", "rules": [{"rule": "order_status", "verdict": "block"}]}
        """);
    TableView<?> table = stage.list(home, open, ended);
    stage.choose(table, 0);
    stage.awaitShown("ord_1");
    Label reason = stage.find(".detail #waitReason");
    stage.await(reason::isVisible);
    assertThat(reason.getText())
        .startsWith("The enrollment of the order is paused. It is not known when");
    assertThat(stage.tabs().getSelectionModel().getSelectedIndex()).isZero();

    stage.choose(table, 1);
    stage.awaitShown("ord_2");
    assertThat(reason.isManaged()).isFalse();
  }

  @Test
  void opensScreensOfEventAndDelivery() {
    stage.service.fixed(
        "/v1/webhook-deliveries?event_id=evt_2&limit=100",
        200,
        UnknownValueOrders.page(
            UnknownValueOrders.delivery("whd_1", "evt_2", "whe_1", "succeeded", 200)));
    String order = UnknownValueOrders.order("completed", true);
    stage.service.fixed("/v1/call-orders/ord_1", 200, order);
    stage.choose(stage.list(home, order), 0);
    stage.awaitShown("ord_1");
    assertThat(stage.service.requests())
        .as("requests before the tab is open")
        .noneMatch(request -> request.target().contains("webhook"));
    stage.runAndWait(() -> stage.tabs().getSelectionModel().select(EVENTS));
    ListView<?> trace = stage.find("#trace");
    stage.await(() -> trace.getItems().size() == 3);
    for (int row = 0; row < 2; row++) {
      int index = row;
      stage.runAndWait(() -> trace.getSelectionModel().select(index));
      stage.runAndWait(() -> trace.fireEvent(enter()));
    }
    assertThat(stage.links())
        .containsExactly(
            Link.to("events", "evt_2"), Link.filtered("deliveries", "event_id", "evt_2"));
  }

  @Test
  void cancelsSelectedOrdersAndShowsWhatIsRefused() {
    String open = UnknownValueOrders.order("scheduled", false);
    String late = open.replace("ord_1", "ord_2");
    String ended = UnknownValueOrders.order("completed", false).replace("ord_1", "ord_3");
    stage.service.fixed("GET /v1/call-orders/ord_1", 200, open);
    stage.service.fixed("GET /v1/call-orders/ord_3", 200, ended);
    stage.service.fixed("GET /v1/call-orders/ord_2", 200, late.replace("scheduled", "dialing"));
    stage.service.fixed("POST /v1/call-orders/ord_1/cancel", 200, open);
    stage.service.fixed(
        "POST /v1/call-orders/ord_2/cancel",
        409,
        "{\"status\":409,\"code\":\"order_not_cancelable\"}");
    TableView<?> table = stage.list(home, open, late, ended);
    stage.choose(table, 0);
    stage.awaitShown("ord_1");
    stage.runAndWait(table.getSelectionModel()::selectAll);
    assertThat(stage.<Label>find("#bulk-title").getText()).isEqualTo("3 orders selected");
    assertThat(stage.<Label>find("#bulk-note").getText()).startsWith("One of them");
    ButtonBase cancel = stage.find("#bulk-cancel-orders");
    assertThat(cancel.getText()).isEqualTo("Cancel 2 orders…");
    Platform.runLater(cancel::fire);
    stage.press("#cancel_orders-dialog #dialog-accept");
    Label title = stage.find("#bulk-title");
    stage.await(() -> title.getText().equals("1 of 2 orders are canceled"));
    stage.await(() -> stage.texts("#bulk-rest .label").contains("It is too late to cancel"));
    assertThat(stage.robot().lookup("#bulk-rest .list-cell").<Node>queryAll())
        .anyMatch(
            cell ->
                cell.getAccessibleText() instanceof String text
                    && text.matches(".*ord_2.*: It is too late to cancel"));
    assertThat(stage.screen().unsaved()).isEmpty();

    stage.service.fixed("POST /v1/call-orders/ord_2/cancel", 200, late);
    stage.press("#bulk-cancel-orders");
    stage.await(() -> title.getText().equals("All 2 orders are canceled"));
    assertThat(stage.isVisible("#bulk-rest")).isFalse();
    stage.press("#bulk-close");
    stage.await(() -> table.getSelectionModel().isEmpty());
    assertThat(stage.isVisible("#bulk")).isFalse();
  }

  @Test
  void hidesPreviousOrderWhenReadFails() {
    String order = UnknownValueOrders.order("scheduled", false);
    stage.service.fixed("/v1/call-orders/ord_1", 200, order);
    stage.service.fixed("/v1/call-orders/ord_2", 404, "{\"code\": \"not_found\"}");
    TableView<?> table = stage.list(home, order, order.replace("ord_1", "ord_2"));
    stage.choose(table, 0);
    TabPane tabs = stage.tabs();
    stage.await(stage.tabs()::isVisible);
    stage.choose(table, 1);
    stage.await(() -> stage.isVisible(".detail .error"));
    assertThat(stage.tabs().isVisible()).isFalse();
  }

  @Test
  void reopensClosedDetail() {
    String order = UnknownValueOrders.order("scheduled", false);
    stage.service.fixed("/v1/call-orders/ord_1", 200, order);
    TableView<?> table = stage.list(home, order);
    stage.choose(table, 0);
    stage.press(".detail .button-icon");
    assertThat(stage.isVisible(".detail")).isFalse();
    stage.choose(table, 0);
    TabPane tabs = stage.tabs();
    stage.await(stage.tabs()::isVisible);
  }

  @Test
  void highlightsShownOrder() {
    String order = UnknownValueOrders.order("scheduled", false);
    String other = order.replace("ord_1", "ord_2");
    stage.service.fixed("/v1/call-orders/ord_1", 200, order);
    stage.service.fixed("/v1/call-orders/ord_2", 200, other);
    TableView<?> table = stage.list(home, order);
    stage.choose(table, 0);
    stage.awaitShown("ord_1");
    stage.press("#newOrder");
    assertThat(table.getSelectionModel().isEmpty())
        .as("selection while the form is shown")
        .isTrue();
    stage.choose(table, 0);
    stage.awaitShown("ord_1");
    stage.press("#newOrder");
    stage.service.fixed("POST /v1/call-orders", 202, other);
    stage.press("#send");
    stage.awaitShown("ord_2");
    stage.await(() -> chosen(table).contains("ord_2"));
    stage.await(table::isFocused); // after the form closed
    stage.choose(table, 1);
    stage.awaitShown("ord_1");
    assertThat(chosen(table)).contains("ord_1");
    TabPane tabs = stage.tabs();
    stage.await(stage.tabs()::isVisible);
  }

  @Test
  void disablesFiltersDuringSearch() {
    stage.list(home);
    TextField search = stage.find("#search");
    Node status = stage.find("#status");
    stage.runAndWait(() -> search.setText("AZ-771"));
    assertThat(status.isDisabled()).isTrue();
    stage.runAndWait(search::clear);
    assertThat(status.isDisabled()).isFalse();
  }
}
