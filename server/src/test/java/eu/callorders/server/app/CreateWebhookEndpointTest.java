package eu.callorders.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.signing.SigningSecret;
import eu.callorders.server.json.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CreateWebhookEndpointTest {
  private static final int MAX_ENDPOINTS = 20;

  private final RunningTenant tenant = RunningService.shared().newTenant();
  private final Api api = tenant.api();
  private final TestWebhookEndpoints hooks = new TestWebhookEndpoints(tenant);

  private ServiceResponse create(ObjectNode body, String... headers) {
    return api.post(TestWebhookEndpoints.PATH, body, headers);
  }

  @Test
  void createsPendingEndpoint() {
    ServiceResponse created = create(TestWebhookEndpoints.body()).is(201);
    JsonNode endpoint = created.body();

    assertThat(RunningTenant.members(endpoint))
        .containsExactly(
            "id",
            "url",
            "payload_mode",
            "api_version",
            "status",
            "verification",
            "health",
            "created_at",
            "secret");
    assertThat(endpoint.path("url").asText()).isEqualTo(TestWebhookEndpoints.UNREACHABLE_URL);
    assertThat(endpoint.path("payload_mode").asText()).isEqualTo("full");
    assertThat(endpoint.path("status").asText()).isEqualTo("pending_verification");
    assertThat(endpoint.path("health").toString()).isEqualTo("{\"consecutive_failures\":0}");
    assertThat(created.at("/verification/state")).isEqualTo("pending");
    Instant createdAt = Instant.parse(created.at("/created_at"));
    assertThat(Instant.parse(created.at("/verification/expires_at")))
        .isEqualTo(createdAt.plus(Duration.ofHours(24)));
    assertThat(createdAt).as("real time").isBefore(tenant.now().minus(Duration.ofDays(1)));
    assertThat(created.header("ETag")).isEqualTo("\"1\"");
    assertThat(created.header("Location")).isEqualTo(TestWebhookEndpoints.path(created.id()));
  }

  @Test
  void storesGivenMembers() {
    ObjectNode body =
        TestWebhookEndpoints.body().put("description", "Mine.").put("payload_mode", "thin");
    body.put("api_version", "v1").putArray("event_types").add("call_order.*").add("call.ended");
    String id = create(body).is(201).id();
    JsonNode endpoint = hooks.get(id);

    assertThat(endpoint.path("description").asText()).isEqualTo("Mine.");
    assertThat(endpoint.path("payload_mode").asText()).isEqualTo("thin");
    assertThat(endpoint.path("event_types").toString())
        .isEqualTo("[\"call_order.*\",\"call.ended\"]");
  }

  @Test
  void returnsSecretOnceAndStoresItEncrypted() {
    ObjectNode body = TestWebhookEndpoints.body();
    ServiceResponse created = create(body, "Idempotency-Key", "secret-once").is(201);
    String secret = created.at("/secret");
    ServiceResponse again = create(body, "Idempotency-Key", "secret-once").is(201);

    assertThat(SigningSecret.parse(secret).encode()).isEqualTo(secret);
    assertThat(again.header("Idempotent-Replayed")).isEqualTo("true");
    assertThat(again.id()).isEqualTo(created.id());
    assertThat(again.header("Location")).isEqualTo(created.header("Location"));
    assertThat(again.body().has("secret")).isFalse();
    assertThat(hooks.get(created.id()).has("secret")).isFalse();
    String random = secret.substring("whsec_".length());
    assertThat(hooks.sql("SELECT body FROM idempotency_record WHERE key = 'secret-once'"))
        .allSatisfy(row -> assertThat(row.getFirst()).doesNotContain(random));
    assertThat(
            hooks.sql(
                "SELECT position(convert_to(?, 'UTF8') IN ciphertext), position(decode(?, 'base64')"
                    + " IN ciphertext) FROM webhook_secret WHERE endpoint_id = ?",
                random,
                random,
                TestWebhookEndpoints.uuid(created.id())))
        .containsExactly(List.of("0", "0"));
    assertThat(create(TestWebhookEndpoints.body()).is(201).at("/secret")).isNotEqualTo(secret);
  }

  @Test
  void sendsChallenge() {
    String id = hooks.pending();
    List<String> row =
        hooks
            .sql(
                "SELECT d.envelope, e.challenge, d.next_attempt_at <= now()"
                    + " FROM webhook_delivery d JOIN webhook_endpoint e ON e.id = d.endpoint_id"
                    + " WHERE e.id = ?",
                TestWebhookEndpoints.uuid(id))
            .getFirst();
    JsonNode event = Json.parse(row.getFirst());

    assertThat(RunningTenant.members(event))
        .containsExactly(
            "id",
            "api_version",
            "environment",
            "type",
            "occurred_at",
            "tenant_id",
            "related",
            "data");
    assertThat(event.path("type").asText()).isEqualTo("webhook_endpoint.verification");
    assertThat(event.path("environment").asText()).isEqualTo("sandbox");
    assertThat(event.path("tenant_id").asText()).isEqualTo(tenant.id());
    assertThat(event.at("/related/webhook_endpoint_id").asText()).isEqualTo(id);
    assertThat(event.at("/data/challenge").asText()).hasSize(43);
    assertThat(tenant.events(null)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "http://example.com/hook, scheme",
    "ftp://example.com/hook, scheme",
    "https://me@example.com/hook, user_info",
    "https://example.com/hook#part, fragment",
    "https://example.com:8080/hook, port",
    "https://127.0.0.1/hook, host",
    "https://[::1]/hook, host",
    "https://10.1.2.3:8443/hook, host",
    "https://169.254.169.254/latest, host",
    "https://localhost/hook, host",
    "https://0x7f000001/hook, host",
    "http://localhost:10/hook, scheme",
    "https://unknown.invalid/hook, address",
    "https://example.com/a hook, syntax"
  })
  void rejectsUrlsByRule(String url, String rule) {
    ServiceResponse refused =
        create(TestWebhookEndpoints.body().put("url", url)).is(422, "webhook_url_not_allowed");

    assertThat(refused.errors()).containsExactly("/url " + rule);
    assertThat(refused.at("/detail")).isNotEmpty().doesNotContain("127.0.0.1");
    assertThat(api.get(TestWebhookEndpoints.PATH).rows()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\'',
      value = {
        "{} | /url required",
        "{`url`: `https://x.y`} | /url min_length",
        "{`url`: null} | /url type",
        "{`description`: null} | /description type",
        "{`payload_mode`: `half`} | /payload_mode enum",
        "{`api_version`: `v2`} | /api_version enum",
        "{`event_types`: []} | /event_types min_items",
        "{`event_types`: [`call.ended`, `call.begun`]} | /event_types/1 enum",
        "{`event_types`: [`calls.*`]} | /event_types/0 enum",
        "{`event_types`: [`*`]} | /event_types/0 pattern",
        "{`status`: `active`} | /status unknown_member",
        "{`secret`: `whsec_x`} | /secret unknown_member",
      })
  void reportsFaults(String members, String expected) {
    ObjectNode body = Api.json(members.replace('`', '"'));
    if (!body.has("url") && !body.isEmpty()) {
      body.put("url", TestWebhookEndpoints.UNREACHABLE_URL);
    }
    assertThat(create(body).is(422, "validation_failed").errors()).contains(expected);
  }

  @Test
  void limitsDescription() {
    create(TestWebhookEndpoints.body().put("description", "x".repeat(500))).is(201);

    assertThat(
            create(TestWebhookEndpoints.body().put("description", "x".repeat(501)))
                .is(422)
                .errors())
        .containsExactly("/description max_length");
  }

  @Test
  void limitsEndpointsToTwentyConcurrently() {
    assertThat(
            TestWebhookEndpoints.concurrently(
                MAX_ENDPOINTS + 5, each -> create(TestWebhookEndpoints.body())))
        .isEqualTo("{201=20, 409=5}");

    create(TestWebhookEndpoints.body()).is(409, "endpoint_limit");
    create(TestWebhookEndpoints.body().put("url", "http://example.com/")).is(409, "endpoint_limit");
    new TestWebhookEndpoints(tenant.service().newTenant()).pending();
    String one = api.get(TestWebhookEndpoints.PATH).rows().getFirst().path("id").asText();
    api.send("DELETE", TestWebhookEndpoints.path(one), null).is(204);
    create(TestWebhookEndpoints.body()).is(201);
    create(TestWebhookEndpoints.body()).is(409, "endpoint_limit");
  }

  @Test
  void repeatsErrorForSameKey() {
    ObjectNode body = TestWebhookEndpoints.body().put("url", "https://example.com:444/hook");
    create(body, "Idempotency-Key", "refused").is(422, "webhook_url_not_allowed");
    ServiceResponse again =
        create(body, "Idempotency-Key", "refused").is(422, "webhook_url_not_allowed");

    assertThat(again.header("Idempotent-Replayed")).isEqualTo("true");
    assertThat(again.errors()).containsExactly("/url port");
    create(TestWebhookEndpoints.body(), "Idempotency-Key", "refused")
        .is(422, "idempotency_key_reused");
  }

  @Test
  void concurrentRequestsWithSameKeyCreateOneEndpoint() {
    TestWebhookEndpoints.concurrently(
        8, each -> create(TestWebhookEndpoints.body(), "Idempotency-Key", "at-once"));

    assertThat(api.get(TestWebhookEndpoints.PATH).rows()).hasSize(1);
  }
}
