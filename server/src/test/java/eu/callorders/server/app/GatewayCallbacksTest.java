package eu.callorders.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.call.Cause;
import eu.callorders.core.call.Disposition;
import eu.callorders.core.id.IdKind;
import eu.callorders.core.signing.MessageSignature;
import eu.callorders.core.signing.SigningSecret;
import eu.callorders.core.telephony.Capabilities;
import eu.callorders.core.telephony.GatewayEvent;
import eu.callorders.core.telephony.GatewayEvent.Turn;
import eu.callorders.gatewaykit.GatewayEventDocument;
import eu.callorders.server.Await;
import eu.callorders.server.json.Json;
import eu.callorders.server.telephony.FakeGateway;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The service and a gateway over HTTP: placements and events. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class GatewayCallbacksTest {
  private static final String EVENTS = "/gateway/v1/events";
  private static final String LOG_READER = "gateway-event-log";

  private FakeGateway gateway;
  private RunningService service;
  private RunningTenant tenant;
  private URI events;

  @BeforeAll
  void start() {
    gateway = new FakeGateway().withCapabilities(new Capabilities(false, true, true, true));
    service = RunningService.sandbox(settings());
    tenant = service.newTenant();
    events = URI.create(service.address() + EVENTS);
  }

  private Map<String, String> settings() {
    return Map.of(
        "CALLORDERS_GATEWAY", gateway.address().toString(),
        "CALLORDERS_GATEWAY_SECRET", FakeGateway.SECRET.encode());
  }

  @AfterAll
  void stop() {
    service.close();
    gateway.close();
  }

  @Test
  void confirmedEventsAreStored() {
    String order = tenant.create(tenant.order("06"));
    List<GatewayEvent> sent = FakeGateway.conversation(placed(order));

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
    List<GatewayEvent> sent = FakeGateway.conversation(placed(order));

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
    String body = body(FakeGateway.conversation(placed(order)));
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
    assertThat(refusals.stream().map(GatewayCallbacksTest::withoutTrace).distinct()).hasSize(1);
    assertThat(tenant.api().order(order).at("/status")).isEqualTo("dialing");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "nonsense | ",
        "{} | ''",
        "[{}] | /0/event_id",
        "[[]] | /0",
        "[null] | /0",
        "[] | ''",
      })
  void rejectsInvalidBatches(String body, String pointer) {
    HttpResponse<String> refusal = gateway.push(events, body);

    assertThat(refusal.statusCode()).isEqualTo(400);
    assertThat(Json.parse(refusal.body()).at("/code").asText()).isEqualTo("malformed_request");
    if (pointer != null) {
      assertThat(Json.parse(refusal.body()).at("/errors/0/pointer").asText()).isEqualTo(pointer);
    }
  }

  @Test
  void limitsBatchSize() {
    GatewayEvent event = FakeGateway.conversation(UUID.randomUUID()).getFirst();
    assertThat(gateway.sendEvents(events, Collections.nCopies(100, event)).statusCode())
        .isEqualTo(204);
    assertThat(gateway.sendEvents(events, Collections.nCopies(101, event)).statusCode())
        .isEqualTo(400);
    assertThat(gateway.push(events, "[" + " ".repeat(2 << 20) + "]").statusCode()).isEqualTo(413);
  }

  @Test
  void acceptsTwoMebibytes() {
    String order = tenant.create(tenant.order("06"));
    UUID attempt = placed(order);
    Turn turn = new Turn(0, "subject", 0, 1, "x".repeat(100_000));
    GatewayEvent turns =
        new GatewayEvent.Turns(
            FakeGateway.header(attempt, 9), "de-DE", true, Collections.nCopies(20, turn));
    String body = body(List.of(turns));
    body += " ".repeat((2 << 20) - body.length());

    assertThat(gateway.push(events, body).statusCode()).isEqualTo(204);
    assertThat(tenant.eventTypes(order)).doesNotContain("call.transcript_available");

    GatewayEvent answered = new GatewayEvent.Answered(FakeGateway.header(attempt, 3));
    assertThat(gateway.sendEvents(events, List.of(answered)).statusCode()).isEqualTo(204);
    assertThat(tenant.eventTypes(order))
        .as("a transcript is announced once its call is readable")
        .containsSubsequence("call.answered", "call.transcript_available");
  }

  @Test
  void rejectsNullMembers() {
    GatewayEvent ended =
        new GatewayEvent.Ended(
            FakeGateway.header(UUID.randomUUID(), 1),
            Disposition.BUSY,
            Cause.NORMAL,
            null,
            null,
            Instant.now());
    for (String member : List.of("answered_at", "ended_by")) {
      ObjectNode document = GatewayEventDocument.write(ended);
      document.putNull(member);

      HttpResponse<String> refusal = gateway.push(events, FakeGateway.json(List.of(document)));

      assertThat(refusal.statusCode()).isEqualTo(400);
      assertThat(Json.parse(refusal.body()).at("/errors/0/pointer").asText())
          .isEqualTo("/0/" + member);
    }
  }

  @ParameterizedTest
  @CsvSource({"sip, null", "sip, \"x\"", "sip, 7", "q850, null", "q850, 128"})
  void rejectsUndocumentedCauses(String member, String value) {
    GatewayEvent ended =
        new GatewayEvent.Ended(
            FakeGateway.header(UUID.randomUUID(), 1),
            Disposition.BUSY,
            Cause.NORMAL,
            null,
            null,
            Instant.now());
    String body =
        body(List.of(ended)).replace("{\"code\":", "{\"" + member + "\":" + value + ",\"code\":");

    HttpResponse<String> refusal = gateway.push(events, body);

    assertThat(refusal.statusCode()).isEqualTo(400);
    assertThat(Json.parse(refusal.body()).at("/errors/0/pointer").asText())
        .isEqualTo("/0/cause/" + member);
  }

  @Test
  void acceptsJsonInUtf8Only() {
    String body = body(FakeGateway.conversation(UUID.randomUUID()));
    for (String[] headers :
        new String[][] {
          {},
          {"Content-Type", "text/plain"},
          {"Content-Type", "application/json; charset=iso-8859-1"},
          {"Content-Type", "application/json", "Content-Encoding", "gzip"}
        }) {
      HttpResponse<String> refusal = gateway.push(events, body, headers);
      assertThat(refusal.statusCode()).isEqualTo(415);
      assertThat(Json.parse(refusal.body()).at("/code").asText())
          .isEqualTo("unsupported_media_type");
    }
    assertThat(
            gateway
                .push(events, body, "Content-Type", "application/json; charset=UTF-8")
                .statusCode())
        .isEqualTo(204);
  }

  @Test
  void invalidLogItemDoesNotBlockOthers() {
    String order = tenant.create(tenant.order("06"));
    String objecting = tenant.create(tenant.order("06"));
    List<GatewayEvent> sent = FakeGateway.conversation(placed(order));
    GatewayEvent objection =
        new GatewayEvent.Objection(FakeGateway.header(placed(objecting), 1), "voice");
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
    Await.until("the log is read", this::cursor, seen -> seen == gateway.log.size());
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
    List<GatewayEvent> sent = FakeGateway.conversation(placed(order));
    try (Connection other = service.connection()) {
      hold(other, body.reference());
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
    gateway.log.addAll(FakeGateway.conversation(placed(order)));
    service.awaitRounds(LOG_READER);

    assertThat(tenant.awaitEnd(order).at("/result/summary_code")).isEqualTo("no_outcome");
  }

  @Test
  void logCursorAdvancesAfterStoring() throws SQLException {
    OrderBody body = tenant.order("06");
    String order = tenant.create(body);
    UUID attempt = placed(order);
    service.awaitRounds(LOG_READER);
    Await.until("the log is read", this::cursor, seen -> seen == gateway.log.size());
    int before = cursor();
    try (Connection other = service.connection()) {
      hold(other, body.reference());
      int reads = readsAfter(before);
      gateway.log.addAll(FakeGateway.conversation(attempt));
      service.wake(LOG_READER);
      Await.until("the log is read again", () -> readsAfter(before), seen -> seen >= reads + 2);
      assertThat(cursor()).isEqualTo(before);
    }
    tenant.awaitEnd(order);
    Await.until("the log is read", this::cursor, seen -> seen == gateway.log.size());
  }

  @Test
  void limitsAnonymousRequestsButNotGateway() {
    try (RunningService limited =
        RunningService.sandbox(with(settings(), "CALLORDERS_RATE_LIMIT", "1000/1000"))) {
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

  /** Waits until the order's call is placed; returns the attempt's id. */
  private UUID placed(String order) {
    UUID id = IdKind.ORDER.parse(order).orElseThrow();
    return Await.until(order + " is placed", () -> gateway.call(id), call -> call != null)
        .attemptId();
  }

  /** Blocks writes about that subject while the connection is open. */
  private void hold(Connection connection, String reference) throws SQLException {
    connection.setAutoCommit(false);
    try (PreparedStatement lock =
        connection.prepareStatement("SELECT pg_advisory_xact_lock(hashtextextended(?, 0))")) {
      lock.setString(1, "subject:" + tenant.uuid() + ":" + reference);
      lock.execute();
    }
  }

  private int cursor() {
    List<List<String>> rows = service.sql("SELECT coalesce(cursor, '0') FROM gateway_cursor");
    return rows.isEmpty() ? 0 : Integer.parseInt(rows.getFirst().getFirst());
  }

  /** How often the log was read after a cursor; the first request has none. */
  private int readsAfter(int cursor) {
    String first = "GET " + EVENTS + "?limit=500";
    String from = first + "&after=" + cursor;
    return (int)
        gateway.requests.stream()
            .map(request -> request.line())
            .filter(line -> line.equals(from) || (cursor == 0 && line.equals(first)))
            .count();
  }

  private static Map<String, String> old(MessageSignature signature, byte[] body, Instant at) {
    return headers("a", at, signature.sign("a", at, body));
  }

  private static Map<String, String> headers(String id, Instant at, String signature) {
    return Map.of(
        MessageSignature.ID_HEADER,
        id,
        MessageSignature.TIMESTAMP_HEADER,
        MessageSignature.timestamp(at),
        MessageSignature.SIGNATURE_HEADER,
        signature);
  }

  private static String body(List<GatewayEvent> events) {
    return FakeGateway.json(GatewayEventDocument.writeAll(events));
  }

  private static String withoutTrace(HttpResponse<String> problem) {
    ObjectNode body = (ObjectNode) Json.parse(problem.body());
    body.remove("trace_id");
    return body.toString();
  }
}
