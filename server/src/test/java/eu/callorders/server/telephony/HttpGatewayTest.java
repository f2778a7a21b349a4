package eu.callorders.server.telephony;

import static eu.callorders.server.telephony.HttpGatewayFixture.LONG_TIMEOUT;
import static eu.callorders.server.telephony.HttpGatewayFixture.SHORT_TIMEOUT;
import static eu.callorders.server.telephony.HttpGatewayFixture.pour;
import static eu.callorders.server.telephony.VoiceGatewayConformance.await;
import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.id.IdKind;
import eu.callorders.core.signing.MessageSignature;
import eu.callorders.core.telephony.CancelResult;
import eu.callorders.core.telephony.Capabilities;
import eu.callorders.core.telephony.EventsResult;
import eu.callorders.core.telephony.GatewayHealth;
import eu.callorders.core.telephony.PlaceCall;
import eu.callorders.core.telephony.PlaceResult;
import eu.callorders.core.telephony.PlaceResult.RefusalReason;
import eu.callorders.core.telephony.QueryResult;
import eu.callorders.gatewaykit.PlaceCallDocument;
import eu.callorders.server.json.Json;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerResponse;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Placing of calls over HTTP, with valid and invalid responses. */
@Tag("long")
class HttpGatewayTest {
  @AutoClose private final HttpGatewayFixture fixture = new HttpGatewayFixture();
  private final PlaceCall call = fixture.call;
  private final FakeGateway fake = fixture.fake;
  private final HttpGateway gateway = fixture.gateway;

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
    "401, invalid_signature, GATEWAY_UNAVAILABLE",
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
    assertThat(await(fixture.at(fake.address(), SHORT_TIMEOUT).place(call)))
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
          fixture.vertx.setPeriodic(50, timer -> response.write(" "));
        });
    assertThat(await(fixture.at(fake.address(), SHORT_TIMEOUT).place(call)))
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

  @Test
  void refusedConnectionMeansNothingWasDialed() {
    HttpGateway unreachable = fixture.at(URI.create("http://127.0.0.1:9"), LONG_TIMEOUT);

    assertThat(await(unreachable.place(call)))
        .isEqualTo(new PlaceResult.Refused(RefusalReason.GATEWAY_UNAVAILABLE, null));
    assertThat(await(unreachable.health()).state()).isEqualTo(GatewayHealth.State.DOWN);
    assertThat(await(unreachable.query(call.attemptId(), null)))
        .isInstanceOf(QueryResult.Unavailable.class);
    assertThat(await(unreachable.cancel(call.attemptId(), null))).isEqualTo(CancelResult.UNKNOWN);
    assertThat(await(unreachable.erase(call.attemptId()))).isFalse();
    assertThat(await(unreachable.events(null))).isInstanceOf(EventsResult.Unavailable.class);
    assertThat(unreachable.capabilities()).isEqualTo(new Capabilities(false, false, false, false));
  }
}
