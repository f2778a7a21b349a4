package eu.callorders.console.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.TestRegistration;
import eu.callorders.console.api.ApiClient;
import eu.callorders.console.api.ApiException;
import eu.callorders.console.api.Json;
import eu.callorders.console.api.Query;
import eu.callorders.console.api.Scope;
import eu.callorders.console.app.OperatorTask.Effort;
import eu.callorders.console.order.OrdersView;
import eu.callorders.console.webhook.DeliveriesView;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.TableRow;
import javafx.scene.control.TextArea;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;

/** Tasks with webhooks, events, halts, the test clock and registrations; each returns its cost. */
final class DeploymentTasks {
  private static final String PHONE = "+493023125710";
  private static final int FIVE = 5;

  private final TaskSetting setting;

  DeploymentTasks(TaskSetting setting) {
    this.setting = setting;
  }

  private static String state(ApiClient api, String endpoint) throws ApiException {
    return api.get("/v1/webhook-endpoints/" + endpoint).body().path("status").asText();
  }

  private static void setStatus(ApiClient api, String endpoint, String status) throws ApiException {
    String path = "/v1/webhook-endpoints/" + endpoint;
    api.patch(path, api.get(path).etag(), Json.object().put("status", status));
  }

  /** An endpoint that fails, and has skipped deliveries of the time when it was disabled. */
  private String failingEndpoint(TestRegistration tenant, String path) throws Exception {
    ApiClient api = tenant.api();
    String endpoint = tenant.webhook(path);
    setting.await(() -> state(api, endpoint).equals("active"));
    tenant.orderForLater("debtor-1", "Muster", PHONE);
    setting.await(() -> deliveries(api, endpoint, "retrying") > 0);
    setStatus(api, endpoint, "disabled");
    setting.await(() -> deliveries(api, endpoint, "skipped") > 0);
    setStatus(api, endpoint, "active");
    tenant.orderForLater("debtor-2", "Muster", PHONE);
    setting.await(() -> deliveries(api, endpoint, "retrying") > 0);
    return endpoint;
  }

  private static int deliveries(ApiClient api, String endpoint, String status) throws ApiException {
    Query query = Query.none().with("endpoint_id", endpoint).with("status", status);
    return api.page("/v1/webhook-deliveries", query, "").rows().size();
  }

  Effort replayToAFailingWebhook() throws Exception {
    TestRegistration tenant = setting.tenant();
    String path = "/broken/" + setting.language();
    String failing = failingEndpoint(tenant, path);
    String healthy = tenant.webhook("/healthy");
    setting.await(() -> state(tenant.api(), healthy).equals("active"));
    try (OperatorRobot operator = setting.start(tenant)) {
      operator.awaitText(".navigation .status-badge", "1");
      operator.click("#go-webhooks");
      operator.awaitRows("#webhooks", 2);
      TableRow<?> row = operator.row("#webhooks", failing);
      assertThat(row.getIndex()).isZero();
      operator.click(row);
      setting.sandbox().receiver().repair(path);
      operator.click("#replay-endpoint");
      Button replay = operator.find("#replay-dialog #dialog-accept");
      operator.click(replay);
      Label counts = operator.find("#replay-counts");
      operator.await(() -> counts.getText().matches("[1-9].*"));
      assertThat(deliveries(tenant.api(), failing, "succeeded")).isPositive();
      return operator.effort();
    }
  }

  private static boolean isAnEventDeliveredTwice(ApiClient api) throws ApiException {
    List<String> events =
        api.page("/v1/webhook-deliveries", Query.none(), "").rows().stream()
            .map(delivery -> delivery.path("event_id").asText())
            .toList();
    return Set.copyOf(events).size() < events.size();
  }

  Effort resendADelivery() throws Exception {
    TestRegistration tenant = setting.tenant();
    String path = "/broken/resend/" + setting.language();
    String endpoint = tenant.webhook(path);
    setting.await(() -> state(tenant.api(), endpoint).equals("active"));
    tenant.orderForLater("debtor-1", "Muster", PHONE);
    setting.await(() -> deliveries(tenant.api(), endpoint, "retrying") > 0);
    setting.sandbox().receiver().repair(path);
    try (OperatorRobot operator = setting.start(tenant)) {
      operator.click("#go-deliveries");
      operator.click(operator.row("#deliveries", "retrying"));
      operator.click("#resend-delivery");
      operator.click("#resend-dialog #dialog-accept");
      setting.await(() -> isAnEventDeliveredTwice(tenant.api()));
      operator.row("#deliveries", "succeeded");
      return operator.effort();
    }
  }

  Effort resendTenDeliveries() throws Exception {
    TestRegistration tenant = setting.tenant();
    String path = "/broken/many/" + setting.language();
    String endpoint = tenant.webhook(path);
    setting.await(() -> state(tenant.api(), endpoint).equals("active"));
    for (int order = 0; order < FIVE; order++) {
      tenant.orderForLater("debtor-" + order, "Muster", PHONE); // accepted, then scheduled
    }
    setting.await(() -> deliveries(tenant.api(), endpoint, "retrying") == 2 * FIVE);
    int all = deliveries(tenant.api(), endpoint, "");
    setting.sandbox().receiver().repair(path);
    try (OperatorRobot operator = setting.start(tenant)) {
      operator.click("#go-deliveries");
      operator.awaitRows("#deliveries", all);
      operator.click(operator.row("#deliveries", "retrying"));
      operator.press(KeyCode.CONTROL, KeyCode.A);
      operator.click("#bulk-resend-deliveries");
      operator.click("#dialog-accept");
      operator.awaitText(
          "#bulk-title", TaskSetting.text(DeliveriesView.class, "resend_deliveries.done", all));
      assertThat(deliveries(tenant.api(), endpoint, "")).isEqualTo(2 * all);
      setting.await(() -> deliveries(tenant.api(), endpoint, "succeeded") >= all);
      return operator.effort();
    }
  }

  Effort goToTheCauseOfAnAlert() throws Exception {
    TestRegistration tenant = setting.tenant();
    String endpoint = tenant.webhook("/gone/" + setting.language());
    setting.await(() -> state(tenant.api(), endpoint).equals("active"));
    try (OperatorRobot operator = setting.start(tenant)) {
      tenant.orderForLater("debtor-1", "Muster", PHONE);
      setting.await(() -> state(tenant.api(), endpoint).equals("disabled"));
      Button bell = operator.find("#alert-bell");
      operator.await(() -> !bell.getText().isEmpty());
      operator.click(bell);
      operator.click(operator.alert("/gone/" + setting.language()));
      TextField url = operator.find(".detail #url");
      operator.await(() -> url.getText().endsWith("/gone/" + setting.language()));
      return operator.effort();
    }
  }

  Effort haltTheTenant() throws Exception {
    return halt(false);
  }

  Effort haltEverything() throws Exception {
    return halt(true);
  }

  private Effort halt(boolean everything) throws Exception {
    TestRegistration tenant = setting.tenant();
    try (OperatorRobot operator = setting.start(tenant)) {
      Node bar = operator.find(".halt-bar");
      operator.await(() -> !bar.isVisible());
      operator.click("#header-halt");
      String reason = operator.clickReason();
      operator.click(everything ? "#dialog-wider" : "#dialog-accept");
      operator.await(bar::isVisible);
      JsonNode halts = setting.administration("dialing/halts").path("halts");
      assertThat(halts).hasSize(1);
      assertThat(halts.path(0).path("reason").asText()).isEqualTo(reason);
      assertThat(halts.path(0).has("tenant_id")).isEqualTo(!everything);
      return operator.effort();
    } finally {
      setting
          .sandbox()
          .administration()
          .post("/admin/v1/dialing/resume", Json.object().put("reason", "Robot resumes"));
    }
  }

  Effort advanceTheClock() throws Exception {
    TestRegistration tenant = setting.tenant();
    try (OperatorRobot operator = setting.start(tenant)) {
      operator.press(KeyCode.CONTROL, KeyCode.SHIFT, KeyCode.DIGIT2);
      operator.click("#advance-P1D");
      operator.click("#dialog-accept");
      operator.awaitText("#tenant-clock", TaskSetting.text(MainView.class, "duration.days", 1));
      String clock = "tenants/" + tenant.tenantId() + "/test-clock";
      assertThat(Instant.parse(setting.administration(clock).path("now").asText()))
          .isAfter(Instant.now().plus(Duration.ofHours(23)));
      return operator.effort();
    }
  }

  Effort watchLiveEvents() throws Exception {
    TestRegistration tenant = setting.tenant();
    try (OperatorRobot operator = setting.start(tenant)) {
      operator.press(KeyCode.CONTROL, KeyCode.DIGIT6);
      operator.find("#events");
      String order = tenant.orderForLater("debtor-1", "Muster", PHONE);
      operator.row("#events", order);
      return operator.effort();
    }
  }

  Effort exportTheList() throws Exception {
    TestRegistration tenant = setting.tenant();
    tenant.orderForLater("debtor-1", "Muster", PHONE);
    tenant.orderForLater("debtor-2", "Muster", "+493023125821");
    Path directory = Files.createTempDirectory(setting.home(), "export");
    try (OperatorRobot operator = setting.start(tenant)) {
      operator.awaitRows("#orders", 2);
      operator.acceptFileIn(directory);
      operator.click("#export");
      operator.awaitText("#exported", "orders.csv");
      List<String> lines = Files.readAllLines(directory.resolve("orders.csv"));
      assertThat(lines).hasSize(3);
      assertThat(lines.getFirst()).contains(TaskSetting.text(OrdersView.class, "column.subject"));
      assertThat(lines.get(1)).contains("debtor-2");
      assertThat(lines.get(2)).contains("debtor-1");
      return operator.effort();
    }
  }

  Effort revokeARegistration() throws Exception {
    TestRegistration tenant = setting.tenant();
    TestRegistration other = tenant.another(List.of(Scope.ORDERS_READ));
    try (OperatorRobot operator = setting.start(tenant)) {
      operator.click("#go-administration");
      operator.click("#tenants-tab");
      operator.click(operator.row("#registrations", other.clientId()));
      operator.click("#disable-registration");
      operator.click("#dialog-accept");
      String registrations = "tenants/" + tenant.tenantId() + "/registrations/";
      setting.await(
          () ->
              setting
                  .administration(registrations + other.clientId())
                  .path("disabled")
                  .asBoolean());
      assertThat(
              setting
                  .administration(registrations + tenant.clientId())
                  .path("disabled")
                  .asBoolean())
          .isFalse();
      return operator.effort();
    }
  }

  /** A registration with the scopes that a new one has: it may read only. */
  Effort giveAColleagueReadingAccess() throws Exception {
    TestRegistration tenant = setting.tenant();
    try (OperatorRobot operator = setting.start(tenant)) {
      operator.click("#go-administration");
      operator.click("#tenants-tab");
      operator.row("#registrations", tenant.clientId());
      operator.click("#create-registration");
      TextField name = operator.find("#setting-name");
      operator.await(name::isFocused);
      operator.write("ada");
      operator.press(KeyCode.CONTROL, KeyCode.ENTER);
      TextArea secret = operator.find("#secret-dialog #secret");
      operator.click("#secret-dialog #dialog-accept");
      operator.click("#secret-dialog #dialog-decline");
      JsonNode created =
          setting.administration("tenants/" + tenant.tenantId() + "/registrations").at("/data/0");
      assertThat(created.path("name").asText()).isEqualTo("ada");
      TestRegistration colleague =
          new TestRegistration(
              setting.sandbox(),
              tenant.tenantId(),
              created.path("client_id").asText(),
              secret.getText());
      assertThat(colleague.api().page("/v1/call-orders", Query.none(), "").rows()).isEmpty();
      assertThatThrownBy(() -> colleague.orderForLater("debtor-1", "Muster", PHONE))
          .isInstanceOf(ApiException.class)
          .hasMessageContaining("insufficient_scope");
      return operator.effort();
    }
  }
}
