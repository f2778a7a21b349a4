package eu.callorders.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.server.TestHttpClient;
import eu.callorders.server.TestHttpClient.Response;
import org.junit.jupiter.api.Test;

/** Running calls in the administration, and their end by an operator. */
class RunningCallsTest {
  private static final String REASON = "{\"reason\": \"the agent insults people\"}";

  private final RunningService service = RunningService.shared();
  private final RunningTenant tenant = service.newTenant();
  private final TestHttpClient admin = service.admin();
  private final String calls = "/admin/v1/tenants/" + tenant.id() + "/calls";

  @Test
  void answeredCallEndsItsOrder() {
    OrderBody body = order("talk_ms");
    String order = tenant.create(body);
    tenant.await(order, "in_progress");
    JsonNode call = running();
    assertThat(call.path("call_order_id").asText()).isEqualTo(order);
    assertThat(call.path("status").asText()).isEqualTo("answered");
    assertThat(call.path("subject_reference").asText()).isEqualTo(body.reference());
    assertThat(call.path("to").asText()).isEqualTo(body.phone());
    assertThat(call.has("hangup_requested_at")).isFalse();

    Response accepted = hangUp(call);

    assertThat(accepted.status()).isEqualTo(202);
    assertThat(accepted.body().has("hangup_requested_at")).isTrue();
    ServiceResponse ended = tenant.awaitEnd(order);
    assertThat(ended.at("/status")).isEqualTo("completed");
    assertThat(ended.at("/calls/0/disposition")).isEqualTo("answered");
    assertThat(ended.at("/result/summary_code")).isEqualTo("conversation_incomplete");
    assertThat(ended.at("/result/termination/actor")).isEqualTo("platform");
    assertThat(ended.at("/result/termination/reason")).isEqualTo("hung_up");
    assertThat(list()).isEmpty();
    Response over = hangUp(call);
    assertThat(over.status()).isEqualTo(409);
    assertThat(over.code()).isEqualTo("call_ended");
    assertThat(audited(call)).isEqualTo(1);
  }

  @Test
  void ringingCallIsCanceledAndPlannedAgain() {
    String order = tenant.create(order("ring_ms"));
    tenant.await(order, "dialing");
    JsonNode call = running();

    assertThat(hangUp(call).status()).isEqualTo(202);

    ServiceResponse planned = tenant.await(order, "scheduled");
    assertThat(planned.at("/calls/0/disposition")).isEqualTo("canceled");
    assertThat(planned.at("/attempt_count")).isEqualTo("1");
  }

  @Test
  void repeatedRequestIsAuditedOnce() {
    String order = tenant.create(order("talk_ms"));
    tenant.await(order, "in_progress");
    JsonNode call = running();

    assertThat(hangUp(call).status()).isEqualTo(202);
    assertThat(hangUp(call).status()).isIn(202, 409);

    tenant.awaitEnd(order);
    assertThat(audited(call)).isEqualTo(1);
  }

  @Test
  void callsOfAnotherTenantAreUnknown() {
    tenant.await(tenant.create(order("talk_ms")), "in_progress");
    String call = running().path("call_id").asText();
    String other = "/admin/v1/tenants/" + service.newTenant().id() + "/calls";

    assertThat(admin.get(other).body().path("data")).isEmpty();
    assertThat(admin.post(other + "/" + call + "/hangup", REASON).status()).isEqualTo(404);
    assertThat(admin.post(calls + "/call_unknown/hangup", REASON).status()).isEqualTo(404);
    assertThat(admin.get("/admin/v1/tenants/tn_00000000000000000000000000/calls").status())
        .isEqualTo(404);
    assertThat(admin.post(calls + "/" + call + "/hangup", REASON).status()).isEqualTo(202);
  }

  @Test
  void rejectsRequestWithoutReason() {
    Response refused = admin.post(calls + "/call_00000000000000000000000000/hangup", "{}");

    assertThat(refused.status()).isEqualTo(422);
    assertThat(refused.body().path("errors").findValuesAsText("pointer"))
        .containsExactly("/reason");
  }

  @Test
  void listsInPages() {
    for (int each = 0; each < 3; each++) {
      tenant.await(tenant.create(order("talk_ms")), "in_progress");
    }

    Response first = admin.get(calls + "?status=running&limit=2");
    Response second =
        admin.get(
            calls + "?status=running&limit=2&after=" + first.body().path("next_cursor").asText());

    assertThat(first.body().path("data")).hasSize(2);
    assertThat(second.body().path("data")).hasSize(1);
    assertThat(second.body().path("has_more").asBoolean()).isFalse();
    list().forEach(call -> assertThat(hangUp(call).status()).isEqualTo(202));
  }

  /** Its call rings or talks for ten minutes. */
  private OrderBody order(String delay) {
    return tenant.order("06").set("/simulate/delays/" + delay, 600_000);
  }

  private JsonNode list() {
    return admin.get(calls + "?status=running").body().path("data");
  }

  private JsonNode running() {
    assertThat(list()).hasSize(1);
    return list().get(0);
  }

  private Response hangUp(JsonNode call) {
    return admin.post(calls + "/" + call.path("call_id").asText() + "/hangup", REASON);
  }

  private long audited(JsonNode call) {
    JsonNode entries =
        admin
            .get("/admin/v1/audit-log?action=call.hung_up&tenant_id=" + tenant.id())
            .body()
            .path("data");
    return entries.findValuesAsText("target").stream()
        .filter(call.path("call_id").asText()::equals)
        .count();
  }
}
