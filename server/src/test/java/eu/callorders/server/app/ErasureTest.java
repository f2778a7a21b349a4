package eu.callorders.server.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.core.id.IdKind;
import eu.callorders.server.Await;
import eu.callorders.server.TestHttpClient;
import eu.callorders.server.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;

/** Export and erasure of a subject's data. */
class ErasureTest {
  private static final String CANARY = "Kanarienvogel";
  private static final String CALL_LATER =
      """
      {"id": "call", "type": "create_order", "order_type": "payment_reminder",
       "scheduling": {"window": {"not_before": "2099-01-01T09:00:00Z"}}}
      """;

  private static final String WAIT =
      "{\"id\": \"rest\", \"type\": \"wait\", \"after\": {\"min\": \"P2D\"}}";

  private static final String ENTRIES =
      """
      INSERT INTO suppression
        (id, tenant_id, subject_reference, phone, scope, source, created_at)
      SELECT gen_random_uuid(), ?, ?, '+4930231250' || n, 'voice', 'operator', now()
        FROM generate_series(1, ?) AS n
      """;

  private final RunningService service = RunningService.shared();
  private final RunningTenant tenant = service.newTenant();
  private final Api api = tenant.api();

  @Test
  void exportsAllData() {
    OrderBody person = person("ref/with space");
    String order = tenant.create(person);
    tenant.awaitEnd(order);
    String signal = signal(person, "k1");
    String enrollment = enroll(person, "k2");
    tenant.suppress(null, person.reference());

    JsonNode export = subject(person).body();

    assertThat(export.path("subject_reference").asText()).isEqualTo("ref/with space");
    assertThat(ids(export.path("orders"))).contains(order);
    assertThat(export.at("/orders/0").toString()).contains(CANARY, person.phone());
    assertThat(export.at("/calls/0/to_number").asText()).isEqualTo(person.phone());
    assertThat(export.at("/calls/0/report/summary_code").asText()).isNotEmpty();
    assertThat(export.at("/transcripts/0/turns")).isNotEmpty();
    assertThat(ids(export.path("signals"))).contains(signal);
    assertThat(export.path("signals").toString()).contains(CANARY);
    assertThat(ids(export.path("enrollments"))).containsExactly(enrollment);
    assertThat(export.at("/enrollments/0").toString()).contains(CANARY);
    assertThat(export.path("suppressions")).hasSize(1);
    assertThat(actions()).startsWith("subject.exported");
    assertThat(auditLog().toString()).doesNotContain("ref/with");
  }

  @Test
  void exportsSeveralPages() {
    OrderBody person = person("many-pages");
    List<String> orders =
        IntStream.range(0, 20).mapToObj(number -> tenant.create(laterOrder(person))).toList();
    String last = tenant.create(person);
    tenant.awaitEnd(last);
    List<String> signals =
        IntStream.range(0, 20).mapToObj(number -> signal(person, "page-" + number)).toList();
    IntStream.range(0, 10).forEach(number -> sequence("sequence_" + number, WAIT));
    ServiceResponse trigger =
        api.post("/v1/signals", SignalBody.of("invoice.overdue", person, "all").json()).is(201);
    List<String> enrollments =
        ServiceResponse.items(trigger.body().path("triggered"))
            .map(effect -> effect.path("enrollment_id").asText())
            .toList();
    service.sql(ENTRIES, tenant.uuid(), person.reference(), 801);

    JsonNode export = subject(person).body();

    assertThat(ids(export.path("orders")))
        .startsWith(orders.toArray(String[]::new))
        .endsWith(last)
        .hasSize(21);
    assertThat(ids(export.path("calls"))).containsExactly(api.order(last).at("/calls/0/id"));
    assertThat(export.path("transcripts")).hasSize(1);
    assertThat(ids(export.path("signals")))
        .startsWith(signals.toArray(String[]::new))
        .endsWith(trigger.id())
        .hasSize(21);
    assertThat(enrollments).hasSize(10);
    assertThat(ids(export.path("enrollments"))).containsExactlyInAnyOrderElementsOf(enrollments);
    assertThat(ids(export.path("suppressions"))).hasSize(801).doesNotHaveDuplicates();
  }

  @Test
  void truncatesFailedExport() throws Exception {
    OrderBody person = person("cut-export");
    String order = tenant.create(laterOrder(person));
    String signal = signal(person, "cut-export");
    service.sql(
        "UPDATE signal SET triggered = '{}' WHERE id = ?",
        IdKind.SIGNAL.parse(signal).orElseThrow());
    StringBuilder received = new StringBuilder();

    try (HttpClient client = HttpClient.newHttpClient()) {
      HttpResponse<InputStream> response =
          client.send(
              HttpRequest.newBuilder(
                      URI.create("http://127.0.0.1:" + service.adminPort() + path(person)))
                  .header("Authorization", "Bearer " + RunningService.ADMIN_TOKEN)
                  .build(),
              BodyHandlers.ofInputStream());

      assertThat(response.statusCode()).isEqualTo(200);
      assertThatThrownBy(() -> read(response.body(), received)).isInstanceOf(IOException.class);
    }

    assertThat(received).contains(order).doesNotContain("\"signals\"");
    assertThatThrownBy(() -> Json.parse(received.toString())).isNotNull();
  }

  private static void read(InputStream body, StringBuilder received) throws IOException {
    for (int next = body.read(); next >= 0; next = body.read()) {
      received.append((char) next);
    }
  }

  @Test
  void exportsNothingOfUnknownSubject() {
    JsonNode export = subject(person("unknown")).body();

    assertThat(export.path("orders")).isEmpty();
    assertThat(export.path("suppressions")).isEmpty();
    assertThat(service.admin().get("/admin/v1/tenants/tn_x/subjects/unknown").status())
        .isEqualTo(404);
    assertThat(service.admin().delete("/admin/v1/tenants/tn_x/subjects/unknown").status())
        .isEqualTo(404);
  }

  @Test
  void erasesAllData() {
    OrderBody person = person("ref-" + CANARY).setJson("/metadata", "{\"kept\": \"yes\"}");
    String ended = tenant.create(person);
    tenant.awaitEnd(ended);
    String call = api.order(ended).at("/calls/0/id");
    OrderBody later = laterOrder(person);
    String open = api.create(later.json(), "Idempotency-Key", "erased-1").is(202).id();
    String signal = signal(person, "erase-1");
    String enrollment = enroll(person, "erase-2");
    Await.until(
        "the enrollment has created its order",
        () -> !api.get("/v1/enrollments/" + enrollment).body().path("call_order_ids").isEmpty());
    tenant.awaitIdle(); // an order that is planned after the entry ends as suppressed
    tenant.suppress(null, person.reference());
    tenant.create(tenant.laterOrder());
    int revision = revision(ended);

    erase(person);

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
    assertThat(api.get("/v1/signals/" + signal).is(200).text()).doesNotContain(CANARY);
    ServiceResponse canceled = api.get("/v1/enrollments/" + enrollment).is(200);
    assertThat(canceled.at("/status")).isEqualTo("canceled");
    assertThat(canceled.text()).doesNotContain(CANARY);
    assertThat(tablesWith("%" + person.phone() + "%")).isEmpty();
    assertThat(tablesWith("%" + CANARY + "%")).containsExactly("event", "suppression");
    assertThat(eventsWith(CANARY)).allMatch(event -> !event.contains("family_name"));
    JsonNode export = subject(person).body();
    assertThat(export.path("orders")).isEmpty();
    assertThat(export.path("signals")).isEmpty();
    assertThat(export.path("enrollments")).isEmpty();
    assertThat(export.path("suppressions")).hasSize(1);
    assertThat(actions()).contains("subject.erased", "subject.erasure_requested");
    assertThat(auditLog().toString()).doesNotContain(CANARY);
  }

  @Test
  void redactedOrderCannotBeChanged() {
    OrderBody person = person("over");
    String order = tenant.create(person);
    tenant.awaitEnd(order);
    erase(person);

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
        person("talking").setJson("/simulate", "{\"delays\": {\"ring_ms\": 0, \"talk_ms\": 6000}}");
    String order = tenant.create(person);
    tenant.await(order, "in_progress");

    delete(person);
    assertThat(api.order(order).at("/status")).isEqualTo("in_progress");

    awaitErased();
    ServiceResponse shown = api.order(order).is(200);
    assertThat(shown.at("/status")).isEqualTo("completed");
    assertThat(shown.at("/redacted_at")).isNotEmpty();
    assertThat(shown.text()).doesNotContain(CANARY);
  }

  @Test
  void keepsLaterData() {
    OrderBody person = person("comes-back");
    String before = tenant.create(person);
    tenant.awaitEnd(before);
    delete(person);
    String after = tenant.create(laterOrder(person));

    awaitErased();

    assertThat(api.order(before).at("/redacted_at")).isNotEmpty();
    assertThat(api.order(after).text()).contains(CANARY).doesNotContain("redacted_at");
    assertThat(ids(subject(person).body().path("orders"))).containsExactly(after);
  }

  @Test
  void keepsOtherSubjectsAndTenants() {
    OrderBody person = person("erased-subject");
    OrderBody other = person("other-subject");
    String theirs = tenant.create(laterOrder(other));
    RunningTenant neighbor = service.newTenant();
    String foreign = neighbor.create(laterOrder(person));
    tenant.awaitEnd(tenant.create(person));

    erase(person);

    assertThat(api.order(theirs).at("/redacted_at")).isEmpty();
    assertThat(api.order(theirs).text()).contains(CANARY);
    assertThat(neighbor.api().order(foreign).text()).contains(CANARY);
  }

  @Test
  void erasesCallAtGateway() {
    OrderBody person = person("at-the-gateway");
    tenant.awaitEnd(tenant.create(person));
    erase(person);

    Await.until(
        "the gateway has erased the call",
        () ->
            service
                .sql("SELECT attempt_id FROM gateway_erasure WHERE tenant_id = ?", tenant.uuid())
                .isEmpty());
  }

  private OrderBody person(String reference) {
    return tenant
        .order("00")
        .set("/subject/reference", reference)
        .set("/subject/name/family_name", CANARY)
        .setJson("/context/variables", "{\"note\": \"" + CANARY + "\"}");
  }

  private OrderBody laterOrder(OrderBody person) {
    return new OrderBody(person.json().deepCopy())
        .set("/scheduling/window/not_before", tenant.now().plus(Duration.ofDays(9)).toString());
  }

  private String signal(OrderBody person, String key) {
    return api.post("/v1/signals", SignalBody.of("custom.event", person, key).json()).is(201).id();
  }

  private String enroll(OrderBody person, String key) {
    sequence("overdue", CALL_LATER);
    return api.post("/v1/signals", SignalBody.of("invoice.overdue", person, key).json())
        .is(201)
        .at("/triggered/0/enrollment_id");
  }

  private void sequence(String key, String step) {
    String sequence = api.post(SequenceBody.PATH, SequenceBody.of(key, step)).is(201).id();
    SequenceBody.activate(api, sequence, 1).is(200);
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

  private TestHttpClient.Response subject(OrderBody person) {
    return service.admin().get(path(person));
  }

  private String path(OrderBody person) {
    String encoded =
        URLEncoder.encode(person.reference(), StandardCharsets.UTF_8).replace("+", "%20");
    return "/admin/v1/tenants/" + tenant.id() + "/subjects/" + encoded;
  }

  private void delete(OrderBody person) {
    TestHttpClient.Response response = service.admin().delete(path(person));
    assertThat(response.status()).as(response.text()).isEqualTo(202);
  }

  private void erase(OrderBody person) {
    delete(person);
    awaitErased();
  }

  private void awaitErased() {
    Await.until("the subject is erased", () -> actions().contains("subject.erased"));
  }

  private JsonNode auditLog() {
    return service
        .admin()
        .get("/admin/v1/audit-log?limit=100&tenant_id=" + tenant.id())
        .body()
        .path("data");
  }

  private List<String> actions() {
    return auditLog().findValuesAsText("action");
  }

  private static List<String> ids(JsonNode array) {
    return StreamSupport.stream(array.spliterator(), false)
        .map(each -> each.path("id").asText())
        .toList();
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
