package eu.callorders.sipgateway.call;

import static eu.callorders.sipgateway.call.GatewayFixture.await;
import static eu.callorders.sipgateway.call.StreamFixture.TOKEN;
import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.call.Disposition;
import eu.callorders.core.telephony.GatewayEvent;
import eu.callorders.core.telephony.PlaceCall;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What an agent reads and reports over HTTP, by the contract. */
@Tag("long-sip")
class AgentInterfaceTest {
  private static final String REPORT =
      """
      {"event_id": "r1", "summary_code": "payment_promised", "identity_confirmed": true,
       "language": "de", "summary": "Will pay.", "findings": {"payment_promise": {"on": "2026-12-01"}}}
      """;

  @TempDir static Path certificates;
  private static TestCertificates authority;
  private static AgentContract contract;

  @TempDir Path directory;
  private StreamFixture stream;
  private SipPeer peer;
  private StreamPeer agent;
  private GatewayFixture gateway;
  private PlaceCall call;

  @BeforeAll
  static void createAuthority() throws Exception {
    authority = new TestCertificates(certificates, "authority");
    contract = new AgentContract();
  }

  @BeforeEach
  void prepare() throws Exception {
    stream = new StreamFixture(directory, authority);
    peer = stream.peer;
    agent = stream.agent;
    gateway = stream.gateway;
    call = stream.call;
  }

  @AfterEach
  void stop() throws Exception {
    stream.close();
  }

  @Test
  void reportOfTheAgentIsPassedOn() throws Exception {
    SipMessage invite = stream.streaming();
    assertThat(
            post(
                "/turns",
                """
                {"event_id": "t1", "complete": true, "turns": [
                  {"speaker": "agent", "start_ms": 0, "end_ms": 900, "text": "Guten Tag"}]}
                """))
        .isEqualTo(204);
    peer.request("BYE", invite, 1, null);
    peer.expectResponse(200);
    agent.expect("stop");
    assertThat(gateway.awaitEvent(GatewayEvent.Ended.class).endedBy()).isEqualTo("subject");
    assertThat(post("/report", REPORT)).isEqualTo(204);

    assertThat(gateway.awaitEvent(GatewayEvent.Report.class).document())
        .containsEntry("summary_code", "payment_promised")
        .containsEntry("reachability", "subject_reached")
        .containsEntry("ai_disclosed", true)
        .containsEntry("summary", "Will pay.")
        .containsEntry("findings", Map.of("payment_promise", Map.of("on", "2026-12-01")));
    assertThat(post("/report", REPORT.replace("r1", "r2"))).isEqualTo(409);
    assertThat(post("/turns", "{\"event_id\": \"t2\"}")).isEqualTo(409);
  }

  @Test
  void partsOfTheTranscriptAreOneEvent() throws Exception {
    SipMessage invite = stream.streaming();
    assertThat(post("/turns", part("t1", "Guten Tag", false))).isEqualTo(204);
    assertThat(post("/turns", part("t1", "Guten Tag", false))).isEqualTo(204);
    peer.request("BYE", invite, 1, null);
    peer.expectResponse(200);
    gateway.awaitEvent(GatewayEvent.Ended.class);
    assertThat(post("/turns", part("t2", "Auf Wiederhören", true))).isEqualTo(204);
    assertThat(post("/report", REPORT)).isEqualTo(204);

    GatewayEvent.Turns turns = gateway.awaitEvent(GatewayEvent.Turns.class);
    assertThat(turns.turns())
        .containsExactly(
            new GatewayEvent.Turn(0, "agent", 0, 900, "Guten Tag"),
            new GatewayEvent.Turn(1, "agent", 0, 900, "Auf Wiederhören"));
    assertThat(turns.complete()).isTrue();
    assertThat(gateway.eventsUpTo(GatewayEvent.Report.class)).containsExactly("Report");
  }

  @Test
  void partsOfTheTranscriptSurviveTheProcess() throws Exception {
    stream.streaming();
    assertThat(post("/turns", part("t1", "Guten Tag", false))).isEqualTo(204);
    assertThat(post("/turns", part("t2", "Ich rufe an", false))).isEqualTo(204);
    gateway.kill();
    gateway.start();
    peer.respond(peer.expect("BYE"), 200, "OK");

    GatewayEvent.Turns turns = gateway.awaitEvent(GatewayEvent.Turns.class);
    assertThat(turns.turns())
        .extracting(GatewayEvent.Turn::text)
        .containsExactly("Guten Tag", "Ich rufe an");
    assertThat(turns.complete()).isFalse();
    assertThat(gateway.eventsUpTo(GatewayEvent.Report.class)).containsExactly("Report");
  }

  private static String part(String eventId, String text, boolean complete) {
    return """
    {"event_id": "%s", "complete": %s, "turns": [
      {"speaker": "agent", "start_ms": 0, "end_ms": 900, "text": "%s"}]}
    """
        .formatted(eventId, complete, text);
  }

  @Test
  void repeatedRequestHasNoFurtherEffect() throws Exception {
    SipMessage invite = stream.streaming();
    assertThat(post("/report", REPORT)).isEqualTo(204);
    assertThat(post("/report", REPORT)).isEqualTo(204);
    assertThat(post("/report", REPORT.replace("r1", "r2"))).isEqualTo(409);
    peer.request("BYE", invite, 1, null);
    peer.expectResponse(200);

    assertThat(gateway.eventsUpTo(GatewayEvent.Report.class)).endsWith("Ended", "Report");
  }

  @Test
  void gatewayReportsItselfWhenTheAgentDoesNot() throws Exception {
    gateway.times(CallTimes.DEFAULT.withReport(Duration.ofMillis(200)));
    SipMessage invite = stream.streaming();
    peer.request("BYE", invite, 1, null);
    peer.expectResponse(200);

    assertThat(gateway.awaitEvent(GatewayEvent.Report.class).document())
        .containsEntry("summary_code", "conversation_incomplete")
        .containsEntry("ai_disclosed", true);
    assertThat(post("/report", REPORT)).isEqualTo(409);
  }

  @Test
  void objectionAfterTheEndOfTheCallCountsUntilTheReport() throws Exception {
    gateway.times(CallTimes.DEFAULT.withReport(Duration.ofSeconds(3)));
    SipMessage invite = stream.streaming();
    peer.request("BYE", invite, 1, null);
    peer.expectResponse(200);
    gateway.awaitEvent(GatewayEvent.Ended.class);
    assertThat(post("/objection", "{\"event_id\": \"o1\"}")).isEqualTo(204);

    assertThat(gateway.awaitEvent(GatewayEvent.Objection.class).scope()).isEqualTo("voice");
    assertThat(gateway.awaitEvent(GatewayEvent.Report.class).document())
        .containsEntry("summary_code", "objection_to_calls");
    assertThat(post("/objection", "{\"event_id\": \"o2\"}")).isEqualTo(409);
  }

  @Test
  void voicemailOfTheAgentEndsTheCallWithoutAReport() throws Exception {
    stream.streaming();
    assertThat(post("/turns", part("t1", "Guten Tag", true))).isEqualTo(204);
    assertThat(post("/voicemail", "{\"event_id\": \"v\"}")).isEqualTo(204);
    peer.respond(peer.expect("BYE"), 200, "OK");

    assertThat(gateway.awaitEvent(GatewayEvent.Ended.class).disposition())
        .isEqualTo(Disposition.VOICEMAIL);
    assertThat(gateway.awaitEvent(GatewayEvent.Turns.class).turns()).hasSize(1);
    assertThat(post("/report", REPORT)).isEqualTo(409);
  }

  @Test
  void briefingHasNoNumbers() throws Exception {
    stream.streaming();
    HttpResponse<String> briefing = request("GET", call, "", TOKEN, "");

    assertThat(briefing.statusCode()).isEqualTo(200);
    assertThat(new JsonObject(briefing.body()).fieldNames())
        .containsExactlyInAnyOrder(
            "attempt_id", "locale", "agent", "briefing", "disclosure", "transcript");
    assertThat(briefing.body()).doesNotContain(call.to().e164()).contains("Muster");
  }

  @Test
  void onlyTheAgentIsHeardAndOnlyAboutItsCalls() throws Exception {
    stream.streaming();
    assertThat(request("GET", call, "", "wrong", "").statusCode()).isEqualTo(401);
    assertThat(request("POST", call, "/report", "", REPORT).statusCode()).isEqualTo(401);
    assertThat(request("POST", gateway.call(), "/report", TOKEN, REPORT).statusCode())
        .isEqualTo(404);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "/report | [] | The body is no object.",
        "/report | {\"event_id\": 1} | /event_id is no string",
        "/report | {\"event_id\": \"a\", \"color\": 1} | /color is no member",
        "/report | {\"event_id\": \"a\", \"summary_code\": \"x\"} | /summary_code is none",
        "/report | {\"event_id\": \"a\", \"summary_code\": \"disputed\"} | /identity_confirmed is"
            + " no",
        "/report | {\"event_id\": \"a\", \"summary_code\": \"voicemail\"} | /summary_code is none",
        "/turns | {\"event_id\": \"a\", \"turns\": []} | /turns is no array",
        "/turns | {\"event_id\": \"a\", \"turns\": [{\"speaker\": \"x\"}]} | /turns/0/speaker is"
            + " none",
        "/hangup | {} | /event_id is no string"
      })
  void invalidBodiesAreExplained(String path, String body, String fault) throws Exception {
    stream.streaming();
    HttpResponse<String> refused = request("POST", call, path, TOKEN, body);

    assertThat(refused.statusCode()).isEqualTo(422);
    assertThat(new JsonObject(refused.body()).getString("detail")).contains(fault);
  }

  private int post(String path, String body) throws Exception {
    return request("POST", call, path, TOKEN, body).statusCode();
  }

  /** A request and its response, both by the contract. */
  private HttpResponse<String> request(
      String method, PlaceCall about, String path, String token, String body) throws Exception {
    HttpResponse<String> response = await(gateway.agent(method, about, path, token, body));
    contract.check(method.toLowerCase(Locale.ROOT), path, body, response);
    return response;
  }
}
