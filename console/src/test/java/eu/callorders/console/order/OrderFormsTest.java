package eu.callorders.console.order;

import static eu.callorders.console.order.OrderScreenFixture.chosen;
import static eu.callorders.console.order.OrderScreenFixture.enter;
import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.console.RobotTest;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javafx.application.Platform;
import javafx.css.PseudoClass;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.ButtonBase;
import javafx.scene.control.DatePicker;
import javafx.scene.control.Label;
import javafx.scene.control.TabPane;
import javafx.scene.control.TableView;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Forms of new and changed orders on the order screen. */
@RobotTest
@Tag("long")
class OrderFormsTest {
  @AutoClose private OrderScreenFixture stage;
  @TempDir private Path home;

  @BeforeEach
  void open() throws Exception {
    stage = new OrderScreenFixture();
    stage.respondWithoutDeliveries();
  }

  @Test
  void focusesFirstFieldOfNewForm() {
    TableView<?> table = stage.list(home, UnknownValueOrders.order("scheduled", false));
    TextField search = stage.find("#search");
    stage.runAndWait(search::requestFocus);
    stage.runAndWait(stage.screen()::makeNew);
    Node type = stage.find("#field-order_type");
    stage.await(type::isFocused);
    assertThat(table.isFocused()).isFalse();
  }

  @Test
  void enterInCancelReasonDoesNotConfirm() {
    String order = UnknownValueOrders.order("scheduled", false);
    stage.service.fixed("/v1/call-orders/ord_1", 200, order);
    stage.service.fixed("POST /v1/call-orders/ord_1/cancel", 200, order);
    stage.choose(stage.list(home, order), 0);
    stage.awaitShown("ord_1");
    ButtonBase cancel = stage.find("#cancel");
    stage.await(() -> !cancel.isDisabled());
    Platform.runLater(cancel::fire);
    TextField reason = stage.find("#dialog-reason");
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
    stage.list(home);
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
    stage.awaitShown("ord_1");
  }

  @Test
  void keepsConflictActionsVisibleWithManyChanges() {
    String order = UnknownValueOrders.order("scheduled", false);
    stage.service.fixed("GET /v1/call-orders/ord_1", 200, order);
    stage.service.fixed(
        "PATCH /v1/call-orders/ord_1", 412, "{\"status\":412,\"code\":\"precondition_failed\"}");
    stage.choose(stage.list(home, order), 0);
    stage.awaitShown("ord_1");
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
        .isLessThanOrEqualTo(stage.stage().getScene().getHeight());
    Label change = stage.find("#changes .label");
    assertThat(change.getText()).contains("key_0");
    stage.robot().push(KeyCode.ESCAPE);
    TabPane tabs = stage.tabs();
    stage.await(stage.tabs()::isVisible);
  }

  @Test
  void keepsUnreadableDate() {
    stage.list(home, UnknownValueOrders.order("scheduled", false));
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
  void returnsFromEditFormToItsOrder() {
    String order = UnknownValueOrders.order("scheduled", false);
    String other = order.replace("ord_1", "ord_2");
    stage.service.fixed("/v1/call-orders/ord_1", 200, order);
    stage.service.fixed("/v1/call-orders/ord_2", 200, other);
    TableView<?> table = stage.list(home, order, other);
    stage.choose(table, 0);
    stage.awaitShown("ord_1");
    stage.press("#edit");
    TextField maxAttempts = stage.find("#field-max_attempts");
    stage.runAndWait(() -> maxAttempts.setText("7"));
    stage.choose(table, 1);
    stage.awaitShown("ord_2");
    stage.press("#resume");
    assertThat(chosen(table)).contains("ord_1");
    stage.press(".detail .button-icon");
    stage.awaitShown("ord_1");
    assertThat(chosen(table)).contains("ord_1");
  }

  @Test
  void keepsUnsavedChangesWhileHidden() {
    String order = UnknownValueOrders.order("scheduled", false);
    String other = order.replace("ord_1", "ord_2");
    stage.service.fixed("/v1/call-orders/ord_1", 200, order);
    stage.service.fixed("/v1/call-orders/ord_2", 200, other);
    TableView<?> table = stage.list(home, order, other);
    stage.choose(table, 0);
    stage.awaitShown("ord_1");
    stage.press("#edit");
    TextField maxAttempts = stage.find("#field-max_attempts");
    stage.runAndWait(() -> maxAttempts.setText("7"));
    assertThat(stage.isVisible("#resume")).as("form visible").isFalse();
    stage.choose(table, 1);
    stage.awaitShown("ord_2");
    assertThat(stage.isVisible("#resume")).isTrue();
    stage.press("#resume");
    assertThat(stage.<TextField>find("#field-max_attempts").getText()).isEqualTo("7");
    assertThat(stage.<TextField>find(".detail #id").getText()).isEqualTo("ord_1");
  }
}
