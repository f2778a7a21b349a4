package eu.callorders.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.server.json.Json;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
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

  private final RunningTenant tenant = RunningService.shared().newTenant();
  private final Api api = tenant.api();

  @Test
  void createsDraftWithGivenMembers() {
    ObjectNode body = Api.json(FULL).put("key", "full").put("title", "All of it");

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
}
