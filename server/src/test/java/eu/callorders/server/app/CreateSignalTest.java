package eu.callorders.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.server.json.Json;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CreateSignalTest {
  static final String PATH = "/v1/signals";
  private static final String OVERDUE = "invoice.overdue";
  private static final String OLDER = " - interval '90 days 1 minute'";
  private static final String YOUNGER = " - interval '89 days 23 hours'";

  private final RunningTenant tenant = RunningService.shared().newTenant();
  private final Api api = tenant.api();

  private List<JsonNode> signalEvents() {
    return tenant.events(null).stream()
        .filter(event -> event.path("type").asText().startsWith("signal."))
        .toList();
  }

  private ServiceResponse send(String type, String reference, String key) {
    return api.post(PATH, SignalBody.of(type, reference, key).json());
  }

  @Test
  void recordsRequiredMembers() {
    ServiceResponse created = send(OVERDUE, "erika", "1").is(201);

    assertThat(created.header("Location")).isEqualTo(PATH + "/" + created.id());
    assertThat(created.id()).startsWith("sig_");
    assertThat(RunningTenant.members(created.body()))
        .containsExactlyInAnyOrder(
            "id",
            "signal_type",
            "subject_reference",
            "dedupe_key",
            "received_at",
            "duplicate",
            "triggered");
    assertThat(created.at("/signal_type")).isEqualTo(OVERDUE);
    assertThat(created.at("/subject_reference")).isEqualTo("erika");
    assertThat(created.at("/dedupe_key")).isEqualTo("1");
    assertThat(created.body().path("duplicate").asBoolean(true)).isFalse();
    assertThat(created.body().path("triggered")).isEmpty();
  }

  @Test
  void showsAllMembersAsOrderDoes() {
    OrderBody person = tenant.laterOrder();
    person
        .setJson("/contacts/1", "{\"channel\": \"email\", \"value\": \"e@example.org\"}")
        .set("/contacts/1/priority", 7);
    person.setJson(
        "/context/history",
        """
        [{"channel": "letter", "direction": "outbound", "occurred_at": "2026-10-20T09:00:00+02:00"}]
        """);
    OrderBody body =
        SignalBody.of(OVERDUE, person, "1")
            .set("/occurred_at", "2026-11-23T08:00:00.5+01:00")
            .setJson("/metadata", "{\"campaign\": \"autumn\", \"n\": 1.50, \"x\": true}");
    JsonNode order = api.create(person.json()).is(202).body();

    ServiceResponse signal = api.post(PATH, body.json()).is(201);

    assertThat(signal.body().path("subject")).isEqualTo(order.path("subject"));
    assertThat(signal.body().path("contacts")).isEqualTo(order.path("contacts"));
    assertThat(signal.body().path("context")).isEqualTo(order.path("context"));
    assertThat(signal.at("/contacts/0/priority")).isEqualTo("100");
    assertThat(signal.at("/context/history/0/occurred_at")).isEqualTo("2026-10-20T07:00:00.000Z");
    assertThat(signal.at("/occurred_at")).isEqualTo("2026-11-23T07:00:00.500Z");
    assertThat(signal.body().path("metadata")).isEqualTo(body.json().path("metadata"));
    assertThat(api.get(PATH + "/" + signal.id()).is(200).body()).isEqualTo(signal.body());
  }

  @Test
  void acceptsPartialSubject() {
    OrderBody whole = SignalBody.of(OVERDUE, tenant.order("06"), "1");

    for (String alone : List.of("subject", "contacts", "context")) {
      ObjectNode body = whole.json().deepCopy().put("dedupe_key", alone);
      body.retain("signal_type", "subject_reference", "dedupe_key", alone);
      ServiceResponse created = api.post(PATH, body).is(201);

      assertThat(created.body().has(alone)).isTrue();
      assertThat(RunningTenant.members(created.body())).hasSize(8);
    }
    assertThat(
            tenant
                .service()
                .sql(
                    "SELECT count(*) FROM signal WHERE subject_data_complete AND tenant_id = ?",
                    tenant.uuid()))
        .containsExactly(List.of("0"));
  }

  @Test
  void emitsEventWithoutPersonalData() {
    OrderBody person = tenant.order("06");
    OrderBody body =
        SignalBody.of(OVERDUE, person, "1")
            .set("/occurred_at", "2026-11-23T08:00:00+01:00")
            .setJson("/metadata", "{\"campaign\": \"autumn\"}");

    ServiceResponse created = api.post(PATH, body.json()).is(201);

    JsonNode event = signalEvents().getFirst();
    assertThat(event.path("type").asText()).isEqualTo("signal.received");
    assertThat(event.path("related")).isEqualTo(Json.object().put("signal_id", created.id()));
    assertThat(event.path("metadata")).isEqualTo(body.json().path("metadata"));
    assertThat(event.path("occurred_at").asText()).isEqualTo(created.at("/received_at"));
    ObjectNode shown = (ObjectNode) created.body();
    assertThat(event.path("data"))
        .isEqualTo(shown.deepCopy().remove(List.of("subject", "contacts", "context")));
    assertThat(event.toString()).doesNotContain(person.phone()).doesNotContain("Mustermann");
  }

  @Test
  void repeatedDedupeKeyReturnsOriginal() {
    ServiceResponse original =
        api.post(PATH, SignalBody.of(OVERDUE, tenant.order("06"), "1").json()).is(201);

    ServiceResponse again = send(OVERDUE, "other-subject", "1").is(200);

    assertThat(again.header("Location")).isNull();
    assertThat(again.body().path("duplicate").asBoolean()).isTrue();
    ObjectNode expected = (ObjectNode) original.body();
    assertThat(again.body()).isEqualTo(expected.put("duplicate", true));
    assertThat(signalEvents()).hasSize(1);
    assertThat(api.get(PATH + "/" + original.id()).body().path("duplicate").asBoolean()).isFalse();
  }

  @Test
  void dedupeKeyIsUniquePerTypeAndTenant() {
    RunningTenant other = RunningService.shared().newTenant();

    ServiceResponse first = send(OVERDUE, "erika", "1").is(201);
    ServiceResponse second = send("payment.received", "erika", "1").is(201);
    ServiceResponse third =
        other.api().post(PATH, SignalBody.of(OVERDUE, "erika", "1").json()).is(201);

    assertThat(List.of(first.id(), second.id(), third.id())).doesNotHaveDuplicates();
    assertThat(send("payment.received", "erika", "1").is(200).id()).isEqualTo(second.id());
  }

  @Test
  void dedupeKeyExpiresAfterNinetyDaysOfRealTime() {
    ServiceResponse original = send(OVERDUE, "erika", "1").is(201);
    tenant.setClock(tenant.now().plus(Duration.ofDays(200)));
    send(OVERDUE, "erika", "1").is(200);

    age(YOUNGER);
    assertThat(send(OVERDUE, "erika", "1").is(200).id()).isEqualTo(original.id());
    age(OLDER);
    ServiceResponse fresh = send(OVERDUE, "erika", "1").is(201);

    assertThat(fresh.id()).isNotEqualTo(original.id());
    assertThat(send(OVERDUE, "erika", "1").is(200).id()).isEqualTo(fresh.id());
    assertThat(api.get(PATH + "/" + original.id()).is(200).body()).isEqualTo(original.body());
    assertThat(signalEvents()).hasSize(2);
  }

  private void age(String by) {
    tenant
        .service()
        .sql(
            "UPDATE signal_key SET recorded_at = now()" + by + " WHERE tenant_id = ?",
            tenant.uuid());
  }

  @Test
  void repeatsReplyForSameIdempotencyKey() {
    JsonNode body = SignalBody.of(OVERDUE, "erika", "1").json();
    ServiceResponse first = api.post(PATH, body, "Idempotency-Key", "a").is(201);

    ServiceResponse replayed = api.post(PATH, body, "Idempotency-Key", "a").is(201);
    assertThat(replayed.header("Idempotent-Replayed")).isEqualTo("true");
    assertThat(replayed.header("Location")).isEqualTo(first.header("Location"));
    assertThat(replayed.body()).isEqualTo(first.body());

    ServiceResponse duplicate = api.post(PATH, body, "Idempotency-Key", "b").is(200);
    assertThat(duplicate.header("Idempotent-Replayed")).isNull();
    assertThat(duplicate.body().path("duplicate").asBoolean()).isTrue();
    ServiceResponse again = api.post(PATH, body, "Idempotency-Key", "b").is(200);
    assertThat(again.header("Idempotent-Replayed")).isEqualTo("true");
    assertThat(again.body()).isEqualTo(duplicate.body());

    JsonNode other = SignalBody.of(OVERDUE, "erika", "2").json();
    api.post(PATH, other, "Idempotency-Key", "a").is(422, "idempotency_key_reused");
    assertThat(signalEvents()).hasSize(1);
  }

  @Test
  void concurrentEqualSignalsHaveOneEffect() throws Exception {
    JsonNode body = SignalBody.of(OVERDUE, tenant.order("06"), "1").json();

    List<ServiceResponse> responses = atOnce(300, each -> () -> api.post(PATH, body));

    assertThat(statuses(responses)).isEqualTo(Map.of(201, 1L, 200, 299L));
    assertThat(responses).extracting(ServiceResponse::id).containsOnly(responses.getFirst().id());
    assertThat(signalEvents()).hasSize(1);
  }

  @Test
  void acceptsConcurrentSignalsOfManySubjects() throws Exception {
    List<ServiceResponse> responses =
        atOnce(300, each -> () -> send(OVERDUE, "person-" + each % 20, "key-" + each % 100));

    assertThat(statuses(responses)).isEqualTo(Map.of(201, 100L, 200, 200L));
    assertThat(signalEvents()).hasSize(100);
  }

  private static Map<Integer, Long> statuses(List<ServiceResponse> responses) {
    return responses.stream()
        .collect(Collectors.groupingBy(ServiceResponse::status, Collectors.counting()));
  }

  /** Sixty-four clients send these requests in total. */
  private static List<ServiceResponse> atOnce(
      int count, IntFunction<Callable<ServiceResponse>> request) throws Exception {
    try (ExecutorService clients = Executors.newFixedThreadPool(64)) {
      List<ServiceResponse> responses = new ArrayList<>();
      for (Future<ServiceResponse> response :
          clients.invokeAll(IntStream.range(0, count).mapToObj(request).toList())) {
        responses.add(response.get());
      }
      return responses;
    }
  }

  /** A sequence with that trigger that begins with a wait. */
  private String createSequence(String key, String type) {
    ObjectNode body =
        SequenceBody.of(
            key, "{\"id\": \"wait\", \"type\": \"wait\", \"after\": {\"min\": \"P9D\"}}");
    body.putObject("trigger").put("signal_type", type);
    String id = api.post(SequenceBody.PATH, body).is(201).id();
    SequenceBody.activate(api, id, 1).is(200);
    return id;
  }

  private static List<String> effects(ServiceResponse signal) {
    return ServiceResponse.items(signal.body().path("triggered"))
        .map(one -> one.path("effect").asText())
        .toList();
  }

  @Test
  void reportsEffectsOnEnrollments() {
    createSequence("one", OVERDUE);
    createSequence("two", OVERDUE);
    OrderBody person = tenant.order("06");

    ServiceResponse begun = api.post(PATH, SignalBody.of(OVERDUE, person, "1").json()).is(201);
    ServiceResponse skipped = send(OVERDUE, person.reference(), "2").is(201);
    ServiceResponse ended = send("payment.received", person.reference(), "3").is(201);

    assertThat(effects(begun)).containsExactly("enrolled", "enrolled");
    assertThat(effects(skipped)).containsExactly("skipped", "skipped");
    assertThat(effects(ended)).containsExactly("exited", "exited");
    assertThat(
            ServiceResponse.items(ended.body().path("triggered"))
                .map(one -> one.path("enrollment_id")))
        .containsExactlyInAnyOrderElementsOf(
            ServiceResponse.items(begun.body().path("triggered"))
                .map(one -> one.path("enrollment_id"))
                .toList());
    assertThat(api.get(PATH + "/" + begun.id()).is(200).body()).isEqualTo(begun.body());
    assertThat(signalEvents())
        .extracting(event -> event.at("/data/triggered"))
        .containsExactly(
            begun.body().path("triggered"),
            skipped.body().path("triggered"),
            ended.body().path("triggered"));
    assertThat(send("payment.received", person.reference(), "4").is(201).body().path("triggered"))
        .isEmpty();
  }

  @Test
  void emitsSignalBeforeItsEffects() {
    createSequence("one", OVERDUE);
    createSequence("two", "payment.received");
    OrderBody person = tenant.order("06");
    api.post(PATH, SignalBody.of(OVERDUE, person, "1").json()).is(201);

    ServiceResponse both = send("payment.received", person.reference(), "2").is(201);

    assertThat(effects(both)).containsExactly("exited", "enrolled");
    List<String> types =
        tenant.events(null).stream().map(event -> event.path("type").asText()).toList();
    assertThat(types.subList(types.lastIndexOf("signal.received"), types.size()))
        .startsWith("signal.received", "enrollment.exited", "enrollment.started");
    assertThat(types.subList(types.indexOf("signal.received"), types.size()))
        .startsWith("signal.received", "enrollment.started");
  }

  @Test
  void concurrentEqualTriggersEnrollOnce() throws Exception {
    createSequence("one", OVERDUE);
    JsonNode body = SignalBody.of(OVERDUE, tenant.order("06"), "1").json();

    List<ServiceResponse> responses = atOnce(300, each -> () -> api.post(PATH, body));

    assertThat(statuses(responses)).isEqualTo(Map.of(201, 1L, 200, 299L));
    assertThat(responses)
        .allSatisfy(response -> assertThat(effects(response)).containsExactly("enrolled"));
    assertThat(count("enrollment")).isEqualTo(1);
  }

  @Test
  void concurrentSubjectsAreEnrolledAndEndedOnce() throws Exception {
    createSequence("one", OVERDUE);
    List<ServiceResponse> begun =
        atOnce(200, each -> () -> send(OVERDUE, "person-" + each % 100, "key-" + each));
    List<ServiceResponse> ended =
        atOnce(200, each -> () -> send("payment.received", "person-" + each % 100, "p-" + each));

    assertThat(begun.stream().flatMap(one -> effects(one).stream()).toList())
        .hasSize(200)
        .filteredOn("enrolled"::equals)
        .hasSize(100);
    assertThat(ended.stream().flatMap(one -> effects(one).stream()).toList())
        .hasSize(100)
        .containsOnly("exited");
    assertThat(count("enrollment")).isEqualTo(100);
  }

  private int count(String table) {
    String rows =
        tenant
            .service()
            .sql("SELECT count(*) FROM " + table + " WHERE tenant_id = ?", tenant.uuid())
            .getFirst()
            .getFirst();
    return Integer.parseInt(rows);
  }

  @Test
  void exitsAreNotReportedWhileSequencesAreOff() {
    createSequence("one", OVERDUE);
    OrderBody person = tenant.order("06");
    api.post(PATH, SignalBody.of(OVERDUE, person, "1").json()).is(201);
    tenant.service().sql("UPDATE tenant SET sequences_enabled = false WHERE id = ?", tenant.uuid());

    ServiceResponse ended = send("payment.received", person.reference(), "2").is(201);
    ServiceResponse trigger = send(OVERDUE, person.reference(), "3").is(201);

    assertThat(ended.body().path("triggered")).isEmpty();
    assertThat(trigger.body().path("triggered")).isEmpty();
    assertThat(tenant.events(null).stream().map(event -> event.path("type").asText()))
        .contains("enrollment.exited")
        .filteredOn("enrollment.started"::equals)
        .hasSize(1);
  }

  @Test
  void startsNothingForSuppressedSubject() {
    createSequence("suppressed", OVERDUE);
    OrderBody person = tenant.order("06");
    tenant.suppress(null, person.reference());

    ServiceResponse created = api.post(PATH, SignalBody.of(OVERDUE, person, "1").json()).is(201);

    assertThat(created.body().path("triggered").isArray()).isTrue();
    assertThat(created.body().path("triggered")).isEmpty();
    assertThat(api.get("/v1/enrollments?subject_reference=" + person.reference()).rows()).isEmpty();
    assertThat(tenant.events(null).stream().map(event -> event.path("type").asText()))
        .contains("signal.received")
        .doesNotContain("enrollment.started");
  }

  @Test
  void recordsSignalsWithoutSequencesFeature() {
    RunningTenant without =
        RunningService.shared()
            .newTenant("{\"name\": \"Test\", \"features\": {\"sequences_enabled\": false}}");

    ServiceResponse created =
        without.api().post(PATH, SignalBody.of("payment.received", "erika", "1").json()).is(201);

    assertThat(created.body().path("triggered")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\'',
      value = {
        "/signal_type | null | /signal_type type",
        "/signal_type | `a` | /signal_type min_length",
        "/signal_type | `overdue` | /signal_type pattern",
        "/signal_type | `Invoice.overdue` | /signal_type pattern",
        "/signal_type | `invoice.2nd` | /signal_type pattern",
        "/signal_type | `invoice..overdue` | /signal_type pattern",
        "/signal_type | `invoice.overdue.` | /signal_type pattern",
        "/subject_reference | `` | /subject_reference min_length, /subject/reference inconsistent",
        "/subject_reference | `a\\n"
            + "b` | /subject_reference pattern, /subject/reference inconsistent",
        "/subject_reference | 7 | /subject_reference type",
        "/dedupe_key | `` | /dedupe_key min_length",
        "/dedupe_key | `a\\u0000b` | /dedupe_key pattern",
        "/dedupe_key | null | /dedupe_key type",
        "/occurred_at | `2026-11-23T08:00:00` | /occurred_at offset_missing",
        "/occurred_at | `2026-02-30T08:00:00Z` | /occurred_at format",
        "/occurred_at | null | /occurred_at type",
        "/subject/reference | `another` | /subject/reference inconsistent",
        "/subject/name | {} | /subject/name/family_name required",
        "/subject | null | /subject type",
        "/contacts | [] | /contacts min_items",
        "/contacts/0/channel | `email` | /contacts inconsistent",
        "/contacts/0/value | `03023125000` | /contacts/0/value invalid_phone_number",
        "/contacts/0/priority | 0 | /contacts/0/priority minimum",
        "/context | {} | /context/claim required",
        "/context/claim/outstanding/value | 1 | /context/claim/outstanding/value type",
        "/metadata | {`a`: {}} | /metadata/a type",
        "/metadata | null | /metadata type",
        "/order_type | `payment_reminder` | /order_type unknown_member",
        "/duplicate | true | /duplicate unknown_member",
      })
  void reportsFaults(String pointer, String value, String expected) {
    OrderBody body = SignalBody.of(OVERDUE, tenant.order("06"), "1");
    body.setJson(pointer, value.replace('`', '"'));

    ServiceResponse refused = api.post(PATH, body.json());
    assertThat(refused.status()).as("%s %s", body, refused.text()).isEqualTo(422);

    assertThat(refused.errors()).containsExactly(expected.split(", "));
    assertThat(signalEvents()).isEmpty();
  }

  @Test
  void reportsMissingMembersAndAllFaults() {
    assertThat(api.send("POST", PATH, "{}").is(422).errors())
        .containsExactlyInAnyOrder(
            "/signal_type required", "/subject_reference required", "/dedupe_key required");
    OrderBody body = SignalBody.of("bad", tenant.order("06"), "1").set("/subject/reference", "x");
    assertThat(api.post(PATH, body.json()).is(422).errors())
        .containsExactlyInAnyOrder("/signal_type pattern", "/subject/reference inconsistent");
    api.send("POST", PATH, "{").is(400, "malformed_request");
    api.post(PATH).is(422, "validation_failed");
  }

  @Test
  void requiresScope() {
    JsonNode body = SignalBody.of(OVERDUE, "erika", "1").json();

    tenant.without("orders:write").post(PATH, body).is(403, "insufficient_scope");
    tenant.with("orders:write").post(PATH, body).is(201);
  }
}
