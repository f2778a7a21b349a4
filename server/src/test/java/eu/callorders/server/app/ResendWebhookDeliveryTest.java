package eu.callorders.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.core.id.IdKind;
import eu.callorders.server.Await;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Sends events once more; the endpoint's address is unreachable. */
class ResendWebhookDeliveryTest {
  private static final String TYPE = "order_type.created";

  private RunningTenant tenant;
  private Api api;
  private TestWebhookEndpoints hooks;
  private String endpoint;

  @BeforeEach
  void begin() {
    tenant = RunningService.shared().newTenant();
    api = tenant.api();
    hooks = new TestWebhookEndpoints(tenant);
    endpoint = hooks.active();
  }

  private ServiceResponse resend(String delivery, String... headers) {
    return api.post(TestWebhookEndpoints.DELIVERIES + "/" + delivery + "/resend", headers);
  }

  /** The delivery of a new event. */
  private JsonNode delivery() {
    api.post(OrderTypeBody.PATH, OrderTypeBody.of("resent")).is(201);
    return Await.until(
            "the event has a delivery",
            () -> deliveries("&event_type=" + TYPE),
            found -> !found.isEmpty())
        .getFirst();
  }

  private List<JsonNode> deliveries(String filter) {
    return api.get(TestWebhookEndpoints.DELIVERIES + "?endpoint_id=" + endpoint + filter)
        .is(200)
        .rows();
  }

  @Test
  void sendsEventAsDeliveryOfItsOwn() {
    JsonNode first = delivery();

    ServiceResponse second = resend(first.path("id").asText()).is(202);

    assertThat(second.id()).isNotEqualTo(first.path("id").asText());
    assertThat(second.at("/event_id")).isEqualTo(first.path("event_id").asText());
    assertThat(second.at("/endpoint_id")).isEqualTo(endpoint);
    assertThat(second.at("/status")).isEqualTo("pending");
    assertThat(second.body().path("attempts")).isEmpty();
    Await.until(
        "the new delivery is attempted",
        () ->
            deliveries("&event_id=" + second.at("/event_id")).stream()
                .filter(each -> each.path("id").asText().equals(second.id()))
                .anyMatch(each -> !each.path("attempts").isEmpty()));
    assertThat(deliveries("&event_type=" + TYPE)).hasSize(2);
  }

  @Test
  void sendsEventOfTypeThatTheEndpointNoLongerTakes() {
    String id = delivery().path("id").asText();
    hooks.patch(endpoint, "{`event_types`: [`call.ended`]}").is(200);

    String again = resend(id).is(202).id();

    JsonNode ended =
        Await.until(
                "the new delivery is attempted or skipped",
                () -> deliveries("&event_type=" + TYPE),
                found -> found.stream().noneMatch(each -> isUntouched(each, again)))
            .getFirst();
    assertThat(ended.path("id").asText()).isEqualTo(again);
    assertThat(ended.path("attempts")).isNotEmpty();
  }

  private static boolean isUntouched(JsonNode delivery, String id) {
    return delivery.path("id").asText().equals(id)
        && delivery.path("status").asText().equals("pending")
        && delivery.path("attempts").isEmpty();
  }

  @Test
  void repeatsResponseOfIdempotencyKey() {
    String id = delivery().path("id").asText();

    String made = resend(id, "Idempotency-Key", "one").is(202).id();

    assertThat(resend(id, "Idempotency-Key", "one").is(202).id()).isEqualTo(made);
    assertThat(deliveries("&event_type=" + TYPE)).hasSize(2);
  }

  @Test
  void resendsPing() {
    hooks.patch(endpoint, "{`status`: `active`}");
    String ping = api.post(TestWebhookEndpoints.path(endpoint) + "/test").is(200).id();

    resend(ping).is(202);

    Await.until(
        "two pings are attempted",
        () ->
            deliveries("&event_type=webhook_endpoint.ping").stream()
                    .filter(each -> !each.path("attempts").isEmpty())
                    .count()
                == 2);
  }

  @Test
  void refusesEndpointsThatAreSentNothing() {
    String id = delivery().path("id").asText();
    hooks.patch(endpoint, "{`status`: `disabled`}").is(200);
    resend(id).is(409, "endpoint_disabled");

    String pending = hooks.pending();
    UUID waiting = hooks.delivery(pending, Instant.now(), UUID.randomUUID(), TYPE, "skipped");
    resend(IdKind.WEBHOOK_DELIVERY.format(waiting)).is(409, "endpoint_not_verified");

    api.send("DELETE", TestWebhookEndpoints.path(endpoint), null).is(204);
    resend(id).is(404, "not_found");
  }

  @Test
  void refusesEventsPastRetention() {
    UUID old =
        hooks.delivery(
            endpoint, Instant.now().minus(Duration.ofDays(1)), UUID.randomUUID(), TYPE, "failed");
    hooks.sql(
        "UPDATE webhook_delivery SET event_recorded_at = now() - interval '31 days' WHERE id = ?",
        old);

    resend(IdKind.WEBHOOK_DELIVERY.format(old)).is(422, "replay_range");
  }

  @Test
  void deliveriesOfOtherTenantsAreNotFound() {
    String id = delivery().path("id").asText();

    RunningService.shared()
        .newTenant()
        .api()
        .post(TestWebhookEndpoints.DELIVERIES + "/" + id + "/resend")
        .is(404, "not_found");
    resend("whd_unknown").is(404, "not_found");
  }
}
