package eu.callorders.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GetCallOrderTest {
  private static final String TRACE = "\"trace_id\":\"[^\"]*\"";

  private final RunningService service = RunningService.shared();
  private final RunningTenant tenant = service.newTenant();

  @Test
  void returnsSameAsCreation() {
    ServiceResponse created = tenant.api().create(tenant.laterOrder().json()).is(202);
    ServiceResponse shown = tenant.await(created.id(), "scheduled");

    assertThat(shown.header("ETag")).isEqualTo(created.header("ETag"));
    assertThat(tenant.api().order(created.id()).header("ETag")).isEqualTo(shown.header("ETag"));
    assertThat(shown.at("/created_at")).isEqualTo(created.at("/created_at"));
    assertThat(shown.body().path("context")).isEqualTo(created.body().path("context"));
    assertThat(shown.body().has("next_attempt_at")).isTrue();
    assertThat(shown.body().has("result")).isFalse();
    assertThat(shown.body().has("ended_at")).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ord_00000000000000000000000000",
        "ord_80000000000000000000000000",
        "ord_0000000000000000000000000",
        "call_00000000000000000000000000",
        "ORD_00000000000000000000000000",
        "ord_",
        "1",
        "%20",
        "%00",
        "ord_0000000000000000000000000u",
        "%F0%9F%98%80"
      })
  void returns404ForUnknownOrder(String id) {
    tenant.api().order(id).is(404, "not_found");
  }

  @Test
  void orderOfOtherTenantLooksUnknown() {
    String foreign = service.newTenant().create(tenant.laterOrder());
    String unknown = "ord_00000000000000000000000000";
    ServiceResponse ofForeign = tenant.api().order(foreign).is(404, "not_found");
    ServiceResponse ofUnknown = tenant.api().order(unknown).is(404, "not_found");

    assertThat(ofForeign.text().replace(foreign, unknown).replaceFirst(TRACE, ""))
        .isEqualTo(ofUnknown.text().replaceFirst(TRACE, ""));
    assertThat(ofForeign.response().headers().map().keySet())
        .isEqualTo(ofUnknown.response().headers().map().keySet());
  }

  @Test
  void rejectsIdentifierWithOtherPrefix() {
    String id = tenant.create(tenant.laterOrder());

    tenant.api().order(id.replace("ord_", "call_")).is(404, "not_found");
  }

  @Test
  void hidesConversationWithoutScope() {
    String id = tenant.create(tenant.order("24"));
    ServiceResponse full = tenant.awaitEnd(id);
    ServiceResponse less = tenant.without("transcripts:read").order(id);

    assertThat(full.at("/result/summary_code")).isEqualTo("disputed");
    assertThat(full.at("/result/findings/dispute/statement")).isNotEmpty();
    assertThat(full.at("/calls/0/report/summary")).isNotEmpty();
    assertThat(full.at("/calls/0/report/findings/dispute/statement")).isNotEmpty();
    assertThat(less.at("/result/findings/dispute/ground"))
        .isEqualTo(full.at("/result/findings/dispute/ground"))
        .isNotEmpty();
    assertThat(less.text())
        .doesNotContain(full.at("/result/findings/dispute/statement"))
        .doesNotContain(full.at("/calls/0/report/summary"))
        .doesNotContain("\"statement\"")
        .doesNotContain("\"summary\"");
    assertThat(less.header("ETag")).isEqualTo(full.header("ETag"));
  }

  @Test
  void showsSimulationToEveryToken() {
    OrderBody order = tenant.laterOrder().setJson("/simulate", "{\"attempts\": [\"busy\"]}");
    String id = tenant.create(order);

    assertThat(tenant.without("transcripts:read").order(id).body().path("simulate"))
        .isEqualTo(order.json().path("simulate"));
  }

  /** The tenant is halted, so the order stays scheduled for a past instant. */
  @Test
  void hidesNextAttemptInThePast() {
    tenant
        .service()
        .sql(
            "INSERT INTO dial_halt (id, tenant_id, reason, halted_at)"
                + " VALUES (gen_random_uuid(), ?, 'test', now())",
            tenant.uuid());
    String id = tenant.create(tenant.order("06"));
    tenant.await(id, "scheduled");
    tenant
        .service()
        .sql(
            "UPDATE call_order SET next_attempt_at = created_at - interval '1 hour' WHERE tenant_id"
                + " = ?",
            tenant.uuid());

    assertThat(tenant.api().order(id).is(200).body().has("next_attempt_at")).isFalse();
    assertThat(tenant.api().get(Api.ORDERS).rows())
        .allSatisfy(row -> assertThat(row.has("next_attempt_at")).isFalse());
  }

  @Test
  void showsResultOfEndedOrder() {
    ServiceResponse ended = tenant.awaitEnd(tenant.create(tenant.order("21")));

    assertThat(ended.at("/status")).isEqualTo("completed");
    assertThat(ended.at("/result/attempts")).isEqualTo(ended.at("/attempt_count")).isEqualTo("1");
    assertThat(ended.at("/ended_at")).isEqualTo(ended.at("/result/ended_at"));
    assertThat(ended.body().has("next_attempt_at")).isFalse();
    assertThat(ended.at("/calls/0/transcript/url"))
        .isEqualTo(service.address() + "/v1/calls/" + ended.at("/calls/0/id") + "/transcript");
    assertThat(ended.body().at("/calls/0/recording").toString()).isEqualTo("{\"available\":false}");
  }

  @Test
  void echoesRequestId() {
    String id = tenant.create(tenant.laterOrder());

    assertThat(
            tenant
                .api()
                .get("/v1/call-orders/" + id, "X-Request-Id", "abc-123")
                .header("X-Request-Id"))
        .isEqualTo("abc-123");
  }
}
