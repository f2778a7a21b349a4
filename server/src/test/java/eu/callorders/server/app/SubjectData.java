package eu.callorders.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.server.Await;
import eu.callorders.server.TestHttpClient;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.stream.StreamSupport;

/** Data of the subjects of one tenant, their export and erasure. */
final class SubjectData {
  static final String CANARY = "Kanarienvogel";
  private static final String CALL_LATER =
      """
      {"id": "call", "type": "create_order", "order_type": "payment_reminder",
       "scheduling": {"window": {"not_before": "2099-01-01T09:00:00Z"}}}
      """;

  final RunningService service = RunningService.shared();
  final RunningTenant tenant = service.newTenant();
  final Api api = tenant.api();

  OrderBody person(String reference) {
    return tenant
        .order("00")
        .set("/subject/reference", reference)
        .set("/subject/name/family_name", CANARY)
        .setJson("/context/variables", "{\"note\": \"" + CANARY + "\"}");
  }

  OrderBody laterOrder(OrderBody person) {
    return new OrderBody(person.json().deepCopy())
        .set("/scheduling/window/not_before", tenant.now().plus(Duration.ofDays(9)).toString());
  }

  String signal(OrderBody person, String key) {
    return api.post("/v1/signals", SignalBody.of("custom.event", person, key).json()).is(201).id();
  }

  String enroll(OrderBody person, String key) {
    sequence("overdue", CALL_LATER);
    return api.post("/v1/signals", SignalBody.of("invoice.overdue", person, key).json())
        .is(201)
        .at("/triggered/0/enrollment_id");
  }

  void sequence(String key, String step) {
    String sequence = api.post(SequenceBody.PATH, SequenceBody.of(key, step)).is(201).id();
    SequenceBody.activate(api, sequence, 1).is(200);
  }

  TestHttpClient.Response subject(OrderBody person) {
    return service.admin().get(path(person));
  }

  String path(OrderBody person) {
    String encoded =
        URLEncoder.encode(person.reference(), StandardCharsets.UTF_8).replace("+", "%20");
    return "/admin/v1/tenants/" + tenant.id() + "/subjects/" + encoded;
  }

  void delete(OrderBody person) {
    TestHttpClient.Response response = service.admin().delete(path(person));
    assertThat(response.status()).as(response.text()).isEqualTo(202);
  }

  void erase(OrderBody person) {
    delete(person);
    awaitErased();
  }

  void awaitErased() {
    Await.until("the subject is erased", () -> actions().contains("subject.erased"));
  }

  JsonNode auditLog() {
    return service
        .admin()
        .get("/admin/v1/audit-log?limit=100&tenant_id=" + tenant.id())
        .body()
        .path("data");
  }

  List<String> actions() {
    return auditLog().findValuesAsText("action");
  }

  static List<String> ids(JsonNode array) {
    return StreamSupport.stream(array.spliterator(), false)
        .map(each -> each.path("id").asText())
        .toList();
  }
}
