package eu.callorders.server.telephony;

import static eu.callorders.server.telephony.VoiceGatewayConformance.await;
import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.id.IdKind;
import eu.callorders.core.signing.MessageSignature;
import eu.callorders.core.telephony.CancelResult;
import eu.callorders.core.telephony.Capabilities;
import eu.callorders.core.telephony.EraQueryResult;
import eu.callorders.core.telephony.EventsResult;
import eu.callorders.core.telephony.GatewayHealth;
import eu.callorders.core.telephony.PlaceCall;
import eu.callorders.core.telephony.PlaceResult;
import eu.callorders.core.telephony.PlaceResult.RefusalReason;
import eu.callorders.core.telephony.QueryResult;
import eu.callorders.gatewaykit.PlaceCallDocument;
import eu.callorders.gatewaykit.conformance.TestNumber;
import eu.callorders.server.TestNode;
import eu.callorders.server.json.Json;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerResponse;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Interpretation of valid and invalid gateway responses. */
class HttpGatewayTest {
  private static final Duration LONG_TIMEOUT = Duration.ofSeconds(30);
  private static final Duration SHORT_TIMEOUT = Duration.ofSeconds(3);

  private final PlaceCall call = VoiceGatewayConformance.calls().call(TestNumber.ANSWERS);
  private Vertx vertx;
  private FakeGateway fake;
  private HttpGateway gateway;

  @BeforeEach
  void start() {
    vertx = Vertx.vertx();
    fake = new FakeGateway();
    gateway = at(fake.address(), LONG_TIMEOUT);
  }

  @AfterEach
  void stop() {
    TestNode.await(vertx.close());
    fake.close();
  }

  @Test
  void placesCallOnceWithSignature() throws IOException {
    assertThat(await(gateway.place(call))).isEqualTo(new PlaceResult.Accepted("fake"));

    assertThat(fake.requests).hasSize(1);
    FakeGateway.Request request = fake.requests.getFirst();
    assertThat(request.line()).isEqualTo("POST /gateway/v1/calls");
    assertThat(request.http().getHeader("Content-Type")).isEqualTo("application/json");
    assertThat(PlaceCallDocument.read(Json.mapper().readTree(request.body()))).isEqualTo(call);
  }

  @Test
  void signsEachRequest() {
    fake.respond("GET /gateway/v1/events?limit=500&after=a-1_b", 410, "{}");
    String path = "/gateway/v1/calls/" + IdKind.CALL.format(call.attemptId());
    await(gateway.query(call.attemptId(), null));
    await(gateway.cancel(call.attemptId(), null));
    await(gateway.erase(call.attemptId()));
    await(gateway.events("a-1_b"));
    await(gateway.events(null));
    await(gateway.queryEra(new UUID(1, 2)));
    await(gateway.health());

    assertThat(fake.unsignedRequests).isEmpty();
    assertThat(fake.requests)
        .extracting(FakeGateway.Request::line)
        .containsExactly(
            "GET " + path,
            "POST " + path + "/cancel",
            "DELETE " + path,
            "GET /gateway/v1/events?limit=500&after=a-1_b",
            "GET /gateway/v1/events?limit=500",
            "GET /gateway/v1/eras/00000000-0000-0001-0000-000000000002");
    assertThat(fake.requests)
        .extracting(request -> request.http().getHeader(MessageSignature.ID_HEADER))
        .doesNotHaveDuplicates();
  }

  @ParameterizedTest
  @CsvSource({
    "422, unroutable, UNROUTABLE",
    "422, do_not_call, DO_NOT_CALL",
    "422, too_late, TOO_LATE",
    "429, capacity, CAPACITY",
    "401, invalid_signature, CAPACITY",
  })
  void refusalsProveThatNothingWasDialed(int status, String code, RefusalReason refusal) {
    fake.placing(status, "{\"code\": \"" + code + "\"}");
    assertThat(await(gateway.place(call))).isEqualTo(new PlaceResult.Refused(refusal, null));
  }

  @Test
  void readsRetryAfterOfRefusal() {
    fake.placing(
        request -> {
          request.http().response().putHeader("Retry-After", "7");
          request.respond(429, "{\"code\": \"capacity\"}");
        });
    assertThat(await(gateway.place(call)))
        .isEqualTo(new PlaceResult.Refused(RefusalReason.CAPACITY, Duration.ofSeconds(7)));
  }

  @Test
  void reportsConflict() {
    fake.placing(409, "{\"code\": \"attempt_conflict\"}");
    assertThat(await(gateway.place(call))).isEqualTo(new PlaceResult.Conflict());
    assertThat(fake.placed()).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "200 | {\"gateway_ref\": \"fake\"}",
        "201 | {}",
        "201 | {\"gateway_ref\": 7}",
        "201 | <html>",
        "201 | [",
        "202 | {\"gateway_ref\": \"fake\"}",
        "204 | ",
        "400 | {\"code\": \"malformed\"}",
        "403 | {\"code\": \"unroutable\"}",
        "404 | {\"code\": \"unknown_attempt\"}",
        "422 | {\"code\": \"something_new\"}",
        "422 | {\"code\": \"capacity\"}",
        "422 | nonsense",
        "429 | {\"code\": \"slow_down\"}",
        "429 | ",
        "500 | {\"code\": \"capacity\"}",
        "502 | <html>",
        "503 | {\"code\": \"capacity\"}",
      })
  void otherResponsesLeaveTheOutcomeUnknown(int status, String body) {
    fake.placing(status, body == null ? "" : body);
    assertThat(await(gateway.place(call))).isInstanceOf(PlaceResult.Unknown.class);
    assertThat(fake.placed()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(ints = {301, 302, 303, 307, 308})
  void doesNotFollowRedirects(int status) {
    try (FakeGateway elsewhere = new FakeGateway()) {
      fake.placing(
          request -> {
            String there = elsewhere.address() + "/gateway/v1/calls";
            request.http().response().putHeader("Location", there);
            request.respond(status, "{\"gateway_ref\": \"fake\"}");
          });

      assertThat(await(gateway.place(call))).isInstanceOf(PlaceResult.Unknown.class);
      assertThat(elsewhere.requests).isEmpty();
      assertThat(elsewhere.unsignedRequests).isEmpty();
      assertThat(fake.placed()).isEqualTo(1);
    }
  }

  @Test
  void timesOutWithoutRetry() {
    fake.placing(request -> {});
    assertThat(await(at(fake.address(), SHORT_TIMEOUT).place(call)))
        .isInstanceOf(PlaceResult.Unknown.class);
    assertThat(fake.placed()).isEqualTo(1);
  }

  @Test
  void lostConnectionLeavesTheOutcomeUnknown() {
    fake.placing(request -> request.http().connection().close());
    assertThat(await(gateway.place(call))).isInstanceOf(PlaceResult.Unknown.class);
    assertThat(fake.placed()).isEqualTo(1);
  }

  @Test
  void incompleteResponseCountsAsNone() {
    fake.placing(
        request -> {
          HttpServerResponse response = request.http().response().setStatusCode(201);
          response.putHeader("Content-Length", "22");
          response
              .write("{\"gateway_ref\":")
              .onComplete(sent -> request.http().connection().close());
        });
    assertThat(await(gateway.place(call))).isInstanceOf(PlaceResult.Unknown.class);
  }

  @Test
  void slowResponseTimesOut() {
    fake.placing(
        request -> {
          HttpServerResponse response = request.http().response().setStatusCode(201);
          response.setChunked(true).write(" ");
          vertx.setPeriodic(50, timer -> response.write(" "));
        });
    assertThat(await(at(fake.address(), SHORT_TIMEOUT).place(call)))
        .isInstanceOf(PlaceResult.Unknown.class);
  }

  @Test
  void limitsTheSizeOfResponses() {
    fake.placing(
        request -> {
          HttpServerResponse response = request.http().response().setStatusCode(201);
          pour(response.setChunked(true), Buffer.buffer(new byte[64 * 1024]));
        });
    assertThat(await(gateway.place(call)))
        .isInstanceOfSatisfying(
            PlaceResult.Unknown.class, unknown -> assertThat(unknown.reason()).contains("2097152"));
  }

  private static void pour(HttpServerResponse response, Buffer chunk) {
    Handler<Void> more = ignored -> pour(response, chunk);
    response.write(chunk).onSuccess(more);
  }

  @Test
  void refusedConnectionMeansNothingWasDialed() {
    HttpGateway unreachable = at(URI.create("http://127.0.0.1:9"), LONG_TIMEOUT);

    assertThat(await(unreachable.place(call)))
        .isEqualTo(new PlaceResult.Refused(RefusalReason.CAPACITY, null));
    assertThat(await(unreachable.health()).state()).isEqualTo(GatewayHealth.State.DOWN);
    assertThat(await(unreachable.query(call.attemptId(), null)))
        .isInstanceOf(QueryResult.Unavailable.class);
    assertThat(await(unreachable.cancel(call.attemptId(), null))).isEqualTo(CancelResult.UNKNOWN);
    assertThat(await(unreachable.erase(call.attemptId()))).isFalse();
    assertThat(await(unreachable.events(null))).isInstanceOf(EventsResult.Unavailable.class);
    assertThat(unreachable.capabilities()).isEqualTo(new Capabilities(false, false, false, false));
  }

  @Test
  void onlyTheGatewaysCodeMeansUnknownAttempt() {
    UUID attempt = call.attemptId();
    fake.respond("GET /gateway/v1/calls/", 404, "{\"code\": \"not_found\"}");
    assertThat(await(gateway.query(attempt, null))).isInstanceOf(QueryResult.Unavailable.class);

    fake.respond("GET /gateway/v1/calls/", 404, "{\"code\": \"unknown_attempt\"}");
    assertThat(await(gateway.query(attempt, null))).isInstanceOf(QueryResult.NotFound.class);
  }

  @Test
  void readsRetentionWithUnknownAttempt() {
    String since = "2026-11-20T08:00:00Z";
    fake.respond(
        "GET /gateway/v1/calls/",
        404,
        "{\"code\": \"unknown_attempt\", \"kept_since\": \"" + since + "\"}");

    assertThat(await(gateway.query(call.attemptId(), null)))
        .isEqualTo(new QueryResult.NotFound(Instant.parse(since)));
  }

  @Test
  void rejectsMalformedRetention() {
    fake.respond(
        "GET /gateway/v1/calls/", 404, "{\"code\": \"unknown_attempt\", \"kept_since\": \"soon\"}");

    assertThat(await(gateway.query(call.attemptId(), null)))
        .isInstanceOf(QueryResult.Unavailable.class);
  }

  @Test
  void distinguishesErasedFromUnknownCalls() {
    fake.respond("GET /gateway/v1/calls/", 410, "{\"code\": \"forgotten\"}");
    assertThat(await(gateway.query(call.attemptId(), null))).isEqualTo(new QueryResult.Forgotten());

    fake.respond("GET /gateway/v1/calls/", 410, "{\"code\": \"gone\"}");
    assertThat(await(gateway.query(call.attemptId(), null)))
        .isInstanceOf(QueryResult.Unavailable.class);
  }

  @Test
  void rejectsSnapshotOfAnotherAttempt() {
    String other = IdKind.CALL.format(UUID.randomUUID());
    fake.respond(
        "GET /gateway/v1/calls/",
        200,
        "{\"attempt_id\": \"" + other + "\", \"gateway_ref\": \"x\", \"events\": []}");
    assertThat(await(gateway.query(call.attemptId(), null)))
        .isInstanceOf(QueryResult.Unavailable.class);
  }

  @ParameterizedTest
  @CsvSource({
    "200, accepted, ACCEPTED",
    "200, already_ended, ALREADY_ENDED",
    "200, unheard_of, UNKNOWN",
    "500, accepted, UNKNOWN"
  })
  void readsCancelResult(int status, String outcome, CancelResult expected) {
    fake.respond("POST /gateway/v1/calls/", status, "{\"outcome\": \"" + outcome + "\"}");
    assertThat(await(gateway.cancel(call.attemptId(), "fake"))).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({"204, '', true", "409, still_running, false", "500, '', false"})
  void readsErasureResult(int status, String code, boolean forgotten) {
    fake.respond("DELETE /gateway/v1/calls/", status, "{\"code\": \"" + code + "\"}");
    assertThat(await(gateway.erase(call.attemptId()))).isEqualTo(forgotten);
  }

  @Test
  void readsTheCurrentEra() {
    UUID deployment = new UUID(1, 2);
    String path = "GET /gateway/v1/eras/" + deployment;
    UUID era = new UUID(3, 4);
    fake.respond(
        path,
        200,
        "{\"number\": 7, \"id\": \"" + era + "\", \"heard_at\": \"2026-11-20T09:30:00.123Z\"}");
    assertThat(await(gateway.queryEra(deployment)))
        .isEqualTo(new EraQueryResult.Found(7, era, Instant.parse("2026-11-20T09:30:00.123Z")));

    fake.respond(path, 404, "{\"code\": \"unknown_deployment\"}");
    assertThat(await(gateway.queryEra(deployment))).isEqualTo(new EraQueryResult.NotFound());
  }

  @ParameterizedTest
  @CsvSource({"404, '{}'", "404, <html>", "405, '{}'", "500, '{}'", "200, '{}'", "200, <html>"})
  void eraIsUnavailableFromOlderGateway(int status, String body) {
    fake.respond("GET /gateway/v1/eras/", status, body);

    assertThat(await(gateway.queryEra(UUID.randomUUID())))
        .isInstanceOf(EraQueryResult.Unavailable.class);
  }

  @Test
  void readsCapabilitiesWithTheFirstHealthCheck() {
    assertThat(gateway.capabilities()).isEqualTo(new Capabilities(false, false, false, false));
    await(gateway.health());
    assertThat(gateway.capabilities()).isEqualTo(new Capabilities(false, false, true, false));
  }

  @Test
  void capabilitiesAreUnknownWhenOnlyHealthResponds() {
    fake.respond("GET /gateway/v1/capabilities", 503, "{}");
    assertThat(await(gateway.health()).state()).isEqualTo(GatewayHealth.State.UP);
    assertThat(gateway.hasReportedCapabilities()).isFalse();
  }

  @Test
  void missingResourceMeansNoCapabilities() {
    fake.respond("GET /gateway/v1/capabilities", 404, "{}");
    await(gateway.health());
    assertThat(gateway.hasReportedCapabilities()).isTrue();
    assertThat(gateway.capabilities()).isEqualTo(new Capabilities(false, false, false, false));
  }

  @ParameterizedTest
  @ValueSource(ints = {500, 404})
  void keepsLastCapabilitiesOnFailure(int status) {
    Capabilities all = new Capabilities(true, true, true, true);
    fake.withCapabilities(all);
    await(gateway.refreshCapabilities());
    fake.respond("GET /gateway/v1/capabilities", status, "{}");
    await(gateway.refreshCapabilities());

    assertThat(gateway.capabilities()).isEqualTo(all);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"status\": \"up\", \"free_channels\": 3}",
        "{\"status\": \"degraded\", \"retry_after\": 2}",
      })
  void readsHealth(String json) {
    fake.health(json);
    GatewayHealth health = await(gateway.health());
    assertThat(health)
        .isIn(
            new GatewayHealth(GatewayHealth.State.UP, 3, null),
            new GatewayHealth(GatewayHealth.State.DEGRADED, null, Duration.ofSeconds(2)));
  }

  @Test
  void invalidHealthMeansDown() {
    fake.health("{\"status\": \"splendid\"}");
    assertThat(await(gateway.health()).state()).isEqualTo(GatewayHealth.State.DOWN);
    fake.respond("GET /gateway/v1/health", 500, "{\"status\": \"up\"}");
    assertThat(await(gateway.health()).state()).isEqualTo(GatewayHealth.State.DOWN);
  }

  @Test
  void distinguishesCursorErrorsAndPages() {
    fake.respond("GET /gateway/v1/events", 410, "{\"code\": \"unknown_cursor\"}");
    assertThat(await(gateway.events("x"))).isEqualTo(new EventsResult.CursorUnknown());
    fake.respond("GET /gateway/v1/events", 410, "{\"code\": \"expired_cursor\"}");
    assertThat(await(gateway.events("x"))).isEqualTo(new EventsResult.CursorExpired());
    fake.respond("GET /gateway/v1/events", 200, "{\"events\": [], \"next\": \"y\"}");
    assertThat(await(gateway.events(null)))
        .isEqualTo(new EventsResult.EventPage(java.util.List.of(), "y"));
    fake.respond("GET /gateway/v1/events", 200, "{\"events\": [{}], \"next\": \"y\"}");
    assertThat(await(gateway.events(null)))
        .isInstanceOfSatisfying(
            EventsResult.EventPage.class, page -> assertThat(page.malformed()).hasSize(1));
    fake.respond("GET /gateway/v1/events", 200, "{\"events\": [{}]}");
    assertThat(await(gateway.events(null))).isInstanceOf(EventsResult.Unavailable.class);
  }

  @Test
  void malformedItemDoesNotInvalidateItsPage() {
    String deep = "{\"a\":".repeat(200) + "1" + "}".repeat(200);
    for (String item :
        new String[] {deep, "{\"a\": 1, \"a\": 2}", "{\"a\": " + "9".repeat(5000) + "}"}) {
      fake.respond("GET /gateway/v1/events", 200, "{\"events\": [" + item + "], \"next\": \"y\"}");
      assertThat(await(gateway.events(null)))
          .isInstanceOfSatisfying(
              EventsResult.EventPage.class, page -> assertThat(page.malformed()).hasSize(1));
    }
  }

  @Test
  void requestsSmallerPageWhenTooLarge() {
    fake.on(
        "GET /gateway/v1/events?limit=500",
        request ->
            pour(request.http().response().setChunked(true), Buffer.buffer(new byte[256 * 1024])));
    fake.respond("GET /gateway/v1/events?limit=7", 200, "{\"events\": [], \"next\": \"y\"}");

    assertThat(await(gateway.events(null)))
        .isEqualTo(new EventsResult.EventPage(java.util.List.of(), "y"));
  }

  private HttpGateway at(URI address, Duration timeout) {
    return new HttpGateway(
        vertx,
        address,
        MessageSignature.of(FakeGateway.SECRET),
        timeout,
        InstantSource.system(),
        new Random(5));
  }
}
