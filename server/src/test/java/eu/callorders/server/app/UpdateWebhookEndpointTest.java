package eu.callorders.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class UpdateWebhookEndpointTest {
  private static final String OTHER = "http://127.0.0.1:9/hook";
  private static final String VERIFICATION = "webhook_endpoint.verification ";

  private final RunningTenant tenant = RunningService.shared().newTenant();
  private final Api api = tenant.api();
  private final TestWebhookEndpoints hooks = new TestWebhookEndpoints(tenant);

  private String full() {
    var body = TestWebhookEndpoints.body().put("description", "Old.").put("payload_mode", "thin");
    body.putArray("event_types").add("call.*").add("call_order.completed");
    String id = api.post(TestWebhookEndpoints.PATH, body).is(201).id();
    hooks.verify(id);
    return id;
  }

  private String challenge(String id) {
    return hooks
        .sql("SELECT challenge FROM webhook_endpoint WHERE id = ?", TestWebhookEndpoints.uuid(id))
        .getFirst()
        .getFirst();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\'',
      value = {
        "{`description`: `New.`} | description | `New.`",
        "{`description`: null} | description | ''",
        "{`event_types`: [`signal.received`]} | event_types | [`signal.received`]",
        "{`event_types`: null} | event_types | ''",
        "{`payload_mode`: `full`} | payload_mode | `full`",
        "{`payload_mode`: null} | payload_mode | `full`",
        "{`status`: `disabled`} | status | `disabled`",
        "{`api_version`: null, `description`: `New.`} | api_version | `v1`",
      })
  void changesOnlyGivenMembers(String change, String member, String expected) {
    String id = full();
    JsonNode before = hooks.get(id);
    ServiceResponse after = hooks.patch(id, change, "If-Match", "\"1\"").is(200);

    assertThat(after.body().path(member).toString().replace('"', '`')).isEqualTo(expected);
    assertThat(after.header("ETag")).isEqualTo("\"2\"");
    assertThat(api.get(TestWebhookEndpoints.path(id)).text()).isEqualTo(after.text());
    assertThat(api.get(TestWebhookEndpoints.path(id)).header("ETag")).isEqualTo("\"2\"");
    before
        .properties()
        .forEach(
            was -> {
              if (!change.contains(was.getKey())) {
                assertThat(after.body().get(was.getKey())).isEqualTo(was.getValue());
              }
            });
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{`description`: `Old.`}",
        "{`event_types`: [`call.*`, `call_order.completed`]}",
        "{`payload_mode`: `thin`}",
        "{`api_version`: `v1`}",
        "{`api_version`: null}",
        "{`status`: `active`}",
        "{`url`: `http://localhost:9/hook`}",
      })
  void unchangedPatchHasNoEffect(String change) {
    String id = full();
    String before = api.get(TestWebhookEndpoints.path(id)).text();
    ServiceResponse after = hooks.patch(id, change).is(200);

    assertThat(after.text()).isEqualTo(before);
    assertThat(after.header("ETag")).isEqualTo("\"1\"");
  }

  @Test
  void newUrlRestartsVerification() {
    String id = full();
    ServiceResponse after =
        hooks.patch(id, "{`url`: `" + OTHER + "`, `description`: `Moved.`}").is(200);

    assertThat(after.at("/url")).isEqualTo(OTHER);
    assertThat(after.at("/description")).isEqualTo("Moved.");
    assertThat(after.at("/status")).isEqualTo("pending_verification");
    assertThat(after.at("/verification/state")).isEqualTo("pending");
    assertThat(Instant.parse(after.at("/verification/expires_at"))).isAfter(Instant.now());
    assertThat(after.header("ETag")).isEqualTo("\"2\"");
    assertThat(hooks.deliveryLog(id)).hasSize(2);
    assertThat(
            hooks.sql(
                "SELECT count(*) FROM webhook_delivery d JOIN webhook_endpoint e ON e.id ="
                    + " d.endpoint_id WHERE e.id = ? AND position(e.challenge IN d.envelope) > 0",
                TestWebhookEndpoints.uuid(id)))
        .containsExactly(List.of("1"));
  }

  @Test
  void newUrlSkipsOldChallenge() {
    String id = hooks.pending();
    hooks.sql(
        "DELETE FROM webhook_delivery_queue WHERE endpoint_id = ?", TestWebhookEndpoints.uuid(id));
    UUID waiting = waiting(id, "webhook_endpoint.verification");
    UUID event = waiting(id, "call.ended");
    String before = challenge(id);
    hooks.patch(id, "{`url`: `" + OTHER + "`}").is(200);

    assertThat(challenge(id)).isNotEqualTo(before);
    assertThat(status(waiting)).isEqualTo("skipped");
    assertThat(status(event)).as("other deliveries stay queued").isEqualTo("retrying");
  }

  private UUID waiting(String endpoint, String type) {
    UUID id = hooks.delivery(endpoint, Instant.now(), UUID.randomUUID(), type, "retrying");
    hooks.enqueue(endpoint, id);
    return id;
  }

  private String status(UUID delivery) {
    return hooks
        .sql("SELECT status FROM webhook_delivery WHERE id = ?", delivery)
        .getFirst()
        .getFirst();
  }

  @Test
  void requiresVerificationForActivation() {
    String pending = hooks.pending();
    hooks.patch(pending, "{`status`: `active`}").is(409, "endpoint_not_verified");
    hooks.patch(pending, "{`status`: `disabled`}").is(200);
    hooks.patch(pending, "{`status`: `active`}").is(409, "endpoint_not_verified");
    String active = hooks.active();
    hooks
        .patch(active, "{`status`: `active`, `url`: `" + OTHER + "`}")
        .is(409, "endpoint_not_verified");

    assertThat(hooks.get(active).path("status").asText()).isEqualTo("active");
    assertThat(hooks.get(active).path("url").asText())
        .isEqualTo(TestWebhookEndpoints.UNREACHABLE_URL);
  }

  @Test
  void newUrlReactivatesUnverifiedEndpoint() {
    String id = hooks.pending();
    hooks.patch(id, "{`status`: `disabled`}").is(200);
    ServiceResponse moved = hooks.patch(id, "{`url`: `" + OTHER + "`}").is(200);

    assertThat(moved.at("/status")).isEqualTo("pending_verification");
    assertThat(moved.at("/verification/state")).isEqualTo("pending");
  }

  @Test
  void enablingResetsFailureCount() {
    String id = hooks.active();
    hooks.sql(
        "UPDATE webhook_endpoint SET consecutive_failures = 9, failing_since = now(),"
            + " disable_countdown_started = true, warned_percent = 70, last_failure_at ="
            + " '2026-11-20T10:00:00Z' WHERE id = ?",
        TestWebhookEndpoints.uuid(id));
    ServiceResponse disabled = hooks.patch(id, "{`status`: `disabled`}").is(200);
    ServiceResponse enabled = hooks.patch(id, "{`status`: `active`}").is(200);

    assertThat(disabled.at("/health/consecutive_failures")).isEqualTo("9");
    assertThat(enabled.at("/status")).isEqualTo("active");
    assertThat(enabled.at("/health/consecutive_failures")).isEqualTo("0");
    assertThat(enabled.at("/health/last_failure_at")).isEqualTo("2026-11-20T10:00:00.000Z");
    assertThat(enabled.header("ETag")).isEqualTo("\"3\"");
    assertThat(
            hooks.sql(
                "SELECT failing_since IS NULL, disable_countdown_started, warned_percent FROM"
                    + " webhook_endpoint WHERE id = ?",
                TestWebhookEndpoints.uuid(id)))
        .containsExactly(List.of("t", "f", "0"));
  }

  @Test
  void disablingSkipsQueuedButNotLeasedDeliveries() {
    String id = hooks.active();
    UUID waiting = waiting(id, "call.ended");
    UUID abandoned = waiting(id, "call.ended");
    UUID flying = waiting(id, "call.ended");
    lease(abandoned, "- interval '1 second'");
    lease(flying, "+ interval '1 hour'");
    UUID elsewhere = waiting(hooks.active(), "call.ended");
    hooks.patch(id, "{`status`: `disabled`}").is(200);

    assertThat(List.of(waiting, abandoned, flying, elsewhere))
        .extracting(this::status)
        .containsExactly("skipped", "skipped", "retrying", "retrying");
    assertThat(
            hooks.sql(
                "SELECT delivery_id FROM webhook_delivery_queue WHERE endpoint_id = ?",
                TestWebhookEndpoints.uuid(id)))
        .containsExactly(List.of(flying.toString()));
  }

  private void lease(UUID delivery, String until) {
    hooks.sql(
        "UPDATE webhook_delivery_queue SET owner = gen_random_uuid(), lease_until = now() "
            + until
            + " WHERE delivery_id = ?",
        delivery);
  }

  @Test
  void requiresIfMatch() {
    String id = hooks.active();
    assertThat(hooks.patch(id, "{}", new String[0]).is(422, "validation_failed").errors())
        .containsExactly("/header/If-Match required");
    hooks.patch(id, "{`description`: `B`}", "If-Match", "\"1\"").is(200);
    hooks.patch(id, "{`description`: `C`}", "If-Match", "\"1\"").is(412, "precondition_failed");
    hooks.patch(id, "{}", "If-Match", "\"1\"").is(412, "precondition_failed");
    hooks.patch(id, "{`description`: `C`}", "If-Match", "W/\"2\"").is(412, "precondition_failed");
    hooks.patch(id, "{`description`: `C`}", "If-Match", "\"7\", \"2\"").is(200);
  }

  @Test
  void oneOfManyChangesOfSameRevisionWins() {
    String id = hooks.active();

    assertThat(
            TestWebhookEndpoints.concurrently(
                8,
                each -> hooks.patch(id, "{`description`: `T" + each + "`}", "If-Match", "\"1\"")))
        .isEqualTo("{200=1, 412=7}");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\'',
      value = {
        "{`url`: null} | /url type",
        "{`url`: `https://x.y`} | /url min_length",
        "{`event_types`: []} | /event_types min_items",
        "{`event_types`: [`call.begun`]} | /event_types/0 enum",
        "{`payload_mode`: `half`} | /payload_mode enum",
        "{`api_version`: `v2`} | /api_version enum",
        "{`status`: `pending_verification`} | /status enum",
        "{`status`: null} | /status type",
        "{`secret`: `x`} | /secret unknown_member",
        "{`health`: {}} | /health unknown_member",
      })
  void reportsEveryFault(String change, String expected) {
    String id = full();

    assertThat(hooks.patch(id, change).is(422, "validation_failed").errors()).contains(expected);
    assertThat(api.get(TestWebhookEndpoints.path(id)).header("ETag")).isEqualTo("\"1\"");
  }

  @Test
  void validatesNewUrl() {
    String id = full();
    ServiceResponse refused =
        hooks
            .patch(id, "{`url`: `https://192.168.1.1/hook`, `description`: `X`}")
            .is(422, "webhook_url_not_allowed");

    assertThat(refused.errors()).containsExactly("/url host");
    assertThat(hooks.get(id).path("description").asText()).isEqualTo("Old.");
    assertThat(hooks.get(id).path("status").asText()).isEqualTo("active");
  }

  @Test
  void replaysReplyForSameIdempotencyKey() {
    String id = hooks.active();
    String change = "{`description`: `Once.`}";
    ServiceResponse first =
        hooks.patch(id, change, "If-Match", "\"1\"", "Idempotency-Key", "patch-" + id).is(200);
    ServiceResponse again =
        hooks.patch(id, change, "If-Match", "\"1\"", "Idempotency-Key", "patch-" + id).is(200);

    assertThat(again.text()).isEqualTo(first.text());
    assertThat(again.header("ETag")).isEqualTo("\"2\"");
  }

  @Test
  void foreignEndpointsAreNotFound() {
    String theirs = new TestWebhookEndpoints(tenant.service().newTenant()).pending();

    hooks.patch(theirs, "{}").is(404, "not_found");
    hooks.patch("whe_01m840bp4mecasj3vjxvs95yam", "{}").is(404, "not_found");
    hooks.patch("x", "{}").is(404, "not_found");
  }
}
