package eu.callorders.console.order;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.console.RobotTest;
import eu.callorders.console.ui.Screen;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javafx.application.Platform;
import javafx.css.PseudoClass;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.ButtonBase;
import javafx.scene.control.DatePicker;
import javafx.scene.control.Label;
import javafx.scene.control.ListView;
import javafx.scene.control.Tab;
import javafx.scene.control.TabPane;
import javafx.scene.control.TableView;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@RobotTest
class OrderScreenTest {
  private static final int EVENTS = 4;

  private final Locale language = Locale.getDefault();
  private OrderScreenFixture stage;
  private Screen screen;

  @TempDir private Path home;

  @BeforeEach
  void open() throws Exception {
    Locale.setDefault(Locale.ENGLISH);
    stage = new OrderScreenFixture();
    stage.service.fixed(
        "/v1/events", 200, UnknownValueOrders.page(UnknownValueOrders.events("ord_1", 2)));
    stage.service.fixed("/v1/webhook-endpoints", 200, UnknownValueOrders.page());
    stage.service.fixed("/v1/webhook-deliveries", 200, UnknownValueOrders.page());
  }

  @AfterEach
  void close() throws Exception {
    stage.close();
    Locale.setDefault(language);
    assertThat(stage.uncaught).isEmpty();
  }

  private TableView<?> list(String... orders) {
    stage.service.fixed("/v1/call-orders", 200, UnknownValueOrders.page(orders));
    screen = stage.open(home);
    TableView<?> table = stage.find("#orders");
    stage.await(() -> table.getItems().size() == orders.length);
    return table;
  }

  private void choose(TableView<?> table, int row) {
    stage.runAndWait(() -> table.getSelectionModel().select(row));
  }

  private TabPane tabs() {
    return stage.find(".detail .tab-pane");
  }

  private void awaitShown(String id) {
    TextField shown = stage.find(".detail #id");
    stage.await(() -> shown.getText().equals(id));
  }

  @Test
  void showsUnknownValuesAndIncompleteOrders() {
    stage.service.fixed("/v1/call-orders/ord_2", 200, UnknownValueOrders.UNKNOWN_VALUES);
    stage.service.fixed("/v1/call-orders/ord_3", 200, "{\"id\": \"ord_3\"}");
    stage.service.fixed(
        "/v1/events", 200, UnknownValueOrders.page("{\"type\": \"order.sneezed\"}", "{}"));
    stage.service.fixed(
        "/v1/calls/call_9/transcript", 200, "{\"turns\": [{\"speaker\": \"a parrot\"}, null]}");
    TableView<?> table = list(UnknownValueOrders.UNKNOWN_VALUES, "{\"id\": \"ord_3\"}");
    for (int row = 0; row < 2; row++) {
      choose(table, row);
      String id = "ord_" + (row + 2);
      awaitShown(id);
      for (Tab tab : tabs().getTabs()) {
        stage.runAndWait(() -> tabs().getSelectionModel().select(tab));
      }
    }
    choose(table, 0);
    stage.press("#read-transcript");
    ListView<?> turns = stage.find("#transcript");
    stage.await(() -> turns.getItems().size() == 2);
    assertThat(table.getItems().toString()).contains("levitating").doesNotContain("null");
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
    choose(list(order), 0);
    awaitShown("ord_1");
    assertThat(stage.service.requests())
        .as("requests before the tab is open")
        .noneMatch(request -> request.target().contains("webhook"));
    stage.runAndWait(() -> tabs().getSelectionModel().select(EVENTS));
    ListView<?> trace = stage.find("#trace");
    stage.await(() -> trace.getItems().size() == 3);
    for (int row = 0; row < 2; row++) {
      int index = row;
      stage.runAndWait(() -> trace.getSelectionModel().select(index));
      stage.runAndWait(() -> trace.fireEvent(enter()));
    }
    assertThat(stage.navigations).containsExactly("events evt_2", "deliveries evt_2");
  }

  private static KeyEvent enter() {
    return new KeyEvent(KeyEvent.KEY_PRESSED, "", "", KeyCode.ENTER, false, false, false, false);
  }

  @Test
  void hidesPreviousOrderWhenReadFails() {
    String order = UnknownValueOrders.order("scheduled", false);
    stage.service.fixed("/v1/call-orders/ord_1", 200, order);
    stage.service.fixed("/v1/call-orders/ord_2", 404, "{\"code\": \"not_found\"}");
    TableView<?> table = list(order, order.replace("ord_1", "ord_2"));
    choose(table, 0);
    TabPane tabs = tabs();
    stage.await(tabs::isVisible);
    choose(table, 1);
    stage.await(() -> stage.isVisible(".detail .error"));
    assertThat(tabs().isVisible()).isFalse();
  }

  @Test
  void reopensClosedDetail() {
    String order = UnknownValueOrders.order("scheduled", false);
    stage.service.fixed("/v1/call-orders/ord_1", 200, order);
    TableView<?> table = list(order);
    choose(table, 0);
    stage.press(".detail .button-icon");
    assertThat(stage.isVisible(".detail")).isFalse();
    choose(table, 0);
    TabPane tabs = tabs();
    stage.await(tabs::isVisible);
  }

  @Test
  void highlightsShownOrder() {
    String order = UnknownValueOrders.order("scheduled", false);
    String other = order.replace("ord_1", "ord_2");
    stage.service.fixed("/v1/call-orders/ord_1", 200, order);
    stage.service.fixed("/v1/call-orders/ord_2", 200, other);
    TableView<?> table = list(order);
    choose(table, 0);
    awaitShown("ord_1");
    stage.press("#newOrder");
    assertThat(table.getSelectionModel().isEmpty())
        .as("selection while the form is shown")
        .isTrue();
    choose(table, 0);
    awaitShown("ord_1");
    stage.press("#newOrder");
    stage.service.fixed("POST /v1/call-orders", 202, other);
    stage.press("#send");
    awaitShown("ord_2");
    stage.await(() -> chosen(table).contains("ord_2"));
    assertThat(table.isFocused()).as("focus after the form closed").isTrue();
    choose(table, 1);
    awaitShown("ord_1");
    assertThat(chosen(table)).contains("ord_1");
    TabPane tabs = tabs();
    stage.await(tabs::isVisible);
  }

  private static String chosen(TableView<?> table) {
    return String.valueOf(table.getSelectionModel().getSelectedItem());
  }

  @Test
  void focusesFirstFieldOfNewForm() {
    TableView<?> table = list(UnknownValueOrders.order("scheduled", false));
    TextField search = stage.find("#search");
    stage.runAndWait(search::requestFocus);
    stage.runAndWait(screen::makeNew);
    Node type = stage.find("#field-order_type");
    stage.await(type::isFocused);
    assertThat(table.isFocused()).isFalse();
  }

  @Test
  void enterInCancelReasonDoesNotConfirm() {
    String order = UnknownValueOrders.order("scheduled", false);
    stage.service.fixed("/v1/call-orders/ord_1", 200, order);
    stage.service.fixed("POST /v1/call-orders/ord_1/cancel", 200, order);
    choose(list(order), 0);
    awaitShown("ord_1");
    ButtonBase cancel = stage.find("#cancel");
    stage.await(() -> !cancel.isDisabled());
    Platform.runLater(cancel::fire);
    TextField reason = stage.find("#cancel-reason");
    stage.await(reason::isFocused);
    stage.runAndWait(() -> reason.setText("paid meanwhile"));
    stage.runAndWait(() -> reason.fireEvent(enter()));
    assertThat(reason.getScene().getWindow().isShowing()).isTrue();
    Button confirm = stage.find("#cancel-dialog .danger");
    stage.runAndWait(confirm::fire);
    stage.await(
        () ->
            stage.service.requests().stream().anyMatch(request -> request.method().equals("POST")));
    assertThat(stage.service.requests().toString()).contains("paid meanwhile");
  }

  @Test
  void focusesSendAfterLostResponse() {
    list();
    stage.press("#newOrder");
    Node type = stage.find("#field-order_type");
    stage.await(type::isFocused);
    stage.service.fixed("POST /v1/call-orders", 503, "{}");
    stage.press("#send");
    Button again = stage.find("#send");
    stage.await(again::isFocused);
    stage.service.fixed("POST /v1/call-orders", 202, UnknownValueOrders.order("scheduled", false));
    stage.service.fixed("/v1/call-orders/ord_1", 200, UnknownValueOrders.order("scheduled", false));
    stage.robot().push(KeyCode.CONTROL, KeyCode.ENTER);
    awaitShown("ord_1");
  }

  @Test
  void keepsConflictActionsVisibleWithManyChanges() {
    String order = UnknownValueOrders.order("scheduled", false);
    stage.service.fixed("GET /v1/call-orders/ord_1", 200, order);
    stage.service.fixed(
        "PATCH /v1/call-orders/ord_1", 412, "{\"status\":412,\"code\":\"precondition_failed\"}");
    choose(list(order), 0);
    awaitShown("ord_1");
    stage.press("#edit");
    TextField maxAttempts = stage.find("#field-max_attempts");
    stage.runAndWait(() -> maxAttempts.setText("7"));
    String many =
        IntStream.range(0, 50)
            .mapToObj(index -> "\"key_" + index + "\": \"v\"")
            .collect(Collectors.joining(","));
    stage.service.fixed(
        "GET /v1/call-orders/ord_1", 200, order.replace("\"campaign\"", many + ", \"campaign\""));
    stage.press("#save");
    Button reload = stage.find("#reload");
    stage.await(reload::isFocused);
    Node save = stage.find("#save");
    assertThat(save.localToScene(save.getLayoutBounds()).getMaxY())
        .isLessThanOrEqualTo(stage.scene().getHeight());
    Label change = stage.find("#changes .label");
    assertThat(change.getText()).contains("key_0");
    stage.robot().push(KeyCode.ESCAPE);
    TabPane tabs = tabs();
    stage.await(tabs::isVisible);
  }

  @Test
  void keepsUnreadableDate() {
    list(UnknownValueOrders.order("scheduled", false));
    long requests = stage.service.requests().size();
    DatePicker from = stage.find("#from");
    stage.runAndWait(from.getEditor()::requestFocus);
    stage.runAndWait(() -> from.getEditor().setText("the day before"));
    stage.robot().push(KeyCode.ENTER);
    PseudoClass danger = PseudoClass.getPseudoClass("danger");
    stage.await(() -> from.getPseudoClassStates().contains(danger));
    assertThat(from.getEditor().getText()).isEqualTo("the day before");
    assertThat(stage.service.requests()).as("requests").hasSize((int) requests);
    stage.runAndWait(() -> from.getEditor().setText("2026-11-23"));
    stage.robot().push(KeyCode.ENTER);
    stage.await(() -> LocalDate.of(2026, 11, 23).equals(from.getValue()));
    assertThat(from.getPseudoClassStates()).doesNotContain(danger);
    TableView<?> table = stage.find("#orders");
    stage.runAndWait(table::requestFocus); // a date field that loses the focus parses again
  }

  @Test
  void disablesFiltersDuringSearch() {
    list();
    TextField search = stage.find("#search");
    Node status = stage.find("#status");
    stage.runAndWait(() -> search.setText("AZ-771"));
    assertThat(status.isDisabled()).isTrue();
    stage.runAndWait(search::clear);
    assertThat(status.isDisabled()).isFalse();
  }

  @Test
  void returnsFromEditFormToItsOrder() {
    String order = UnknownValueOrders.order("scheduled", false);
    String other = order.replace("ord_1", "ord_2");
    stage.service.fixed("/v1/call-orders/ord_1", 200, order);
    stage.service.fixed("/v1/call-orders/ord_2", 200, other);
    TableView<?> table = list(order, other);
    choose(table, 0);
    awaitShown("ord_1");
    stage.press("#edit");
    TextField maxAttempts = stage.find("#field-max_attempts");
    stage.runAndWait(() -> maxAttempts.setText("7"));
    choose(table, 1);
    awaitShown("ord_2");
    stage.press("#resume");
    assertThat(chosen(table)).contains("ord_1");
    stage.press(".detail .button-icon");
    awaitShown("ord_1");
    assertThat(chosen(table)).contains("ord_1");
  }

  @Test
  void keepsUnsavedChangesWhileHidden() {
    String order = UnknownValueOrders.order("scheduled", false);
    String other = order.replace("ord_1", "ord_2");
    stage.service.fixed("/v1/call-orders/ord_1", 200, order);
    stage.service.fixed("/v1/call-orders/ord_2", 200, other);
    TableView<?> table = list(order, other);
    choose(table, 0);
    awaitShown("ord_1");
    stage.press("#edit");
    TextField maxAttempts = stage.find("#field-max_attempts");
    stage.runAndWait(() -> maxAttempts.setText("7"));
    assertThat(stage.isVisible("#resume")).as("form visible").isFalse();
    choose(table, 1);
    awaitShown("ord_2");
    assertThat(stage.isVisible("#resume")).isTrue();
    stage.press("#resume");
    assertThat(stage.<TextField>find("#field-max_attempts").getText()).isEqualTo("7");
    assertThat(stage.<TextField>find(".detail #id").getText()).isEqualTo("ord_1");
  }
}
