package eu.callorders.server.telephony;

import static eu.callorders.server.telephony.VoiceGatewayConformance.await;
import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.id.IdKind;
import eu.callorders.core.telephony.CancelResult;
import eu.callorders.core.telephony.PlaceCall;
import eu.callorders.core.telephony.QueryResult;
import java.time.Instant;
import java.util.UUID;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Queries, cancellation and erasure of a call over HTTP. */
class CallQueryTest {
  @AutoClose private final HttpGatewayFixture fixture = new HttpGatewayFixture();
  private final PlaceCall call = fixture.call;
  private final FakeGateway fake = fixture.fake;
  private final HttpGateway gateway = fixture.gateway;

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
}
