package eu.callorders.sipgateway.call;

import static eu.callorders.sipgateway.call.GatewayFixture.await;
import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.call.Cause;
import eu.callorders.core.call.Disposition;
import eu.callorders.core.telephony.GatewayEvent;
import eu.callorders.core.telephony.PlaceCall;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Conversations of an agent at a WebSocket. */
class StreamAgentTest {
  private static final String TOKEN = "agent-token";
  private static final byte MU_LAW_LOUD = 0x00; // -32124
  private static final byte A_LAW_LOUD = 0x2A; // -32256
  private static final String REPORT =
      """
      {"event_id": "r1", "summary_code": "payment_promised", "identity_confirmed": true,
       "language": "de", "summary": "Will pay.", "findings": {"payment_promise": {"on": "2026-12-01"}}}
      """;

  @TempDir static Path certificates;
  private static TestCertificates authority;
  private static AgentContract contract;

  @TempDir Path directory;
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
    peer = new SipPeer();
    agent = new StreamPeer(authority.pemFile("localhost"));
    gateway =
        new GatewayFixture(directory, peer.port())
            .set("AGENT", agent.uri("localhost"))
            .set("AGENT_TOKEN", TOKEN)
            .set("TLS_CA_FILE", authority.trusted().toString());
    call = gateway.call();
  }

  @AfterEach
  void stop() throws Exception {
    gateway.close();
    agent.close();
    peer.close();
  }

  @Test
  void agentIsConnectedBeforeTheCallAndSpeaksAfterTheDisclosure() throws Exception {
    gateway.start();
    SipMessage invite = ring();
    agent.expect("connected");
    assertThat(agent.authorization()).isEqualTo("Bearer " + TOKEN);
    answer(invite);
    assertThat(gateway.eventsUpTo(GatewayEvent.Disclosed.class))
        .containsExactly("Accepted", "Ringing", "Answered", "Disclosed");
    JsonObject start = agent.expect("start").getJsonObject("start");

    assertThat(start.getJsonObject("customParameters").getString("attempt_id")).startsWith("call_");
    assertThat(start.getJsonObject("mediaFormat").getString("encoding")).isEqualTo("audio/x-mulaw");
    agent.speak(MU_LAW_LOUD, 800);
    peer.sound.awaitSound(A_LAW_LOUD);
  }

  @Test
  void agentHearsThePersonAndTheKeys() throws Exception {
    SipMessage invite = streaming();
    byte[] loud = new byte[160];
    Arrays.fill(loud, A_LAW_LOUD);
    peer.sound.speak(loud, invite.mediaPort());
    JsonObject media = agent.expect("media").getJsonObject("media");
    assertThat(Base64.getDecoder().decode(media.getString("payload")))
        .hasSize(160)
        .containsOnly(MU_LAW_LOUD);
    peer.sound.press('5', invite.mediaPort());

    assertThat(agent.expect("dtmf").getJsonObject("dtmf").getString("digit")).isEqualTo("5");
  }

  @Test
  void markComesBackWhenEverythingBeforeItIsSpoken() throws Exception {
    streaming();
    agent.speak(MU_LAW_LOUD, 8_000 * 15);
    agent.mark("late");
    agent.send(new JsonObject().put("event", "clear"));

    assertThat(agent.expect("mark").getJsonObject("mark").getString("name")).isEqualTo("late");
    agent.speak(MU_LAW_LOUD, 160);
    agent.mark("next");
    assertThat(agent.expect("mark").getJsonObject("mark").getString("name")).isEqualTo("next");
  }

  @Test
  void nineIsAnObjectionWithThisAgentToo() throws Exception {
    SipMessage invite = streaming();
    peer.sound.press('9', invite.mediaPort());

    assertThat(gateway.eventsUpTo(GatewayEvent.Objection.class)).doesNotContain("Ended");
    assertThat(agent.expect("dtmf").getJsonObject("dtmf").getString("digit")).isEqualTo("9");
    assertThat(post("/hangup", "{\"event_id\": \"h\"}")).isEqualTo(204);
    peer.respond(peer.expect("BYE"), 200, "OK");
    assertThat(gateway.awaitEvent(GatewayEvent.Ended.class).endedBy()).isEqualTo("agent");
  }

  @Test
  void objectionDuringTheDisclosureNeedsNoAgent() throws Exception {
    gateway.longDisclosure().start();
    SipMessage invite = ring();
    peer.respondWithSound(invite, 200, "OK");
    peer.expect("ACK");
    peer.sound.awaitSpeech();
    peer.sound.press('9', invite.mediaPort());
    gateway.awaitEvent(GatewayEvent.Objection.class);
    peer.respond(peer.expect("BYE"), 200, "OK"); // after the goodbye

    assertThat(gateway.awaitSpoken(2).getLast()).contains("nicht mehr");
    assertThat(agent.hasNot("start")).isTrue();
  }

  @Test
  void reportOfTheAgentIsPassedOn() throws Exception {
    SipMessage invite = streaming();
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
  void repeatedRequestHasNoFurtherEffect() throws Exception {
    SipMessage invite = streaming();
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
    SipMessage invite = streaming();
    peer.request("BYE", invite, 1, null);
    peer.expectResponse(200);

    assertThat(gateway.awaitEvent(GatewayEvent.Report.class).document())
        .containsEntry("summary_code", "conversation_incomplete")
        .containsEntry("ai_disclosed", true);
    assertThat(post("/report", REPORT)).isEqualTo(409);
  }

  @Test
  void voicemailOfTheAgentEndsTheCallWithoutAReport() throws Exception {
    streaming();
    assertThat(post("/voicemail", "{\"event_id\": \"v\"}")).isEqualTo(204);
    peer.respond(peer.expect("BYE"), 200, "OK");

    assertThat(gateway.awaitEvent(GatewayEvent.Ended.class).disposition())
        .isEqualTo(Disposition.VOICEMAIL);
    assertThat(post("/report", REPORT)).isEqualTo(409);
  }

  @Test
  void noAgentIsNoCall() throws Exception {
    agent.close();
    gateway.start();
    HttpResponse<String> refused = await(gateway.place(call));

    assertThat(refused.statusCode()).isEqualTo(429);
    assertThat(refused.body()).contains("\"code\":\"agent_unavailable\"");
    assertThat(peer.isQuiet()).isTrue();
  }

  @Test
  void agentWithAnotherNameIsNotTrusted() throws Exception {
    gateway.set("AGENT", agent.uri("127.0.0.1")).start();

    assertThat(await(gateway.place(call)).body()).contains("agent_unavailable");
    assertThat(peer.isQuiet()).isTrue();
  }

  @Test
  void agentThatIsLostWhileItRingsEndsTheCall() throws Exception {
    gateway.start();
    SipMessage invite = ring();
    agent.expect("connected");
    agent.disconnect();
    peer.respond(peer.expect("CANCEL"), 200, "OK");
    peer.respond(invite, 487, "Request Terminated");

    GatewayEvent.Ended ended = gateway.awaitEvent(GatewayEvent.Ended.class);
    assertThat(ended.disposition()).isEqualTo(Disposition.FAILED);
    assertThat(ended.cause()).isEqualTo(Cause.CARRIER_FAULT);
    assertThat(ended.network().detail()).isEqualTo("the agent was lost");
  }

  @Test
  void lostAgentIsApologizedFor() throws Exception {
    gateway.times(CallTimes.DEFAULT.withReport(Duration.ofMillis(200)));
    streaming();
    agent.disconnect();
    peer.respond(peer.expect("BYE"), 200, "OK");

    assertThat(gateway.awaitSpoken(2)).hasSize(2);
    GatewayEvent.Ended ended = gateway.awaitEvent(GatewayEvent.Ended.class);
    assertThat(ended.disposition()).isEqualTo(Disposition.ANSWERED);
    assertThat(ended.endedBy()).isEqualTo("provider");
  }

  @Test
  void briefingHasNoNumbers() throws Exception {
    streaming();
    HttpResponse<String> briefing = request("GET", call, "", TOKEN, "");

    assertThat(briefing.statusCode()).isEqualTo(200);
    assertThat(new JsonObject(briefing.body()).fieldNames())
        .containsExactlyInAnyOrder(
            "attempt_id", "locale", "agent", "briefing", "disclosure", "transcript");
    assertThat(briefing.body()).doesNotContain(call.to().e164()).contains("Muster");
  }

  @Test
  void onlyTheAgentIsHeardAndOnlyAboutItsCalls() throws Exception {
    streaming();
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
    streaming();
    HttpResponse<String> refused = request("POST", call, path, TOKEN, body);

    assertThat(refused.statusCode()).isEqualTo(422);
    assertThat(new JsonObject(refused.body()).getString("detail")).contains(fault);
  }

  @Test
  void garbageOfTheAgentIsIgnored() throws Exception {
    streaming();
    for (String text : new String[] {"x", "{}", "{\"event\":\"media\",\"media\":1}", "[1]"}) {
      agent.send(text);
    }
    agent.mark("still here");

    assertThat(agent.expect("mark").getJsonObject("mark").getString("name"))
        .isEqualTo("still here");
  }

  private SipMessage ring() throws Exception {
    CompletableFuture<HttpResponse<String>> placed = gateway.place(call);
    SipMessage invite = peer.expect("INVITE");
    peer.respond(invite, 180, "Ringing");
    assertThat(await(placed).statusCode()).isEqualTo(201);
    return invite;
  }

  private void answer(SipMessage invite) throws Exception {
    peer.respondWithSound(invite, 200, "OK");
    peer.expect("ACK");
  }

  /** An answered call whose agent may speak. */
  private SipMessage streaming() throws Exception {
    gateway.start();
    SipMessage invite = ring();
    answer(invite);
    agent.expect("start");
    return invite;
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
