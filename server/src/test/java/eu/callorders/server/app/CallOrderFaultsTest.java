package eu.callorders.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.server.json.Json;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The faults of a request to create an order. */
class CallOrderFaultsTest {
  private static final RunningTenant tenant = RunningService.shared().newTenant();

  @Test
  void reportsAllFaults() {
    OrderBody order = tenant.order("06");
    order
        .remove("/subject/name/family_name")
        .set("/subject/nickname", "x")
        .set("/contacts/0/value", "+49")
        .setJson("/context/claim/outstanding/value", "120.5")
        .set("/scheduling/max_attempts", 11)
        .set("/scheduling/window/not_before", "2026-01-01T10:00:00");
    ServiceResponse refused = tenant.api().create(order.json()).is(422, "validation_failed");

    assertThat(refused.errors())
        .containsExactlyInAnyOrder(
            "/subject/name/family_name required",
            "/subject/nickname unknown_member",
            "/contacts/0/value invalid_phone_number",
            "/context/claim/outstanding/value type",
            "/scheduling/max_attempts maximum",
            "/scheduling/window/not_before offset_missing");
    assertThat(refused.body().path("detail")).hasSize(6);
    assertThat(refused.at("/detail/0/loc/0")).isEqualTo("body");
  }

  @Test
  void reportsAllFaultsBeyondSchema() {
    OrderBody order = tenant.order("06").set("/order_type", "unheard_of");
    order.setJson(
        "/scheduling",
        "{\"window\": {\"not_before\": \"2030-01-01T10:00:00+02:00\","
            + " \"not_after\": \"2030-01-01T08:00:00Z\"}, \"local_call_times\": ["
            + "{\"days\": [\"mon\"], \"from\": \"09:00\", \"to\": \"10:00\"},"
            + "{\"days\": [\"mon\"], \"from\": \"10:00\", \"to\": \"10:00\"}]}");

    ServiceResponse refused = tenant.api().create(order.json()).is(422, "validation_failed");
    assertThat(refused.errors())
        .containsExactlyInAnyOrder(
            "/order_type enum",
            "/scheduling/window inconsistent",
            "/scheduling/local_call_times/1 inconsistent");
    assertThat(refused.body().path("detail").findValues("ctx"))
        .containsExactlyInAnyOrder(
            Json.parse("{\"rule\": \"order_type\"}"),
            Json.parse(
                """
                {"rule": "earlier", "first": "not_before", "second": "not_after"}
                """),
            Json.parse("{\"rule\": \"earlier\", \"first\": \"from\", \"second\": \"to\"}"));
  }

  @Test
  void reportsFaultsOfSchemaAndBeyondTogether() {
    OrderBody order = tenant.order("06");
    order.set("/foo", "bar");
    order.setJson(
        "/scheduling",
        "{\"window\": {\"not_before\": \"2030-01-01T10:00:00Z\","
            + " \"not_after\": \"2030-01-01T08:00:00Z\"}, \"local_call_times\": ["
            + "{\"days\": [\"mon\"], \"from\": \"9\", \"to\": \"08:00\"},"
            + "{\"days\": [\"mon\"], \"from\": \"10:00\", \"to\": \"10:00\"}]}");

    assertThat(tenant.api().create(order.json()).is(422, "validation_failed").errors())
        .containsExactlyInAnyOrder(
            "/foo unknown_member",
            "/scheduling/local_call_times/0/from pattern",
            "/scheduling/window inconsistent",
            "/scheduling/local_call_times/1 inconsistent");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "not json | 400 | malformed_request",
        "{\"a\": 1, \"a\": 2} | 400 | malformed_request",
        "{} {} | 400 | malformed_request",
        "{\"a\": 01} | 400 | malformed_request",
        "{\"a\": NaN} | 400 | malformed_request",
        "{'a': 1} | 400 | malformed_request",
        "{\"a\": 1,} | 400 | malformed_request",
        "// comment | 400 | malformed_request",
        "[] | 422 | validation_failed",
        "null | 422 | validation_failed",
        "\"text\" | 422 | validation_failed",
        "1 | 422 | validation_failed",
      })
  void parsesJsonStrictly(String body, int status, String code) {
    tenant.api().send("POST", Api.ORDERS, body).is(status, code);
  }

  @Test
  void acceptsOneMebibyteNestedThirtyTwoLevels() {
    OrderBody order = tenant.laterOrder();
    String open = "{\"a\":".repeat(29);
    order.setJson("/context/variables", open + "1" + "}".repeat(29));
    tenant.api().create(order.json()).is(202);
    String deeper = order.toString().replace(":1}", ":{\"a\":[1]}}");
    tenant.api().send("POST", Api.ORDERS, deeper).is(400, "malformed_request");
    String text = tenant.laterOrder().toString();
    tenant.api().send("POST", Api.ORDERS, text + " ".repeat((1 << 20) - text.length())).is(202);
    tenant
        .api()
        .send("POST", Api.ORDERS, text + " ".repeat((1 << 20) + 1 - text.length()))
        .is(413, "payload_too_large");
  }

  @ParameterizedTest
  @ValueSource(strings = {"text/plain", "application/xml", "application/merge-patch+json"})
  void acceptsJsonOnly(String type) {
    tenant
        .api()
        .send("POST", Api.ORDERS, tenant.order("06").toString(), "Content-Type", type)
        .is(415, "unsupported_media_type");
  }

  @Test
  void returnsJsonOnly() {
    tenant.api().create(tenant.order("06").json(), "Accept", "text/html").is(406, "not_acceptable");
    tenant.api().create(tenant.laterOrder().json(), "Accept", "text/html, */*;q=0.1").is(202);
  }
}
