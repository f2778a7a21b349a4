package eu.callorders.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.server.json.Json;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** How orders use their order type. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OrdersOfTypesTest {
  private final RunningTenant tenant = RunningService.shared().newTenant();
  private final Api api = tenant.api();

  private OrderBody orderOf(String key) {
    return tenant.laterOrder().set("/order_type", key);
  }

  @Test
  void onlyActiveTypeAcceptsOrders() {
    api.post(OrderTypeBody.PATH, OrderTypeBody.of("phases")).is(201);
    ServiceResponse draft = api.create(orderOf("phases").json()).is(422, "order_type_not_active");
    assertThat(draft.at("/detail")).contains("draft");
    OrderTypeBody.patch(api, "phases", "{\"status\": \"active\"}").is(200);
    String id = api.create(orderOf("phases").json()).is(202).id();
    api.post(OrderTypeBody.path("phases") + "/archive").is(200);

    api.create(orderOf("phases").json()).is(422, "order_type_not_active");
    assertThat(api.order(id).is(200).at("/order_type")).isEqualTo("phases");
    assertThat(tenant.await(id, "scheduled").at("/order_type_version")).isEqualTo("1");
  }

  @Test
  void unknownTypeIsReportedWithOtherFaults() {
    OrderBody order = orderOf("unheard_of");
    order.set("/scheduling/window/not_after", "2020-01-01T00:00:00Z");

    assertThat(api.create(order.json()).is(422, "validation_failed").errors())
        .contains("/scheduling/window inconsistent");
    assertThat(api.create(orderOf("unheard_of").json()).is(422, "validation_failed").errors())
        .containsExactly("/order_type enum");
    RunningTenant other = tenant.service().newTenant();
    OrderTypeBody.activate(other.api(), "theirs", "{}");
    assertThat(api.create(orderOf("theirs").json()).is(422, "validation_failed").errors())
        .containsExactly("/order_type enum");
  }

  @Test
  void orderPinsTypeVersionAtAcceptance() {
    OrderTypeBody.activate(api, "pinned", "{\"scheduling\": {\"max_attempts\": 7}}");
    String first = api.create(orderOf("pinned").json()).is(202).id();
    OrderTypeBody.patch(api, "pinned", "{\"defaults\": {\"scheduling\": {\"max_attempts\": 2}}}")
        .is(200);
    ServiceResponse second = api.create(orderOf("pinned").json()).is(202);

    assertThat(api.order(first).at("/order_type_version")).isEqualTo("1");
    assertThat(api.order(first).at("/scheduling/max_attempts")).isEqualTo("7");
    assertThat(second.at("/order_type_version")).isEqualTo("2");
    assertThat(second.at("/scheduling/max_attempts")).isEqualTo("2");
    tenant.await(first, "scheduled");
    ServiceResponse back = api.patch(first, "{\"scheduling\": {\"max_attempts\": null}}").is(200);
    assertThat(back.at("/scheduling/max_attempts")).isEqualTo("7");
  }

  @Test
  void orderValuesOverrideDefaultsMemberByMember() {
    OrderTypeBody.activate(
        api,
        "merged",
        """
        {"scheduling": {"max_attempts": 7, "retry": {"min_gap_hours": 48,
           "randomize_within_window": true}, "on_window_violation": "reject"},
         "negotiation": {"installments": {"min_installment": {"value": "50.00", "currency": "EUR"}},
           "settlement": {}},
         "delivery": {"transcript": "none", "include_recording_reference": true},
         "variables": {"tone": "firm", "deep": {"a": 1, "b": 2}}}
        """);
    OrderBody order =
        tenant
            .order("06")
            .set("/order_type", "merged")
            .set("/scheduling/retry/min_gap_hours", 5)
            .setJson(
                "/negotiation/installments",
                "{\"min_installment\": {\"value\": \"10\", \"currency\": \"CHF\"}}")
            .set("/delivery/transcript", "structured")
            .setJson("/context/variables", "{\"tone\": \"soft\", \"deep\": {\"b\": 3}}");
    ServiceResponse accepted = api.create(order.json()).is(202);

    assertThat(accepted.body().path("scheduling"))
        .isEqualTo(
            Json.parse(
                "{\"max_attempts\": 7, \"retry\": {\"min_gap_hours\": 5,"
                    + " \"randomize_within_window\": true}, \"on_window_violation\": \"reject\"}"));
    assertThat(accepted.body().path("negotiation"))
        .isEqualTo(
            Json.parse(
                """
                {"installments": {"min_installment": {"value": "10", "currency": "CHF"},
                   "conclusion_mode": "record_wish_only"},
                 "settlement": {"conclusion_mode": "record_wish_only"}}
                """));
    assertThat(accepted.body().path("delivery"))
        .isEqualTo(
            Json.parse("{\"transcript\": \"structured\", \"include_recording_reference\": true}"));
    assertThat(accepted.body().at("/context/variables"))
        .isEqualTo(Json.parse("{\"tone\": \"soft\", \"deep\": {\"a\": 1, \"b\": 3}}"));
  }

  @Test
  void acceptsHundredOrderVariablesBesidesTypeVariables() {
    OrderTypeBody.activate(api, "many", "{\"variables\": {\"tone\": \"firm\", \"pace\": 1}}");
    ObjectNode variables = Json.object();
    IntStream.range(0, 100).forEach(each -> variables.put("v" + each, each));

    ServiceResponse accepted =
        api.create(
                tenant
                    .order("06")
                    .set("/order_type", "many")
                    .setJson("/context/variables", variables.toString())
                    .json())
            .is(202);

    assertThat(accepted.body().at("/context/variables")).hasSize(102);
  }

  @Test
  void rejectsSchedulingThatConflictsAfterMerge() {
    OrderTypeBody.activate(
        api,
        "closing",
        "{\"scheduling\": {\"window\": {\"not_after\": \"2030-01-01T00:00:00Z\"}}}");
    OrderBody order =
        tenant
            .order("06")
            .set("/order_type", "closing")
            .set("/scheduling/window/not_before", "2030-01-02T00:00:00Z");

    assertThat(api.create(order.json()).is(422, "validation_failed").errors())
        .containsExactly("/scheduling/window inconsistent");
  }
}
