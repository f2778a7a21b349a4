package eu.callorders.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** The explanation of an order for its tenant. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OrderExplanationTest {
  private static final String REASON = "Another tenant has complained";

  private RunningService service;
  private RunningTenant tenant;
  private Api api;

  @BeforeAll
  void begin() {
    service = RunningService.shared();
    tenant = service.newTenant();
    api = tenant.api();
  }

  private ServiceResponse explained(String order) {
    return api.get(Api.ORDERS + "/" + order + "/explanation").is(200);
  }

  private JsonNode forOperators(String order) {
    return service
        .admin()
        .get("/admin/v1/tenants/" + tenant.id() + "/call-orders/" + order + "/explanation")
        .body();
  }

  private static JsonNode withoutTime(JsonNode explanation) {
    return ((ObjectNode) explanation.deepCopy()).without("now");
  }

  @Test
  void givesDecidingRuleNextInstantAndQuotas() {
    OrderBody order = tenant.laterOrder();
    String id = tenant.create(order);
    tenant.await(id, "scheduled");

    ServiceResponse explanation = explained(id);

    assertThat(explanation.at("/dialable")).isEqualTo("false");
    assertThat(explanation.at("/rules/0/rule")).isEqualTo("window");
    assertThat(explanation.at("/rules/0/verdict")).isEqualTo("wait");
    assertThat(explanation.at("/rules/0/parameters/barriers/0/rule")).isEqualTo("not_before");
    assertThat(explanation.at("/next_possible_at")).isEqualTo(explanation.at("/rules/0/until"));
    assertThat(ServiceResponse.items(explanation.body().path("rules")))
        .filteredOn(rule -> rule.path("rule").asText().equals("attempts_left"))
        .extracting(rule -> rule.path("parameters").toString())
        .containsExactly("{\"limit\":3,\"used\":0}");
    assertThat(withoutTime(explanation.body())).isEqualTo(withoutTime(forOperators(id)));
  }

  @Test
  void explainsEndedOrder() {
    String id = tenant.create(tenant.order("21"));
    tenant.awaitEnd(id);

    ServiceResponse explanation = explained(id);

    assertThat(explanation.at("/status")).isEqualTo("completed");
    assertThat(explanation.at("/rules/0/parameters/summary_code")).isEqualTo("payment_promised");
    assertThat(withoutTime(explanation.body())).isEqualTo(withoutTime(forOperators(id)));
  }

  @Test
  void hidesReasonOfHaltOfMoreThanTheTenant() {
    tenant.orderType("explained", "active", "{}");
    String id = tenant.create(tenant.laterOrder().set("/order_type", "explained"));
    halt("{\"order_type\": \"explained\", \"reason\": \"" + REASON + "\"}");
    try {
      ServiceResponse explanation = explained(id);

      assertThat(explanation.at("/rules/0/rule")).isEqualTo("halt");
      assertThat(explanation.at("/rules/0/parameters/order_type")).isEqualTo("explained");
      assertThat(explanation.text()).doesNotContain(REASON);
      assertThat(forOperators(id).toString()).contains(REASON);
    } finally {
      resume("{\"order_type\": \"explained\", \"reason\": \"over\"}");
    }
  }

  @Test
  void showsReasonOfHaltOfTheTenant() {
    String id = tenant.create(tenant.laterOrder());
    halt("{\"tenant_id\": \"" + tenant.id() + "\", \"reason\": \"As agreed\"}");
    try {
      assertThat(explained(id).at("/rules/0/parameters/reason")).isEqualTo("As agreed");
    } finally {
      resume("{\"tenant_id\": \"" + tenant.id() + "\", \"reason\": \"over\"}");
    }
  }

  private void halt(String body) {
    assertThat(service.admin().post("/admin/v1/dialing/halt", body).status()).isEqualTo(200);
  }

  private void resume(String body) {
    assertThat(service.admin().post("/admin/v1/dialing/resume", body).status()).isEqualTo(200);
  }

  @Test
  void namesHoldWithoutItsNote() {
    OrderBody order = tenant.laterOrder();
    String hold =
        api.post(
                HoldsTest.PATH,
                Api.json(
                    "{\"subject_reference\": \"%s\", \"reason\": \"disputed\", \"note\": \"Letter\"}"
                        .formatted(order.reference())))
            .is(201)
            .id();
    String id = tenant.create(order);
    tenant.await(id, "scheduled");

    ServiceResponse explanation = explained(id);

    assertThat(explanation.at("/rules/0/rule")).isEqualTo("hold");
    assertThat(explanation.at("/rules/0/parameters/holds/0/id")).isEqualTo(hold);
    assertThat(explanation.body().has("next_possible_at")).isFalse();
    assertThat(explanation.text()).doesNotContain("Letter");
    assertThat(withoutTime(explanation.body())).isEqualTo(withoutTime(forOperators(id)));
  }

  @Test
  void ordersOfOtherTenantsAreNotFound() {
    RunningTenant other = service.newTenant();
    String id = other.create(other.laterOrder());

    api.get(Api.ORDERS + "/" + id + "/explanation").is(404, "not_found");
    api.get(Api.ORDERS + "/ord_unknown/explanation").is(404, "not_found");
  }
}
