package eu.callorders.server.app;

import static eu.callorders.server.app.GatewayCallbacks.EVENTS;
import static eu.callorders.server.app.GatewayCallbacks.LOG_READER;
import static eu.callorders.server.app.GatewayCallbacks.body;
import static eu.callorders.server.app.GatewayCallbacks.headers;
import static eu.callorders.server.app.GatewayCallbacks.old;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.signing.MessageSignature;
import eu.callorders.core.signing.SigningSecret;
import eu.callorders.core.telephony.GatewayEvent;
import eu.callorders.gatewaykit.GatewayEventDocument;
import eu.callorders.server.Await;
import eu.callorders.server.telephony.FakeGateway;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The service and a gateway over HTTP: placements and events. */
@Tag("long")
class GatewayCallbacksTest {
  private final GatewayCallbacks callbacks = GatewayCallbacks.shared();
  private final FakeGateway gateway = callbacks.gateway;
  private final RunningService service = callbacks.service;
  private final RunningTenant tenant = callbacks.tenant;
  private final URI events = callbacks.events;

  @Test
  void confirmedEventsAreStored() {
    String order = tenant.create(tenant.order("06"));
    List<GatewayEvent> sent = FakeGateway.conversation(gateway.awaitAttempt(order));

    HttpResponse<String> response = gateway.sendEvents(events, sent);

    assertThat(response.statusCode()).isEqualTo(204);
    assertThat(response.body()).isEmpty();
    assertThat(response.headers().map())
        .containsKeys("ratelimit-limit", "ratelimit-remaining", "ratelimit-reset", "x-request-id");
    assertThat(tenant.api().order(order).at("/result/summary_code")).isEqualTo("no_outcome");
  }

  @Test
  void sandboxNoticePredictsNoOutcome() {
    OrderBody order = tenant.laterOrder().set("/contacts/0/value", "+4930901820");

    assertThat(tenant.api().create(order.json()).is(202).header("Sandbox-Notice"))
        .endsWith("its digits choose no outcome.");
  }

  @Test
  void duplicateAndUnorderedEventsAreProcessedOnce() {
    String order = tenant.create(tenant.order("06"));
    List<GatewayEvent> sent = FakeGateway.conversation(gateway.awaitAttempt(order));

    for (GatewayEvent event : sent.reversed()) {
      assertThat(gateway.sendEvents(events, List.of(event, event)).statusCode()).isEqualTo(204);
    }
    List<String> types = tenant.eventTypes(order);
    assertThat(gateway.sendEvents(events, sent).statusCode()).isEqualTo(204);

    assertThat(tenant.api().order(order).at("/status")).isEqualTo("completed");
    assertThat(tenant.eventTypes(order)).isEqualTo(types).doesNotHaveDuplicates();
  }

  @Test
  void confirmsEventsOfUnknownAttempts() {
    List<GatewayEvent> strange = FakeGateway.conversation(UUID.randomUUID());
    assertThat(gateway.sendEvents(events, strange).statusCode()).isEqualTo(204);
  }

  @Test
  void rejectsInvalidSignatures() {
    String order = tenant.create(tenant.order("06"));
    String body = body(FakeGateway.conversation(gateway.awaitAttempt(order)));
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    Instant now = Instant.now();
    MessageSignature ours = MessageSignature.of(FakeGateway.SECRET);
    MessageSignature theirs = MessageSignature.of(SigningSecret.generate(new Random(99)));

    List<HttpResponse<String>> refusals =
        List.of(
            gateway.send(events, body, Map.of()),
            gateway.send(events, body, headers("a", now, theirs.sign("a", now, bytes))),
            gateway.send(events, body + " ", headers("a", now, ours.sign("a", now, bytes))),
            gateway.send(events, body, headers("b", now, ours.sign("a", now, bytes))),
            gateway.send(
                events, body, headers("a", now.plusSeconds(1), ours.sign("a", now, bytes))),
            gateway.send(events, body, old(ours, bytes, now.minus(Duration.ofMinutes(6)))),
            gateway.send(events, body, old(ours, bytes, now.plus(Duration.ofMinutes(6)))),
            gateway.send(events, "nonsense", headers("a", now, "v1,AAAA")));

    assertThat(refusals)
        .allSatisfy(
            refusal -> {
              assertThat(refusal.statusCode()).isEqualTo(401);
              assertThat(refusal.headers().firstValue("Content-Type"))
                  .hasValue("application/problem+json");
              assertThat(refusal.headers().map()).containsKey("ratelimit-limit");
            });
    assertThat(refusals.stream().map(GatewayCallbacks::withoutTrace).distinct()).hasSize(1);
    assertThat(tenant.api().order(order).at("/status")).isEqualTo("dialing");
  }

  @Test
  void invalidLogItemDoesNotBlockOthers() {
    String order = tenant.create(tenant.order("06"));
    String objecting = tenant.create(tenant.order("06"));
    List<GatewayEvent> sent = FakeGateway.conversation(gateway.awaitAttempt(order));
    GatewayEvent objection =
        new GatewayEvent.Objection(FakeGateway.header(gateway.awaitAttempt(objecting), 1), "voice");
    ObjectNode late = GatewayEventDocument.write(objection);
    late.put("at", "yesterday");
    gateway.replacements.put(objection.header().eventId(), late);
    gateway.replacements.put(
        sent.getFirst().header().eventId(),
        Map.of("type", "call.sunspots", "text", "Karte 4111 1111 1111 1111"));
    gateway.log.add(objection);
    gateway.log.addAll(sent);
    service.awaitRounds(LOG_READER);

    assertThat(tenant.awaitEnd(order).at("/result/summary_code")).isEqualTo("no_outcome");
    Await.until("the log is read", callbacks::cursor, seen -> seen == gateway.log.size());
    assertThat(
            service.sql(
                "SELECT detail FROM failed_work WHERE kind = 'gateway_event'"
                    + " AND item_id LIKE '%malformed%' ORDER BY detail"))
        .hasSize(2)
        .allSatisfy(row -> assertThat(row.getFirst()).doesNotContain("4111"))
        .anySatisfy(row -> assertThat(row.getFirst()).contains("/at is no RFC 3339"))
        .anySatisfy(row -> assertThat(row.getFirst()).contains("call.sunspots"));
    assertThat(
            service.sql(
                "SELECT 1 FROM suppression WHERE tenant_id = ? AND source = 'in_call_request'",
                tenant.uuid()))
        .hasSize(1);
  }

  @Test
  void returns503WhenStoringIsBlocked() throws SQLException {
    OrderBody body = tenant.order("06");
    String order = tenant.create(body);
    List<GatewayEvent> sent = FakeGateway.conversation(gateway.awaitAttempt(order));
    try (Connection other = service.connection()) {
      callbacks.hold(other, body.reference());
      HttpResponse<String> response = gateway.sendEvents(events, sent);
      assertThat(response.statusCode()).isEqualTo(503);
      ContractCheck.gatewayEvents().check("POST", EVENTS, response);
      assertThat(response.headers().firstValue("Retry-After")).hasValue("1");
    }
    assertThat(gateway.sendEvents(events, sent).statusCode()).isEqualTo(204);
    assertThat(tenant.api().order(order).at("/status")).isEqualTo("completed");
  }

  @Test
  void readsMissingEventsFromLog() {
    String order = tenant.create(tenant.order("06"));
    gateway.log.addAll(FakeGateway.conversation(gateway.awaitAttempt(order)));
    service.awaitRounds(LOG_READER);

    assertThat(tenant.awaitEnd(order).at("/result/summary_code")).isEqualTo("no_outcome");
  }

  @Test
  void logCursorAdvancesAfterStoring() throws SQLException {
    OrderBody body = tenant.order("06");
    String order = tenant.create(body);
    UUID attempt = gateway.awaitAttempt(order);
    service.awaitRounds(LOG_READER);
    Await.until("the log is read", callbacks::cursor, seen -> seen == gateway.log.size());
    int before = callbacks.cursor();
    try (Connection other = service.connection()) {
      callbacks.hold(other, body.reference());
      int reads = callbacks.readsAfter(before);
      gateway.log.addAll(FakeGateway.conversation(attempt));
      service.wake(LOG_READER);
      Await.until(
          "the log is read again", () -> callbacks.readsAfter(before), seen -> seen >= reads + 2);
      assertThat(callbacks.cursor()).isEqualTo(before);
    }
    tenant.awaitEnd(order);
    Await.until("the log is read", callbacks::cursor, seen -> seen == gateway.log.size());
  }

  @Test
  void limitsAnonymousRequestsButNotGateway() {
    try (RunningService limited =
        RunningService.sandbox(with(callbacks.settings(), "CALLORDERS_RATE_LIMIT", "1000/1000"))) {
      URI eventsUri = URI.create(limited.address() + EVENTS);
      List<GatewayEvent> sent = FakeGateway.conversation(UUID.randomUUID());
      HttpResponse<String> flood = gateway.send(eventsUri, "[]", Map.of());
      for (int request = 0; request < 500 && flood.statusCode() == 401; request++) {
        flood = gateway.send(eventsUri, "[]", Map.of());
      }
      assertThat(flood.statusCode()).isEqualTo(429);
      ContractCheck contract = ContractCheck.gatewayEvents();
      contract.check("POST", EVENTS, flood);
      assertThat(contract.statusesOfUnknownPath()).contains("408", "429", "503");

      int stored = 0;
      while (stored < 50) {
        int status = gateway.sendEvents(eventsUri, sent).statusCode();
        assertThat(status).isIn(204, 503); // 503 when storing takes 1.5 s: a gateway sends it again
        stored += status == 204 ? 1 : 0;
      }
    }
  }

  @Test
  void acceptsPostOnly() {
    assertThat(service.apiWithToken("none").get(EVENTS).status()).isIn(404, 405);
  }

  private static Map<String, String> with(Map<String, String> settings, String key, String value) {
    Map<String, String> all = new java.util.HashMap<>(settings);
    all.put(key, value);
    return all;
  }
}
