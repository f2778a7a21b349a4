package eu.callorders.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.server.json.Json;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CreateCallOrderTest {
  private static final String FAR = "Pacific/Kiritimati"; // where it is night at 10:00 in Berlin
  private static RunningService service;
  private static RunningTenant tenant;

  @BeforeAll
  static void begin() {
    service = RunningService.shared();
    tenant = service.newTenant();
  }

  @Test
  void returnsOrderWithDefaults() {
    OrderBody order = tenant.order("06");
    ServiceResponse created = tenant.api().create(order.json()).is(202);

    assertThat(created.header("Location")).isEqualTo("/v1/call-orders/" + created.id());
    assertThat(created.header("ETag")).matches("\"[^\"]+\"");
    assertThat(created.header("Idempotent-Replayed")).isNull();
    String expected =
        """
        {"id": "%s", "status": "accepted", "order_type": "payment_reminder",
         "order_type_version": 1, "enrollment_id": null, "sequence_step_id": null,
         "subject": {"reference": "%s", "name": {"family_name": "Mustermann"}},
         "contacts": [{"channel": "phone", "value": "%s", "priority": 100}],
         "context": {"claim": {"outstanding": {"value": "120.50", "currency": "EUR"},
           "creditor_name": "Stadtwerke Musterstadt", "basis": {"kind": "invoice"}}},
         "scheduling": {"max_attempts": 3, "on_window_violation": "defer",
           "retry": {"min_gap_hours": 4, "randomize_within_window": false}},
         "delivery": {"transcript": "structured", "include_recording_reference": false},
         "compliance": {"recording": {"mode": "off"}, "contact_window_policy": "statutory"},
         "attempt_count": 0, "calls": [], "created_at": "%s", "updated_at": "%s"}
        """
            .formatted(
                created.id(),
                order.reference(),
                order.phone(),
                created.at("/created_at"),
                created.at("/created_at"));
    assertThat(created.body()).isEqualTo(Json.parse(expected));
  }

  @Test
  void storesAllMembers() {
    OrderBody order = tenant.laterOrder();
    order
        .set("/client_reference", "Rechnung 4711 / ä😀")
        .setJson("/metadata", "{\"a\": 1.50, \"b\": true, \"c\": \"\", \"größe\": 1e3}")
        .setJson("/context/variables", "{\"deep\": {\"list\": [1, null, \"x\"]}}")
        .set("/context/notes", "line\nbreak\ttab  ")
        .set("/contacts/0/priority", 7)
        .setJson("/contacts/1", "{\"channel\": \"carrier_pigeon\", \"value\": \"roof\"}")
        .setJson("/negotiation", "{\"installments\": {}}")
        .setJson("/simulate", "{\"attempts\": [\"busy\", \"answered\"]}")
        .setJson(
            "/context/history",
            "[{\"channel\": \"letter\", \"direction\": \"outbound\","
                + " \"occurred_at\": \"2026-01-02T03:04:05.6789+01:00\"}]");
    JsonNode shown = tenant.api().create(order.json()).is(202).body();

    assertThat(shown.path("client_reference").asText()).isEqualTo("Rechnung 4711 / ä😀");
    assertThat(shown.path("metadata").toString())
        .isEqualTo("{\"a\":1.50,\"b\":true,\"c\":\"\",\"größe\":1E+3}");
    assertThat(shown.at("/context/variables")).isEqualTo(order.json().at("/context/variables"));
    assertThat(shown.at("/context/notes").asText()).isEqualTo("line\nbreak\ttab  ");
    assertThat(shown.at("/contacts/1/priority").asInt()).isEqualTo(100);
    assertThat(shown.at("/contacts/0/priority").asInt()).isEqualTo(7);
    assertThat(shown.at("/negotiation/installments/conclusion_mode").asText())
        .isEqualTo("record_wish_only");
    assertThat(shown.at("/simulate")).isEqualTo(order.json().at("/simulate"));
    assertThat(shown.at("/context/history/0/occurred_at").asText())
        .isEqualTo("2026-01-02T02:04:05.678Z");
  }

  @Test
  void mergesOrderWithDefaultsOfType() {
    tenant.orderType(
        "gentle",
        "active",
        """
        {"scheduling": {"max_attempts": 5, "retry": {"min_gap_hours": 24},
           "local_call_times": [{"days": ["wed"], "from": "09:00", "to": "24:00"}]},
         "negotiation": {"settlement": {}}, "delivery": {"transcript": "none"},
         "variables": {"tone": "soft", "discount": {"percent": 5, "until": "May"}}}
        """);
    tenant.orderTypeVersion("gentle", 2, "{\"scheduling\": {\"max_attempts\": 7}}");
    tenant.orderTypeVersion(
        "gentle",
        3,
        """
        {"scheduling": {"max_attempts": 5, "retry": {"min_gap_hours": 24},
           "local_call_times": [{"days": ["wed"], "from": "09:00", "to": "24:00"}]},
         "negotiation": {"settlement": {}}, "delivery": {"transcript": "none"},
         "variables": {"tone": "soft", "discount": {"percent": 5, "until": "May"}}}
        """);
    OrderBody order = tenant.laterOrder().set("/order_type", "gentle");
    order
        .set("/scheduling/retry/randomize_within_window", true)
        .set("/scheduling/max_attempts", 2)
        .setJson("/negotiation", "{\"installments\": {}}")
        .setJson("/context/variables", "{\"discount\": {\"percent\": 10}}");
    ServiceResponse shown = tenant.api().create(order.json()).is(202);

    assertThat(shown.at("/order_type_version")).isEqualTo("3");
    assertThat(shown.at("/scheduling/max_attempts")).isEqualTo("2");
    assertThat(shown.body().at("/scheduling/retry").toString())
        .isEqualTo("{\"min_gap_hours\":24,\"randomize_within_window\":true}");
    assertThat(shown.at("/scheduling/local_call_times/0/to")).isEqualTo("24:00");
    assertThat(shown.at("/compliance/contact_window_policy")).isEqualTo("statutory_narrowed");
    assertThat(shown.body().path("negotiation"))
        .isEqualTo(
            Json.parse(
                "{\"settlement\": {\"conclusion_mode\": \"record_wish_only\"},"
                    + " \"installments\": {\"conclusion_mode\": \"record_wish_only\"}}"));
    assertThat(shown.at("/delivery/transcript")).isEqualTo("none");
    assertThat(shown.body().at("/context/variables"))
        .isEqualTo(
            Json.parse(
                "{\"tone\": \"soft\", \"discount\": {\"percent\": 10, \"until\": \"May\"}}"));
  }

  @Test
  void capsTranscriptRetentionByTenant() {
    RunningTenant forgetful =
        service.newTenant(
            "{\"name\": \"x\", \"retention\": {\"transcript_mode\": \"none\"},"
                + " \"calling_hours\": {\"local_call_times\": [{\"days\": [\"mon\", \"wed\"],"
                + " \"from\": \"08:00\", \"to\": \"20:00\"}]}}");
    ServiceResponse shown =
        forgetful
            .api()
            .create(forgetful.laterOrder().set("/delivery/transcript", "structured").json())
            .is(202);

    assertThat(shown.at("/delivery/transcript")).isEqualTo("none");
    assertThat(shown.at("/compliance/contact_window_policy")).isEqualTo("statutory_narrowed");
  }

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

    assertThat(tenant.api().create(order.json()).is(422, "validation_failed").errors())
        .containsExactlyInAnyOrder(
            "/order_type enum",
            "/scheduling/window inconsistent",
            "/scheduling/local_call_times/1 inconsistent");
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
  @ValueSource(strings = {"draft", "archived"})
  void rejectsInactiveType(String status) {
    tenant.orderType("type_" + status, status, "{}");
    OrderBody order = tenant.order("06").set("/order_type", "type_" + status);

    tenant.api().create(order.json()).is(422, "order_type_not_active");
  }

  @Test
  void rejectsTypesOfOtherTenants() {
    service.newTenant().orderType("private", "active", "{}");

    assertThat(
            tenant.api().create(tenant.order("06").set("/order_type", "private").json()).errors())
        .containsExactly("/order_type enum");
  }

  @Test
  void rejectsSuppressedSubject() {
    OrderBody order = tenant.order("06");
    tenant.suppress(null, order.reference());

    tenant.api().create(order.json()).is(422, "subject_suppressed");
    service.newTenant().api().create(order.json()).is(202);
  }

  @Test
  void requiresOneUnsuppressedPhone() {
    OrderBody order = tenant.order("06");
    String second = tenant.order("07").phone();
    order.setJson("/contacts/1", "{\"channel\": \"phone\", \"value\": \"" + second + "\"}");
    order.setJson("/contacts/2", "{\"channel\": \"email\", \"value\": \"a@b.example\"}");
    tenant.suppress(order.phone(), null);

    ServiceResponse accepted = tenant.api().create(order.json()).is(202);
    assertThat(accepted.body().path("contacts")).hasSize(3);
    tenant.suppress(second, null);
    tenant.api().create(order.json()).is(422, "subject_suppressed");
  }

  @Test
  void rejectsWindowViolationOnRequest() {
    OrderBody order =
        tenant
            .order("06")
            .set("/subject/timezone", FAR)
            .set("/scheduling/on_window_violation", "reject");
    String detail =
        tenant.api().create(order.json()).is(422, "contact_window_violation").at("/detail");

    assertThat(detail).containsPattern("\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z");
    Instant next = Instant.parse(detail.replaceFirst(".*is (\\S+Z).*", "$1"));
    assertThat(next).isAfter(tenant.now()).isBefore(tenant.now().plus(Duration.ofDays(1)));
    assertThat(next.atZone(ZoneId.of(FAR)).toLocalTime().getMinute()).isZero();
    order.set("/scheduling/window/not_before", next);
    tenant.api().create(order.json()).is(202);
    order.set("/scheduling/on_window_violation", "defer").remove("/scheduling/window");
    tenant.api().create(order.json()).is(202);
  }

  @Test
  void rejectsOrderWithoutPermittedInstant() {
    OrderBody order =
        tenant
            .order("06")
            .set("/scheduling/on_window_violation", "reject")
            .set("/scheduling/window/not_after", "2020-01-01T00:00:00Z");

    assertThat(tenant.api().create(order.json()).is(422, "contact_window_violation").at("/detail"))
        .doesNotContainPattern("\\d{4}-");
  }

  @Test
  void expiresOrderWithPastWindow() {
    OrderBody order =
        tenant.order("06").set("/scheduling/window/not_after", "2020-01-01T00:00:00Z");
    String id = tenant.create(order);

    ServiceResponse ended = tenant.awaitEnd(id);
    assertThat(ended.at("/status")).isEqualTo("expired");
    assertThat(ended.at("/result/summary_code")).isEqualTo("expired");
    assertThat(ended.at("/result/termination/reason")).isEqualTo("window_closed");
    assertThat(ended.at("/result/termination/actor")).isEqualTo("platform");
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

  @Test
  void repeatsReplyForSameKey() {
    OrderBody order = tenant.laterOrder();
    ServiceResponse first = tenant.api().create(order.json(), "Idempotency-Key", "same").is(202);
    tenant.await(first.id(), "scheduled");
    ServiceResponse again = tenant.api().create(order.json(), "Idempotency-Key", "same").is(202);

    assertThat(again.text()).isEqualTo(first.text());
    assertThat(again.header("Idempotent-Replayed")).isEqualTo("true");
    assertThat(again.header("Location")).isEqualTo(first.header("Location"));
    assertThat(again.header("ETag")).isEqualTo(first.header("ETag"));
    assertThat(tenant.api().get(Api.ORDERS + "?subject_reference=" + order.reference()).rows())
        .hasSize(1);
    assertThat(tenant.eventTypes(first.id())).containsOnlyOnce("call_order.accepted");
  }

  @Test
  void rejectsKeyOfOtherRequest() {
    OrderBody order = tenant.laterOrder();
    ServiceResponse first = tenant.api().create(order.json(), "Idempotency-Key", "once").is(202);

    tenant
        .api()
        .create(tenant.laterOrder().json(), "Idempotency-Key", "once")
        .is(422, "idempotency_key_reused");
    tenant.api().cancel(first.id(), "Idempotency-Key", "once").is(409, "idempotency_key_conflict");
    tenant
        .api()
        .send(
            "PATCH",
            Api.ORDERS + "/" + first.id(),
            "{\"metadata\": {}}",
            "If-Match",
            "*",
            "Idempotency-Key",
            "once")
        .is(409, "idempotency_key_conflict");
    service.newTenant().api().create(tenant.laterOrder().json(), "Idempotency-Key", "once").is(202);
  }

  @Test
  void acceptsCorrectedBodyWithSameKey() {
    OrderBody order = tenant.laterOrder();
    String good = order.toString();
    for (OrderBody bad :
        List.of(
            new OrderBody(Api.json(good)).remove("/subject"),
            new OrderBody(Api.json(good)).set("/order_type", "unheard_of"),
            new OrderBody(Api.json(good))
                .set("/scheduling/window/not_after", "2020-01-01T00:00:00Z"))) {
      tenant.api().create(bad.json(), "Idempotency-Key", "corrected").is(422, "validation_failed");
    }

    tenant.api().send("POST", Api.ORDERS, good, "Idempotency-Key", "corrected").is(202);
  }

  @Test
  void repeatsDomainErrorForSameKey() {
    OrderBody order = tenant.order("06");
    tenant.suppress(null, order.reference());
    ServiceResponse first =
        tenant
            .api()
            .create(order.json(), "Idempotency-Key", "refused")
            .is(422, "subject_suppressed");
    service.sql("DELETE FROM suppression WHERE subject_reference = ?", order.reference());
    ServiceResponse again =
        tenant
            .api()
            .create(order.json(), "Idempotency-Key", "refused")
            .is(422, "subject_suppressed");

    assertThat(first.header("Idempotent-Replayed")).isNull();
    assertThat(again.header("Idempotent-Replayed")).isEqualTo("true");
    assertThat(again.at("/trace_id")).isNotEqualTo(first.at("/trace_id"));
  }

  @Test
  void keyExpiresAfterTwoDays() {
    OrderBody order = tenant.laterOrder();
    ServiceResponse first = tenant.api().create(order.json(), "Idempotency-Key", "old").is(202);
    String age =
        "UPDATE idempotency_record SET created_at = now() - ?::interval"
            + " WHERE key = 'old' AND tenant_id = ?";
    service.sql(age, "47:59:00", tenant.uuid());
    assertThat(tenant.api().create(order.json(), "Idempotency-Key", "old").id())
        .isEqualTo(first.id());
    service.sql(age, "48:00:01", tenant.uuid());

    assertThat(tenant.api().create(order.json(), "Idempotency-Key", "old").is(202).id())
        .isNotEqualTo(first.id());
  }

  @Test
  void concurrentRequestsWithSameKeyCreateOneOrder() {
    OrderBody order = tenant.laterOrder();
    Api api = tenant.api();
    List<CompletableFuture<ServiceResponse>> requests = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      requests.add(
          CompletableFuture.supplyAsync(
              () -> api.create(order.json(), "Idempotency-Key", "crowd")));
    }
    List<ServiceResponse> responses = requests.stream().map(CompletableFuture::join).toList();

    assertThat(responses)
        .allSatisfy(
            response -> {
              if (response.status() != 202) {
                response.is(409, "idempotency_key_in_progress");
                assertThat(response.header("Retry-After")).isEqualTo("1");
              }
            });
    assertThat(
            responses.stream().filter(it -> it.status() == 202).map(ServiceResponse::id).distinct())
        .hasSize(1);
    assertThat(api.get(Api.ORDERS + "?subject_reference=" + order.reference()).rows()).hasSize(1);
  }

  @Test
  void returns409WhileFirstRequestRuns() throws SQLException {
    OrderBody order = tenant.laterOrder();
    String key = "idempotency:" + tenant.uuid() + ":running";
    try (Connection busy = service.connection()) {
      busy.setAutoCommit(false);
      busy.createStatement()
          .execute("SELECT pg_advisory_xact_lock(hashtextextended('" + key + "', 0))");
      ServiceResponse second =
          tenant
              .api()
              .create(order.json(), "Idempotency-Key", "running")
              .is(409, "idempotency_key_in_progress");
      assertThat(second.header("Retry-After")).isEqualTo("1");
      busy.rollback();
    }
    tenant.api().create(order.json(), "Idempotency-Key", "running").is(202);
  }

  @ParameterizedTest
  @ValueSource(strings = {"a b", "ä", "\t"})
  void rejectsKeyOutsideVisibleAscii(String key) {
    ServiceResponse refused =
        RawRequest.of(tenant, "POST", Api.ORDERS)
            .header("Idempotency-Key", key)
            .send(tenant.order("06").toString())
            .is(422);
    assertThat(refused.text()).contains("/header/Idempotency-Key");
  }

  @Test
  void acceptsKeyOf255Characters() {
    tenant.api().create(tenant.laterOrder().json(), "Idempotency-Key", "k".repeat(255)).is(202);
    assertThat(
            tenant
                .api()
                .create(tenant.laterOrder().json(), "Idempotency-Key", "k".repeat(256))
                .is(422, "validation_failed")
                .errors())
        .containsExactly("/header/Idempotency-Key pattern");
  }
}
