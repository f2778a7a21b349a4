package eu.callorders.server.app;

import static eu.callorders.server.app.SubjectData.CANARY;
import static eu.callorders.server.app.SubjectData.ids;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.core.id.IdKind;
import eu.callorders.server.Await;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Erasure of a subject's data. */
@Tag("long")
class ErasureTest {
  private final SubjectData data = new SubjectData();
  private final RunningService service = data.service;
  private final RunningTenant tenant = data.tenant;
  private final Api api = data.api;

  @Test
  void erasesAllData() {
    OrderBody person =
        data.person("ref-" + CANARY)
            .setJson("/metadata", "{\"kept\": \"yes\"}")
            .setJson("/simulate", "{\"outcome\": {\"summary_code\": \"payment_promised\"}}");
    String ended = tenant.create(person);
    tenant.awaitEnd(ended);
    String call = api.order(ended).at("/calls/0/id");
    assertThat(api.get("/v1/promises").is(200).rows()).hasSize(1);
    OrderBody later = data.laterOrder(person);
    String open = api.create(later.json(), "Idempotency-Key", "erased-1").is(202).id();
    String signal = data.signal(person, "erase-1");
    String enrollment = data.enroll(person, "erase-2");
    Await.until(
        "the enrollment has created its order",
        () -> !api.get("/v1/enrollments/" + enrollment).body().path("call_order_ids").isEmpty());
    tenant.awaitIdle(); // an order that is planned after the entry ends as suppressed
    tenant.suppress(null, person.reference());
    tenant.create(tenant.laterOrder());
    int revision = revision(ended);

    data.erase(person);

    ServiceResponse shown = api.order(ended).is(200);
    assertThat(shown.text()).doesNotContain(CANARY).doesNotContain(person.phone());
    assertThat(shown.at("/redacted_at")).isNotEmpty();
    assertThat(shown.body().has("subject")).isFalse();
    assertThat(shown.body().has("contacts")).isFalse();
    assertThat(shown.body().has("context")).isFalse();
    assertThat(shown.at("/status")).isEqualTo("completed");
    assertThat(shown.at("/metadata/kept")).isEqualTo("yes");
    assertThat(shown.body().at("/calls/0").has("report")).isFalse();
    assertThat(shown.at("/result/summary_code")).isNotEmpty();
    assertThat(revision(ended)).isEqualTo(revision + 1);
    assertThat(api.order(open).at("/result/summary_code")).isEqualTo("canceled");
    assertThat(api.order(open).at("/redacted_at")).isNotEmpty();
    assertThat(api.get("/v1/calls/" + call + "/transcript").code())
        .isEqualTo("transcript_unavailable");
    assertThat(api.get("/v1/calls/" + call).is(200).body().has("report")).isFalse();
    assertThat(api.get("/v1/promises").is(200).rows()).isEmpty();
    assertThat(api.get("/v1/signals/" + signal).is(200).text()).doesNotContain(CANARY);
    ServiceResponse canceled = api.get("/v1/enrollments/" + enrollment).is(200);
    assertThat(canceled.at("/status")).isEqualTo("canceled");
    assertThat(canceled.text()).doesNotContain(CANARY);
    assertThat(tablesWith("%" + person.phone() + "%")).isEmpty();
    assertThat(tablesWith("%" + CANARY + "%")).containsExactly("event", "suppression");
    assertThat(eventsWith(CANARY)).allMatch(event -> !event.contains("family_name"));
    JsonNode export = data.subject(person).body();
    assertThat(export.path("orders")).isEmpty();
    assertThat(export.path("signals")).isEmpty();
    assertThat(export.path("enrollments")).isEmpty();
    assertThat(export.path("suppressions")).hasSize(1);
    assertThat(data.actions()).contains("subject.erased", "subject.erasure_requested");
    assertThat(data.auditLog().toString()).doesNotContain(CANARY);
  }

  @Test
  void redactedOrderCannotBeChanged() {
    OrderBody person = data.person("over");
    String order = tenant.create(person);
    tenant.awaitEnd(order);
    data.erase(person);

    assertThat(api.cancel(order).code()).isEqualTo("order_not_cancelable");
    assertThat(api.patch(order, "{\"metadata\": {}}").code()).isEqualTo("order_not_editable");
    assertThat(api.get("/v1/call-orders?subject_reference=over").is(200).rows()).isEmpty();
    assertThat(api.get("/v1/call-orders?limit=100").is(200).rows()).isNotEmpty();
    JsonNode explained =
        service
            .admin()
            .get("/admin/v1/tenants/" + tenant.id() + "/call-orders/" + order + "/explanation")
            .body();
    assertThat(explained.path("status").asText()).isEqualTo("completed");
  }

  @Test
  void waitsForConversation() {
    OrderBody person =
        data.person("talking")
            .setJson("/simulate", "{\"delays\": {\"ring_ms\": 0, \"talk_ms\": 6000}}");
    String order = tenant.create(person);
    tenant.await(order, "in_progress");

    data.delete(person);
    assertThat(api.order(order).at("/status")).isEqualTo("in_progress");

    data.awaitErased();
    ServiceResponse shown = api.order(order).is(200);
    assertThat(shown.at("/status")).isEqualTo("completed");
    assertThat(shown.at("/redacted_at")).isNotEmpty();
    assertThat(shown.text()).doesNotContain(CANARY);
  }

  @Test
  void keepsLaterData() {
    OrderBody person = data.person("comes-back");
    String before = tenant.create(person);
    tenant.awaitEnd(before);
    data.delete(person);
    String after = tenant.create(data.laterOrder(person));

    data.awaitErased();

    assertThat(api.order(before).at("/redacted_at")).isNotEmpty();
    assertThat(api.order(after).text()).contains(CANARY).doesNotContain("redacted_at");
    assertThat(ids(data.subject(person).body().path("orders"))).containsExactly(after);
  }

  @Test
  void keepsOtherSubjectsAndTenants() {
    OrderBody person = data.person("erased-subject");
    OrderBody other = data.person("other-subject");
    String theirs = tenant.create(data.laterOrder(other));
    RunningTenant neighbor = service.newTenant();
    String foreign = neighbor.create(data.laterOrder(person));
    tenant.awaitEnd(tenant.create(person));

    data.erase(person);

    assertThat(api.order(theirs).at("/redacted_at")).isEmpty();
    assertThat(api.order(theirs).text()).contains(CANARY);
    assertThat(neighbor.api().order(foreign).text()).contains(CANARY);
  }

  @Test
  void erasesCallAtGateway() {
    OrderBody person = data.person("at-the-gateway");
    tenant.awaitEnd(tenant.create(person));
    data.erase(person);

    Await.until(
        "the gateway has erased the call",
        () ->
            service
                .sql("SELECT attempt_id FROM gateway_erasure WHERE tenant_id = ?", tenant.uuid())
                .isEmpty());
  }

  private int revision(String order) {
    return Integer.parseInt(
        service
            .sql(
                "SELECT revision FROM call_order WHERE id = ?",
                IdKind.ORDER.parse(order).orElseThrow())
            .getFirst()
            .getFirst());
  }

  /** The tables that contain the text anywhere, as in a dump. */
  private List<String> tablesWith(String pattern) {
    return service
        .sql(
            """
            SELECT c.relname
              FROM pg_class c
              JOIN pg_namespace n ON n.oid = c.relnamespace
              JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'tenant_id'
             WHERE n.nspname = 'public' AND c.relkind IN ('r', 'p') AND NOT c.relispartition
             ORDER BY c.relname
            """)
        .stream()
        .map(List::getFirst)
        .filter(table -> holds(table, pattern))
        .toList();
  }

  private boolean holds(String table, String pattern) {
    String search = "SELECT 1 FROM \"%s\" t WHERE tenant_id = ? AND t::text LIKE ? LIMIT 1";
    return !service.sql(search.formatted(table), tenant.uuid(), pattern).isEmpty();
  }

  private List<String> eventsWith(String text) {
    return service
        .sql(
            "SELECT envelope FROM event WHERE tenant_id = ? AND envelope LIKE ?",
            tenant.uuid(),
            "%" + text + "%")
        .stream()
        .map(List::getFirst)
        .toList();
  }
}
