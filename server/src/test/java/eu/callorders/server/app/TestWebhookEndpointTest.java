package eu.callorders.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.core.id.IdKind;
import eu.callorders.server.json.Json;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The endpoints are unreachable, so every attempt fails. */
class TestWebhookEndpointTest {
  private static final String PING = "webhook_endpoint.ping";
  private static final String VERIFICATION = "webhook_endpoint.verification";

  private final RunningTenant tenant = RunningService.shared().newTenant();
  private final Api api = tenant.api();
  private final TestWebhookEndpoints hooks = new TestWebhookEndpoints(tenant);

  private ServiceResponse test(String id, String... headers) {
    return api.post(TestWebhookEndpoints.path(id) + "/test", headers);
  }

  private JsonNode envelope(ServiceResponse delivery) {
    UUID id = IdKind.WEBHOOK_DELIVERY.parse(delivery.id()).orElseThrow();
    return Json.parse(
        hooks.sql("SELECT envelope FROM webhook_delivery WHERE id = ?", id).getFirst().getFirst());
  }

  @Test
  void pingsAnActiveEndpoint() {
    String id = hooks.active();
    ServiceResponse ping = test(id).is(200);

    assertThat(ping.at("/event_type")).isEqualTo(PING);
    assertThat(ping.at("/endpoint_id")).isEqualTo(id);
    assertThat(envelope(ping).path("id").asText()).isEqualTo(ping.at("/event_id"));
    assertThat(envelope(ping).path("data").toString()).isEqualTo("{}");
    assertThat(envelope(ping).at("/related/webhook_endpoint_id").asText()).isEqualTo(id);
    assertThat(api.get(TestWebhookEndpoints.DELIVERIES + "?event_type=" + PING).is(200).rows())
        .extracting(row -> row.path("id").asText())
        .containsExactly(ping.id());
    assertThat(tenant.events(null)).as("the ping is not in the feed").isEmpty();
  }

  @Test
  void restartsPendingVerification() {
    String id = hooks.pending();
    ServiceResponse first = test(id).is(200);
    ServiceResponse second = test(id).is(200);

    assertThat(second.at("/event_type")).isEqualTo(VERIFICATION);
    assertThat(envelope(second).at("/data/challenge"))
        .isNotEqualTo(envelope(first).at("/data/challenge"));
    assertThat(hooks.deliveryLog(id)).hasSize(3).last().asString().doesNotContain("skipped");
    assertThat(
            hooks.sql(
                "SELECT count(*) FROM webhook_delivery_queue WHERE endpoint_id = ? AND lease_until"
                    + " IS NULL",
                TestWebhookEndpoints.uuid(id)))
        .as("older verifications are not sent")
        .isIn(List.of(List.of("0")), List.of(List.of("1")));
    assertThat(api.get(TestWebhookEndpoints.path(id)).header("ETag")).isEqualTo("\"1\"");
  }

  @ParameterizedTest
  @ValueSource(strings = {"failed", "expired"})
  void restartsFailedVerification(String state) {
    String id = hooks.pending();
    hooks.sql(
        "DELETE FROM webhook_delivery_queue WHERE endpoint_id = ?", TestWebhookEndpoints.uuid(id));
    hooks.sql(
        "UPDATE webhook_endpoint SET verification_state = ?, challenge = NULL,"
            + " verification_expires_at = NULL, verification_failure_reason = 'timeout' WHERE id ="
            + " ?",
        state,
        TestWebhookEndpoints.uuid(id));
    ServiceResponse delivery = test(id).is(200);
    JsonNode verification = hooks.get(id).path("verification");

    assertThat(delivery.at("/event_type")).isEqualTo(VERIFICATION);
    assertThat(verification.path("state").asText()).isEqualTo("pending");
    assertThat(Instant.parse(verification.path("expires_at").asText())).isAfter(Instant.now());
  }

  @Test
  void rejectsDisabledEndpoint() {
    String id = hooks.disabled();
    int before = hooks.deliveryLog(id).size();

    test(id).is(409, "endpoint_disabled");
    assertThat(hooks.deliveryLog(id)).hasSize(before);
  }

  @Test
  void sendsOncePerIdempotencyKey() {
    String id = hooks.active();
    ServiceResponse first = test(id, "Idempotency-Key", "ping").is(200);
    ServiceResponse again = test(id, "Idempotency-Key", "ping").is(200);

    assertThat(again.header("Idempotent-Replayed")).isEqualTo("true");
    assertThat(again.id()).isEqualTo(first.id());
    assertThat(hooks.deliveryLog(id)).filteredOn(line -> line.startsWith(PING)).hasSize(1);
    test(id).is(200);
    assertThat(hooks.deliveryLog(id)).filteredOn(line -> line.startsWith(PING)).hasSize(2);
  }

  @Test
  void replaysProblemForSameIdempotencyKey() {
    List<String> disabled = List.of(hooks.disabled(), "409", "endpoint_disabled");
    List<String> unknown = List.of("x", "404", "not_found");
    for (List<String> refused : List.of(disabled, unknown)) {
      String id = refused.get(0);
      int status = Integer.parseInt(refused.get(1));
      test(id, "Idempotency-Key", id).is(status, refused.get(2));
      ServiceResponse again = test(id, "Idempotency-Key", id).is(status, refused.get(2));
      assertThat(again.header("Idempotent-Replayed")).isEqualTo("true");
    }
  }

  @Test
  void foreignEndpointsAreNotFound() {
    test(new TestWebhookEndpoints(tenant.service().newTenant()).active()).is(404, "not_found");
    test("x").is(404, "not_found");
  }
}
