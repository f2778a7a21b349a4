package eu.callorders.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.server.json.Json;
import eu.callorders.server.time.Timestamps;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CreateCallOrderTest {
  private static final RunningService service = RunningService.shared();
  private static final RunningTenant tenant = service.newTenant();

  private static final String FAR = "Pacific/Kiritimati"; // where it is night at 10:00 in Berlin

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
    ServiceResponse refusal = tenant.api().create(order.json()).is(422, "contact_window_violation");
    String detail = refusal.at("/detail");

    assertThat(detail).containsPattern("\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z");
    Instant next = Instant.parse(detail.replaceFirst(".*is (\\S+Z).*", "$1"));
    assertThat(refusal.at("/parameters/next_permitted_at")).isEqualTo(Timestamps.format(next));
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
}
