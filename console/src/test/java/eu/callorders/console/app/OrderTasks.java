package eu.callorders.console.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.TestRegistration;
import eu.callorders.console.api.ApiClient;
import eu.callorders.console.api.ApiException;
import eu.callorders.console.api.Json;
import eu.callorders.console.api.Query;
import eu.callorders.console.api.Scope;
import eu.callorders.console.app.OperatorTask.Effort;
import eu.callorders.console.order.OrdersView;
import java.util.List;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Label;
import javafx.scene.control.ListView;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;

/** Tasks with orders; each returns what it takes. */
final class OrderTasks {
  private static final String PHONE = "+493023125710";
  private static final int TEN = 10;

  private final TaskSetting setting;

  OrderTasks(TaskSetting setting) {
    this.setting = setting;
  }

  private static JsonNode order(ApiClient api, String id) throws ApiException {
    return api.get("/v1/call-orders/" + id).body();
  }

  private static List<JsonNode> list(ApiClient api, String path) throws ApiException {
    return api.page(path, Query.none(), "").rows();
  }

  Effort seeWhyAnOrderWaits() throws Exception {
    TestRegistration tenant = setting.tenant();
    tenant.orderForLater("debtor-1", "Wartmann", PHONE);
    tenant.orderForLater("debtor-2", "Muster", "+493023125821");
    setting.awaitFound(tenant, "wart", 1);
    try (OperatorRobot operator = setting.start(tenant)) {
      operator.awaitRows("#orders", 2);
      operator.press(KeyCode.CONTROL, KeyCode.F);
      operator.write("wart");
      operator.press(KeyCode.ENTER);
      operator.awaitRows("#orders", 1);
      operator.press(KeyCode.DOWN);
      operator.awaitText(".detail #person", "Erika Wartmann");
      Label reason = operator.find(".detail #waitReason");
      operator.await(reason::isVisible);
      String notBefore = TaskSetting.text(OrdersView.class, "why.not_before");
      assertThat(reason.getText()).contains(notBefore.split("\\{opens_at}"));
      return operator.effort();
    }
  }

  Effort putThePersonOntoTheDoNotCallList() throws Exception {
    TestRegistration tenant = setting.tenant();
    String id = tenant.orderForLater("debtor-1", "Muster", PHONE);
    try (OperatorRobot operator = setting.start(tenant)) {
      operator.click(operator.row("#orders", id));
      operator.click("#do-not-call");
      String reason = operator.clickReason();
      operator.click("#dialog-accept");
      operator.await(() -> operator.exists("#order-links .status-badge"));
      assertThat(operator.exists("#add-dialog")).isFalse();
      assertThat(list(tenant.api(), "/v1/suppressions"))
          .singleElement()
          .satisfies(
              entry -> {
                assertThat(entry.path("reason").asText()).isEqualTo(reason);
                assertThat(entry.path("phone").asText()).isEqualTo(PHONE);
                assertThat(entry.path("subject_reference").asText()).isEqualTo("debtor-1");
              });
      operator.row("#orders", "canceled");
      return operator.effort();
    }
  }

  Effort cancelAnOrder() throws Exception {
    TestRegistration tenant = setting.tenant();
    String id = tenant.orderForLater("debtor-1", "Muster", PHONE);
    try (OperatorRobot operator = setting.start(tenant)) {
      operator.click(operator.row("#orders", id));
      operator.click(".detail #cancel");
      String reason = operator.clickReason();
      operator.click("#dialog-accept");
      operator.row("#orders", "canceled");
      JsonNode canceled = order(tenant.api(), id);
      assertThat(canceled.path("status").asText()).isEqualTo("canceled");
      assertThat(canceled.at("/result/termination/note").asText()).isEqualTo(reason);
      assertThat(TaskSetting.text(OrdersView.class, "cancel.presets")).startsWith(reason + "|");
      return operator.effort();
    }
  }

  Effort cancelTenOrders() throws Exception {
    TestRegistration tenant = setting.tenant();
    for (int person = 0; person < TEN; person++) {
      tenant.orderForLater("debtor-" + person, "Muster", PHONE);
    }
    try (OperatorRobot operator = setting.start(tenant)) {
      operator.awaitRows("#orders", TEN);
      operator.click(operator.row("#orders", "debtor-0"));
      operator.press(KeyCode.CONTROL, KeyCode.A);
      operator.click("#bulk-cancel-orders");
      operator.clickReason();
      operator.click("#dialog-accept");
      operator.awaitText(
          "#bulk-title", TaskSetting.text(OrdersView.class, "cancel_orders.done", TEN));
      assertThat(list(tenant.api(), "/v1/call-orders"))
          .hasSize(TEN)
          .allMatch(order -> order.path("status").asText().equals("canceled"));
      return operator.effort();
    }
  }

  Effort putTenPersonsOntoTheDoNotCallList() throws Exception {
    TestRegistration tenant = setting.tenant();
    for (int person = 0; person < TEN; person++) {
      tenant.orderForLater("debtor-" + person, "Muster", "+49302312580" + person);
    }
    try (OperatorRobot operator = setting.start(tenant)) {
      operator.awaitRows("#orders", TEN);
      operator.click(operator.row("#orders", "debtor-0"));
      operator.press(KeyCode.CONTROL, KeyCode.A);
      operator.click("#bulk-suppress-subjects");
      String reason = operator.clickReason();
      operator.click("#dialog-accept");
      operator.awaitText(
          "#bulk-title", TaskSetting.text(OrdersView.class, "suppress_subjects.done", TEN));
      List<JsonNode> entries = list(tenant.api(), "/v1/suppressions");
      assertThat(entries)
          .hasSize(TEN)
          .allMatch(entry -> entry.path("reason").asText().equals(reason));
      assertThat(entries).extracting(entry -> entry.path("phone").asText()).doesNotHaveDuplicates();
      assertThat(entries)
          .extracting(entry -> entry.path("subject_reference").asText())
          .contains("debtor-0", "debtor-9")
          .doesNotHaveDuplicates();
      operator.row("#orders", "canceled");
      return operator.effort();
    }
  }

  Effort seeAllOrdersOfAPerson() throws Exception {
    TestRegistration tenant = setting.tenant();
    tenant.orderForLater("p7", "Muster", PHONE);
    tenant.orderForLater("p7", "Muster", PHONE);
    tenant.orderForLater("other", "Neumann", PHONE);
    try (OperatorRobot operator = setting.start(tenant)) {
      operator.awaitRows("#orders", 3);
      operator.press(KeyCode.CONTROL, KeyCode.K);
      operator.write("p7");
      operator.press(KeyCode.ENTER);
      operator.awaitRows("#orders", 2);
      return operator.effort();
    }
  }

  /** By the clock of the demo's tenant, which the sandbox has moved to calling hours. */
  Effort readWhatWasSaid() throws Exception {
    TestRegistration client = TestRegistration.with(setting.sandbox(), List.of(Scope.values()));
    String id = setting.sandbox().order("said-" + setting.language(), "21");
    setting.await(() -> order(client.api(), id).at("/calls/0/transcript/available").asBoolean());
    try (OperatorRobot operator = setting.start(client)) {
      operator.click(operator.row("#orders", id));
      operator.awaitText(".detail #person", "said-" + setting.language());
      operator.click("#calls-tab");
      ListView<?> transcript = operator.find("#transcript");
      operator.await(() -> transcript.isVisible() && !transcript.getItems().isEmpty());
      return operator.effort();
    }
  }

  Effort createASandboxOrder() throws Exception {
    TestRegistration tenant = setting.tenant();
    try (OperatorRobot operator = setting.start(tenant)) {
      operator.press(KeyCode.CONTROL, KeyCode.N);
      operator.click("#magic");
      operator.click(operator.choice("10"));
      operator.press(KeyCode.CONTROL, KeyCode.ENTER);
      operator.awaitRows("#orders", 1);
      operator.awaitText(".detail #person", "Erika Mustermann");
      assertThat(list(tenant.api(), "/v1/call-orders"))
          .singleElement()
          .satisfies(order -> assertThat(order.at("/contacts/0/value").asText()).endsWith("10"));
      return operator.effort();
    }
  }

  /** Moves a call that was planned for later to now, while another user changes the metadata. */
  Effort changeWhatAnotherUserChanges() throws Exception {
    TestRegistration tenant = setting.tenant();
    String id = tenant.orderForLater("debtor-1", "Muster", PHONE);
    ApiClient api = tenant.api();
    try (OperatorRobot operator = setting.start(tenant)) {
      operator.click(operator.row("#orders", id));
      operator.click(".detail #edit");
      TextField notBefore = operator.find("#field-not_before");
      operator.await(notBefore::isFocused);
      String etag = api.get("/v1/call-orders/" + id).etag();
      JsonNode metadata = Json.object().set("metadata", Json.object().put("team", "north"));
      api.patch("/v1/call-orders/" + id, etag, metadata);
      operator.press(KeyCode.DELETE);
      operator.press(KeyCode.CONTROL, KeyCode.ENTER);
      operator.awaitText("#changes .label", "north");
      operator.click(".detail #reload");
      operator.press(KeyCode.CONTROL, KeyCode.ENTER);
      operator.await(() -> !operator.exists("#field-not_before"));
      JsonNode changed = order(api, id);
      assertThat(changed.at("/metadata/team").asText()).isEqualTo("north");
      assertThat(changed.at("/scheduling/window/not_before").asText("")).isEmpty();
      return operator.effort();
    }
  }

  /** A payment cancels the order of the person, since the tenant is set up so. */
  Effort sendASignal() throws Exception {
    TestRegistration tenant = setting.tenant();
    setting
        .sandbox()
        .administration()
        .patch(
            "/admin/v1/tenants/" + tenant.tenantId(),
            "",
            Json.object().put("signals_end_orders", true));
    String id = tenant.orderForLater("p7", "Muster", PHONE);
    try (OperatorRobot operator = setting.start(tenant)) {
      operator.press(KeyCode.CONTROL, KeyCode.SHIFT, KeyCode.DIGIT4);
      operator.press(KeyCode.CONTROL, KeyCode.N);
      ComboBox<?> type = operator.find("#field-signal_type");
      operator.await(type::isFocused);
      operator.press(KeyCode.F4);
      operator.await(type::isShowing);
      operator.press(KeyCode.DOWN);
      operator.press(KeyCode.ENTER);
      operator.press(KeyCode.TAB);
      operator.write("p7");
      operator.press(KeyCode.CONTROL, KeyCode.ENTER);
      operator.click("#send-dialog #dialog-accept");
      operator.awaitText("#signal-effects .status-badge", canceled());
      JsonNode order = order(tenant.api(), id);
      assertThat(order.path("status").asText()).isEqualTo("canceled");
      assertThat(order.at("/result/termination/reason").asText()).isEqualTo("payment_received");
      return operator.effort();
    }
  }

  private static String canceled() {
    return TaskSetting.text(OrdersView.class, "status.canceled");
  }

  Effort findOrdersOfAPerson(String typed) throws Exception {
    TestRegistration tenant = setting.tenant();
    tenant.orderForLater("debtor-1", "Schönfeld", PHONE);
    tenant.orderForLater("debtor-2", "Neumann", "+493023125821");
    tenant.orderForLater("debtor-1", "Schönfeld", PHONE);
    setting.awaitFound(tenant, typed, 2);
    try (OperatorRobot operator = setting.start(tenant)) {
      operator.awaitRows("#orders", 3);
      operator.press(KeyCode.CONTROL, KeyCode.F);
      operator.write(typed);
      operator.press(KeyCode.ENTER);
      operator.awaitRows("#orders", 2);
      operator.row("#orders", "debtor-1");
      Label searched = operator.find("#searched");
      assertThat(searched.isVisible()).isTrue();
      return operator.effort();
    }
  }
}
