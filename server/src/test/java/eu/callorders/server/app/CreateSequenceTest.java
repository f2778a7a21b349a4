package eu.callorders.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.server.json.Json;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CreateSequenceTest {
  private static final String FULL =
      """
      {"trigger": {"signal_type": "invoice.overdue", "enrollment_policy": "replace_active"},
       "exit_conditions": [{"type": "signal", "signal_type": "invoice.credited"},
                           {"type": "do_not_call"}, {"type": "subject_reached"}],
       "steps": [
         {"id": "pause", "type": "wait", "after": {"min": "P2D", "max": "P3DT4H30M"},
          "until": {"date": "2027-05-01", "local_time": "10:00"},
          "skip_remaining_if": [{"type": "signal", "signal_type": "invoice.paused"}]},
         {"id": "call", "type": "create_order", "order_type": "payment_reminder",
          "scheduling": {"max_attempts": 3, "local_call_times":
            [{"days": ["mon"], "from": "09:00", "to": "24:00"}]},
          "negotiation": {"installments": {}}, "delivery": {"transcript": "none"},
          "variables": {"tone": "firm", "n": 1.50},
          "exit_when": {"summary_codes": ["payment_promised", "one_of_tomorrow"],
                        "reachability": ["wrong_number"]},
          "exit_reason": "handled on the first call"},
         {"id": "rest", "type": "wait", "after": {"max": "PT90M"}}]}
      """;

  private RunningTenant tenant;
  private Api api;

  @BeforeAll
  void begin() {
    tenant = RunningService.shared().newTenant();
    api = tenant.api();
  }

  @Test
  void createsDraftWithGivenMembers() {
    ObjectNode body = RunningService.object(FULL).put("key", "full").put("title", "All of it");

    ServiceResponse created = api.post(SequenceBody.PATH, body).is(201);

    assertThat(created.header("Location")).isEqualTo("/v1/sequences/" + created.id());
    assertThat(created.header("ETag")).isNull();
    assertThat(created.id()).startsWith("seq_");
    assertThat(created.at("/key")).isEqualTo("full");
    assertThat(created.at("/title")).isEqualTo("All of it");
    assertThat(created.at("/status")).isEqualTo("draft");
    assertThat(created.body().has("active_version")).isFalse();
    assertThat(created.at("/created_at")).isEqualTo(created.at("/updated_at"));
    JsonNode version = created.body().path("versions").path(0);
    assertThat(created.body().path("versions")).hasSize(1);
    assertThat(version.path("version").asInt()).isEqualTo(1);
    assertThat(version.path("status").asText()).isEqualTo("draft");
    assertThat(version.path("created_at")).isEqualTo(created.body().path("created_at"));
    assertThat(version.has("activated_at")).isFalse();
    for (String member : List.of("trigger", "exit_conditions", "steps")) {
      assertThat(version.path(member)).isEqualTo(body.path(member));
    }
    assertThat(api.get(created.header("Location")).is(200).text()).isEqualTo(created.text());
  }

  @Test
  void addsDefaultsAndStoresStepsCanonically() {
    ServiceResponse created =
        api.post(
                SequenceBody.PATH,
                SequenceBody.of(
                    "spelling",
                    "{\"id\": \"call\", \"type\": \"create_order\", \"order_type\": \"x\","
                        + " \"scheduling\": {\"max_attempts\": 5.0, \"retry\": {}, \"window\":"
                        + " {\"not_before\": \"2027-01-01T10:00:00+01:00\"}}, \"delivery\": {}}"))
            .is(201);

    JsonNode version = created.body().path("versions").path(0);
    assertThat(version.at("/trigger/enrollment_policy").asText())
        .isEqualTo("one_active_per_subject");
    assertThat(version.path("exit_conditions")).isEqualTo(Json.array());
    assertThat(version.path("steps").path(0).toString())
        .isEqualTo(
            "{\"id\":\"call\",\"type\":\"create_order\",\"order_type\":\"x\",\"scheduling\":"
                + "{\"max_attempts\":5,\"window\":{\"not_before\":\"2027-01-01T09:00:00.000Z\"}}}");
  }

  @Test
  void emitsEvent() {
    ServiceResponse created = api.post(SequenceBody.PATH, SequenceBody.of("announced")).is(201);

    List<JsonNode> events = SequenceBody.events(tenant, created.id());
    assertThat(events).hasSize(1);
    assertThat(events.getFirst().path("type").asText()).isEqualTo("sequence.created");
    assertThat(events.getFirst().path("data")).isEqualTo(created.body());
    assertThat(events.getFirst().path("occurred_at")).isEqualTo(created.body().path("created_at"));
  }

  @Test
  void keyIsUniquePerTenantForever() {
    String id = SequenceBody.create(api, "once");

    api.post(SequenceBody.PATH, SequenceBody.of("once")).is(409, "already_exists");
    SequenceBody.archive(api, id).is(200);
    api.post(SequenceBody.PATH, SequenceBody.of("once")).is(409, "already_exists");
    SequenceBody.create(tenant.service().newTenant().api(), "once");
    assertThat(SequenceBody.eventTypes(tenant, id))
        .containsExactly("sequence.created", "sequence.archived");
  }

  @Test
  void concurrentRequestsCreateOneSequence() {
    List<CompletableFuture<Integer>> statuses =
        IntStream.range(0, 8)
            .mapToObj(
                each ->
                    CompletableFuture.supplyAsync(
                        () -> api.post(SequenceBody.PATH, SequenceBody.of("wanted")).status()))
            .toList();

    assertThat(statuses.stream().map(CompletableFuture::join).sorted())
        .containsExactly(201, 409, 409, 409, 409, 409, 409, 409);
  }

  @Test
  void repeatsReplyForSameKey() {
    ObjectNode body = SequenceBody.of("repeated");
    ServiceResponse first =
        api.post(SequenceBody.PATH, body, "Idempotency-Key", "sequence-1").is(201);
    ServiceResponse again =
        api.post(SequenceBody.PATH, body, "Idempotency-Key", "sequence-1").is(201);

    assertThat(again.header("Idempotent-Replayed")).isEqualTo("true");
    assertThat(again.text()).isEqualTo(first.text());
    assertThat(again.header("Location")).isEqualTo(first.header("Location"));
    api.post(SequenceBody.PATH, SequenceBody.of("other"), "Idempotency-Key", "sequence-1")
        .is(422, "idempotency_key_reused");
    api.post(SequenceBody.PATH, body, "Idempotency-Key", "sequence-2").is(409, "already_exists");
    assertThat(
            api.post(SequenceBody.PATH, body, "Idempotency-Key", "sequence-2")
                .is(409, "already_exists")
                .header("Idempotent-Replayed"))
        .isEqualTo("true");
    assertThat(SequenceBody.eventTypes(tenant, first.id())).containsExactly("sequence.created");
  }

  @Test
  void rejectsTenantsWithoutFeature() {
    RunningTenant without =
        tenant
            .service()
            .newTenant("{\"name\": \"Plain\", \"features\": {\"sequences_enabled\": false}}");
    Api plain = without.api();

    plain.post(SequenceBody.PATH, SequenceBody.of("sequence")).is(403, "feature_not_enabled");
    plain.send("POST", SequenceBody.PATH, "{").is(403, "feature_not_enabled");
    plain
        .send("POST", SequenceBody.PATH, "x", "Content-Type", "text/plain")
        .is(403, "feature_not_enabled");
    without
        .without("config:write")
        .post(SequenceBody.PATH, SequenceBody.of("sequence"))
        .is(403, "insufficient_scope");
    assertThat(plain.get(SequenceBody.PATH).is(200).rows()).isEmpty();
    without
        .service()
        .sql("UPDATE tenant SET sequences_enabled = true WHERE id = ?", without.uuid());
    plain.post(SequenceBody.PATH, SequenceBody.of("sequence")).is(201);
  }

  @ParameterizedTest
  @ValueSource(strings = {"a", "A_b", "1a", "a-b", "ä_b", "", "_a", "a b"})
  void rejectsInvalidKeys(String key) {
    ServiceResponse refused = api.post(SequenceBody.PATH, SequenceBody.of(key)).is(422);

    assertThat(refused.errors()).containsExactly("/key pattern");
  }

  @Test
  void limitsStepsAndConditions() {
    ObjectNode body = SequenceBody.of("k".repeat(64)).put("title", "t".repeat(200));
    ArrayNode steps = body.putArray("steps");
    ArrayNode exits = body.putArray("exit_conditions");
    IntStream.range(0, 20).forEach(each -> steps.add(waiting("s" + each)));
    IntStream.range(0, 10).forEach(each -> exits.add(signal("a.b" + each)));
    ArrayNode skips = ((ObjectNode) steps.get(0)).putArray("skip_remaining_if");
    IntStream.range(0, 10).forEach(each -> skips.add(signal("s".repeat(64))));
    ((ObjectNode) steps.get(0)).put("id", "i".repeat(64));
    api.post(SequenceBody.PATH, body).is(201);

    steps.add(waiting("s20"));
    exits.add(signal("a.b"));
    skips.add(signal("a.b"));
    body.put("key", "k".repeat(65)).put("title", "t".repeat(201));
    ((ObjectNode) steps.get(1)).put("id", "i".repeat(65));
    assertThat(api.post(SequenceBody.PATH, body).is(422, "validation_failed").errors())
        .contains(
            "/key pattern",
            "/title max_length",
            "/steps max_items",
            "/exit_conditions max_items",
            "/steps/0/skip_remaining_if max_items",
            "/steps/1/id pattern");
  }

  private static JsonNode waiting(String id) {
    return Json.parse(
        "{\"id\": \"" + id + "\", \"type\": \"wait\", \"after\": {\"min\": \"P1D\"}}");
  }

  private static JsonNode signal(String type) {
    return Json.object().put("type", "signal").put("signal_type", type);
  }

  /** One fault each, without consequential ones. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\'',
      value = {
        "`id`: `w`, `type`: `wait` | /after required",
        "`id`: `w`, `type`: `wait`, `until`: {} | /until min_items",
        "`id`: `w`, `type`: `wait`, `after`: {} | /after min_items",
        "`id`: `w`, `type`: `wait`, `after`: {`min`: `P3D`, `max`: `P2D`} | /after inconsistent",
        "`id`: `w`, `type`: `wait`, `after`: {`min`: `PT25H`, `max`: `P1D`} | /after inconsistent",
        "`id`: `w`, `type`: `wait`, `after`: {`min`: `P1M`} | /after/min pattern",
        "`id`: `w`, `type`: `wait`, `after`: {`max`: `P1Y`} | /after/max pattern",
        "`id`: `w`, `type`: `wait`, `after`: {`min`: `P1W`} | /after/min pattern",
        "`id`: `w`, `type`: `wait`, `after`: {`min`: `PT30S`} | /after/min pattern",
        "`id`: `w`, `type`: `wait`, `after`: {`min`: `P`} | /after/min pattern",
        "`id`: `w`, `type`: `wait`, `after`: {`min`: `P1DT`} | /after/min pattern",
        "`id`: `w`, `type`: `wait`, `after`: {`min`: `-P1D`} | /after/min pattern",
        "`id`: `w`, `type`: `wait`, `after`: {`min`: `PT1.5H`} | /after/min pattern",
        "`id`: `w`, `type`: `wait`, `after`: {`min`: 2} | /after/min type",
        "`id`: `w`, `type`: `wait`, `after`: {`least`: `P1D`, `min`: `P1D`} | /after/least"
            + " unknown_member",
        "`id`: `w`, `type`: `wait`, `until`: {`local_time`: `24:00`} | /until/local_time pattern",
        "`id`: `w`, `type`: `wait`, `until`: {`local_time`: `9:00`} | /until/local_time pattern",
        "`id`: `w`, `type`: `wait`, `until`: {`date`: `2027-02-29`} | /until/date format",
        "`id`: `w`, `type`: `wait`, `after`: {`min`: `P1D`}, `order_type`: `x` | /order_type"
            + " unknown_member",
        "`id`: `w`, `type`: `wait`, `after`: {`min`: `P1D`}, `skip_remaining_if`: [{`type`:"
            + " `signal`}] | /skip_remaining_if/0/signal_type required",
        "`id`: `w`, `type`: `wait`, `after`: {`min`: `P1D`}, `skip_remaining_if`: [{`type`:"
            + " `do_not_call`, `signal_type`: `a.b`}] | /skip_remaining_if/0/signal_type"
            + " inconsistent",
        "`id`: `w`, `type`: `sleep`, `for`: 1 | /type enum",
        "`id`: `w`, `after`: {`min`: `P1D`} | /type required",
        "`id`: `W`, `type`: `wait`, `after`: {`min`: `P1D`} | /id pattern",
        "`type`: `wait`, `after`: {`min`: `P1D`} | /id required",
        "`id`: `c`, `type`: `create_order` | /order_type required",
        "`id`: `c`, `type`: `create_order`, `order_type`: `` | /order_type min_length",
        "`id`: `c`, `type`: `create_order`, `order_type`: `x`, `after`: {} | /after"
            + " unknown_member",
        "`id`: `c`, `type`: `create_order`, `order_type`: `x`, `exit_when`: {`summary_codes`:"
            + " [`a`]} | /exit_reason required",
        "`id`: `c`, `type`: `create_order`, `order_type`: `x`, `exit_reason`: `r`, `exit_when`:"
            + " {} | /exit_when min_items",
        "`id`: `c`, `type`: `create_order`, `order_type`: `x`, `exit_reason`: `r`, `exit_when`:"
            + " {`reachability`: []} | /exit_when/reachability min_items",
        "`id`: `c`, `type`: `create_order`, `order_type`: `x`, `exit_reason`: ``, `exit_when`:"
            + " {`reachability`: [`x`]} | /exit_reason min_length",
        "`id`: `c`, `type`: `create_order`, `order_type`: `x`, `scheduling`: {`max_attempts`: 11}"
            + " | /scheduling/max_attempts maximum",
        "`id`: `c`, `type`: `create_order`, `order_type`: `x`, `scheduling`: {`window`:"
            + " {`not_before`: `2027-01-02T00:00:00Z`, `not_after`: `2027-01-01T00:00:00Z`}} |"
            + " /scheduling/window inconsistent",
        "`id`: `c`, `type`: `create_order`, `order_type`: `x`, `scheduling`: {`local_call_times`:"
            + " [{`days`: [`mon`], `from`: `12:00`, `to`: `09:00`}]} |"
            + " /scheduling/local_call_times/0 inconsistent",
        "`id`: `c`, `type`: `create_order`, `order_type`: `x`, `variables`: [] | /variables type",
        "`id`: `c`, `type`: `create_order`, `order_type`: `x`, `negotiation`: {`settlement`:"
            + " {`conclusion_mode`: `conclude`}} | /negotiation/settlement/conclusion_mode enum",
      })
  void reportsFaultOfStep(String step, String expected) {
    String json = "{" + step.replace('`', '"') + "}";
    ObjectNode body = SequenceBody.of("faulty", waiting("first").toString(), json);

    ServiceResponse refused = api.post(SequenceBody.PATH, body).is(422, "validation_failed");

    assertThat(refused.errors()).containsExactly("/steps/1" + expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\'',
      value = {
        "{`type`: `signal`} | /signal_type required",
        "{`type`: `signal`, `signal_type`: ``} | /signal_type min_length",
        "{`type`: `subject_reached`, `signal_type`: `a.b`} | /signal_type inconsistent",
        "{`type`: `weather`} | /type enum",
        "{`type`: `weather`, `signal_type`: `a.b`} | /type enum",
        "{`signal_type`: `a.b`} | /type required",
        "{`type`: `do_not_call`, `since`: 1} | /since unknown_member",
      })
  void reportsFaultOfExitCondition(String condition, String expected) {
    ObjectNode body = SequenceBody.of("faulty");
    body.set("exit_conditions", Json.parse("[" + condition.replace('`', '"') + "]"));

    ServiceResponse refused = api.post(SequenceBody.PATH, body).is(422, "validation_failed");

    assertThat(refused.errors()).containsExactly("/exit_conditions/0" + expected);
  }

  @Test
  void reportsAllFaults() {
    ObjectNode body =
        SequenceBody.of(
            "Faulty",
            "{\"id\": \"a\", \"type\": \"wait\", \"after\": {\"min\": \"P2D\", \"max\": \"P1D\"}}",
            "{\"id\": \"a\", \"type\": \"sleep\"}",
            "{\"id\": \"a\", \"type\": \"create_order\", \"scheduling\": {\"local_call_times\":"
                + " [{\"days\": [\"mon\"], \"from\": \"12:00\", \"to\": \"09:00\"}]}}");
    body.putObject("trigger").put("signal_type", "overdue").put("enrollment_policy", "parallel");

    assertThat(api.post(SequenceBody.PATH, body).is(422, "validation_failed").errors())
        .containsExactlyInAnyOrder(
            "/key pattern",
            "/trigger/signal_type pattern",
            "/trigger/enrollment_policy enum",
            "/steps/0/after inconsistent",
            "/steps/1/type enum",
            "/steps/1/id not_unique",
            "/steps/2/order_type required",
            "/steps/2/id not_unique",
            "/steps/2/scheduling/local_call_times/0 inconsistent");
  }

  @Test
  void acceptsEqualSpansAndUnknownOrderTypes() {
    api.post(
            SequenceBody.PATH,
            SequenceBody.of(
                "equal",
                "{\"id\": \"a\", \"type\": \"wait\", \"after\": {\"min\": \"PT24H\", \"max\":"
                    + " \"P1D\"}}",
                "{\"id\": \"b\", \"type\": \"create_order\", \"order_type\": \"of_tomorrow\"}"))
        .is(201);
  }

  @Test
  void reportsMissingMembers() {
    assertThat(api.send("POST", SequenceBody.PATH, "{}").is(422).errors())
        .containsExactlyInAnyOrder(
            "/key required", "/title required", "/trigger required", "/steps required");
    assertThat(
            api.send("POST", SequenceBody.PATH, "{\"trigger\": {}, \"steps\": [], \"x\": 1}")
                .is(422)
                .errors())
        .contains("/trigger/signal_type required", "/steps min_items", "/x unknown_member");
  }
}
