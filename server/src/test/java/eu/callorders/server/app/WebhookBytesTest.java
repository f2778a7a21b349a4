package eu.callorders.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.server.Await;
import eu.callorders.server.json.Json;
import eu.callorders.server.webhook.delivery.Receiver;
import io.vertx.core.Vertx;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Webhook bodies equal the feed's events byte for byte. */
class WebhookBytesTest {
  private static final String METADATA =
      """
      {"amount": 120.50, "tiny": 0.000000000000000000001, "power": 1E+2, "small": 1e-7,
       "zero": -0.0, "long": 12345678901234567890.123456789, "whole": 1.0,
       "text": "Größe \\u0009 \\u2028 </script> \\"\\\\ \\ud83d\\ude80 \\u0645\\u0631\\u062d",
       "slash": "\\/", "emptied": "", "yes": true}
      """;

  private final Vertx vertx = Vertx.vertx();
  private final Receiver full = new Receiver(vertx);
  private final Receiver thin = new Receiver(vertx);
  private RunningService service;

  @BeforeEach
  void open() {
    service =
        RunningService.sandbox(
            Map.of(
                "CALLORDERS_WEBHOOK_EXTRA_TARGETS", full.hostAndPort() + "," + thin.hostAndPort()));
  }

  @AfterEach
  void close() {
    service.close();
    vertx.close().await();
  }

  @Test
  void webhookBodyEqualsFeedEvent() {
    RunningTenant tenant = service.newTenant();
    TestWebhookEndpoints hooks = new TestWebhookEndpoints(tenant);
    hooks.active(full.url());
    hooks.patch(hooks.active(thin.url()), "{`payload_mode`: `thin`}").is(200);
    OrderBody order = tenant.laterOrder();
    order.set("/metadata", "METADATA");
    String body = order.toString().replace("\"METADATA\"", METADATA);
    tenant.api().send("POST", Api.ORDERS, body).is(202);
    JsonNode accepted =
        Await.until(
                "the event is in the feed",
                () -> tenant.events(null),
                events ->
                    events.stream().anyMatch(event -> text(event).contains("call_order.accepted")))
            .stream()
            .filter(event -> text(event).contains("call_order.accepted"))
            .findFirst()
            .orElseThrow();
    String id = accepted.path("id").asText();

    byte[] sent = arrived(full, id).bytes().getBytes();
    String shown = tenant.api().get("/v1/events/" + id).is(200).text();
    assertThat(sent).isEqualTo(shown.getBytes(StandardCharsets.UTF_8));
    assertThat(tenant.api().get("/v1/events").is(200).text()).contains(shown);
    assertThat(shown).contains("120.50", "Größe", "12345678901234567890.123456789");

    String without = arrived(thin, id).bytes().toString(StandardCharsets.UTF_8);
    assertThat(shown).startsWith(without.substring(0, without.length() - 1) + ",\"data\":{");
    assertThat(Json.parse(without)).isEqualTo(((ObjectNode) Json.parse(shown)).without("data"));
  }

  private static String text(JsonNode event) {
    return event.path("type").asText();
  }

  private static Receiver.ReceivedRequest arrived(Receiver receiver, String id) {
    return Await.until(
            "the event has arrived",
            () -> receiver.requests.stream().filter(got -> id.equals(got.id())).toList(),
            (List<Receiver.ReceivedRequest> got) -> !got.isEmpty())
        .getFirst();
  }
}
