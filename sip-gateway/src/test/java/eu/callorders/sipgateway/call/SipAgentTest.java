package eu.callorders.sipgateway.call;

import static eu.callorders.sipgateway.call.GatewayFixture.await;
import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.call.Disposition;
import eu.callorders.core.id.IdKind;
import eu.callorders.core.telephony.GatewayEvent;
import eu.callorders.core.telephony.PlaceCall;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Conversations of an agent at a SIP address. */
class SipAgentTest {
  private static final String TOKEN = "agent-token";
  private static final byte LOUD = 0x2A; // A-law, -32256
  private static final byte LOUD_TOO = (byte) 0xAA; // A-law, 32256
  private static final String REPORT =
      """
      {"event_id": "r1", "summary_code": "payment_promised", "identity_confirmed": true}
      """;

  @TempDir Path directory;
  private SipPeer peer;
  private SipPeer agent;
  private GatewayFixture gateway;
  private PlaceCall call;

  @BeforeEach
  void prepare() throws Exception {
    peer = new SipPeer();
    agent = new SipPeer();
    gateway =
        new GatewayFixture(directory, peer.port())
            .set("AGENT", "sip:bot@127.0.0.1:" + agent.port())
            .set("AGENT_TOKEN", TOKEN);
    call = gateway.call();
  }

  @AfterEach
  void stop() throws Exception {
    gateway.close();
    agent.close();
    peer.close();
  }

  @Test
  void agentIsDialedWhenThePersonHasAnswered() throws Exception {
    gateway.start();
    SipMessage invite = ring();
    assertThat(agent.unexpected()).isEmpty();
    answer(invite);
    SipMessage second = agent.expect("INVITE");

    assertThat(second.header("X-Attempt-Id")).isEqualTo(IdKind.CALL.format(call.attemptId()));
    assertThat(second.uri()).isEqualTo("sip:bot@127.0.0.1:" + agent.port());
    assertThat(second.callId()).isNotEqualTo(invite.callId());
    assertThat(second.body()).contains("RTP/AVP 8 0 101").doesNotContain("crypto");
    assertThat(invite.headers("X-Attempt-Id")).isEmpty();
  }

  @Test
  void soundPassesBothWaysAfterTheDisclosure() throws Exception {
    Legs legs = talking(); // the agent has heard the person
    agent.sound.speak(frame(LOUD_TOO), legs.agent().mediaPort());

    peer.sound.awaitSound(LOUD_TOO);
    gateway.awaitMetric("sipgateway_agents_connected 1");
  }

  @Test
  void keysArePassedOnAndNineIsAnObjection() throws Exception {
    Legs legs = talking();
    peer.sound.press('5', legs.person().mediaPort());
    assertThat(agent.sound.awaitKey()).isEqualTo('5');
    peer.sound.press('9', legs.person().mediaPort());

    assertThat(gateway.eventsUpTo(GatewayEvent.Objection.class)).doesNotContain("Ended");
    char key = agent.sound.awaitKey();
    while (key == '5') { // the end of an event comes three times
      key = agent.sound.awaitKey();
    }
    assertThat(key).isEqualTo('9');
  }

  @Test
  void agentThatHangsUpEndsTheCall() throws Exception {
    Legs legs = talking();
    agent.request("BYE", legs.agent(), 1, null);
    agent.expectResponse(200);
    peer.respond(peer.expect("BYE"), 200, "OK");

    assertThat(gateway.awaitEvent(GatewayEvent.Ended.class).endedBy()).isEqualTo("agent");
    assertThat(post("/report", REPORT)).isEqualTo(204);
    assertThat(gateway.awaitEvent(GatewayEvent.Report.class).document())
        .containsEntry("summary_code", "payment_promised")
        .containsEntry("ai_disclosed", true);
  }

  @Test
  void personWhoHangsUpEndsTheSecondLeg() throws Exception {
    gateway.times(CallTimes.DEFAULT.withReport(Duration.ofMillis(200)));
    Legs legs = talking();
    peer.request("BYE", legs.person(), 1, null);
    peer.expectResponse(200);
    SipMessage bye = agent.expect("BYE");
    agent.respond(bye, 200, "OK");

    assertThat(bye.callId()).isEqualTo(legs.agent().callId());
    assertThat(gateway.awaitEvent(GatewayEvent.Ended.class).endedBy()).isEqualTo("subject");
    assertThat(gateway.awaitEvent(GatewayEvent.Report.class).document())
        .containsEntry("summary_code", "conversation_incomplete");
    gateway.awaitMetric("sipgateway_agents_connected 0");
    gateway.awaitMetric("sipgateway_agent_reports_missing_total 1");
    gateway.awaitMetric("sipgateway_rtp_ports_free 5000");
  }

  @Test
  void agentHangsUpByTheInterfaceToo() throws Exception {
    talking();
    assertThat(post("/hangup", "{\"event_id\": \"h\"}")).isEqualTo(204);
    agent.respond(agent.expect("BYE"), 200, "OK");
    peer.respond(peer.expect("BYE"), 200, "OK");

    assertThat(gateway.awaitEvent(GatewayEvent.Ended.class).endedBy()).isEqualTo("agent");
  }

  @Test
  void agentThatDoesNotComeIsApologizedFor() throws Exception {
    gateway.start();
    SipMessage invite = ring();
    answer(invite);
    SipMessage second = agent.expect("INVITE");
    agent.respond(second, 180, "Ringing");
    SipMessage cancel = agent.expect("CANCEL");
    agent.respond(cancel, 200, "OK");
    agent.respond(second, 487, "Request Terminated");
    agent.expect("ACK");
    peer.respond(peer.expect("BYE"), 200, "OK");

    assertThat(gateway.eventsUpTo(GatewayEvent.Ended.class)).contains("Disclosed");
    assertThat(gateway.awaitSpoken(2)).hasSize(2);
    gateway.awaitMetric("sipgateway_agents_lost_total 1");
  }

  @Test
  void agentThatRejectsTheCallIsApologizedFor() throws Exception {
    gateway.start();
    SipMessage invite = ring();
    answer(invite);
    agent.respond(agent.expect("INVITE"), 503, "Service Unavailable");
    agent.expect("ACK");
    peer.respond(peer.expect("BYE"), 200, "OK");

    GatewayEvent.Ended ended = gateway.awaitEvent(GatewayEvent.Ended.class);
    assertThat(ended.disposition()).isEqualTo(Disposition.ANSWERED);
    assertThat(ended.endedBy()).isEqualTo("provider");
    assertThat(gateway.awaitSpoken(2)).hasSize(2);
  }

  @Test
  void agentWithoutACommonCodecIsHungUpOn() throws Exception {
    gateway.start();
    SipMessage invite = ring();
    answer(invite);
    SipMessage second = agent.expect("INVITE");
    agent.respondAs("bot", second, 200, "OK", SipPeer.unusableDescription());
    agent.expect("ACK");
    agent.respond(agent.expect("BYE"), 200, "OK");
    peer.respond(peer.expect("BYE"), 200, "OK");

    assertThat(gateway.awaitEvent(GatewayEvent.Ended.class).endedBy()).isEqualTo("provider");
  }

  @Test
  void objectionBeforeTheAgentComesNeedsNone() throws Exception {
    gateway.start();
    SipMessage invite = ring();
    answer(invite);
    agent.respond(agent.expect("INVITE"), 180, "Ringing");
    gateway.awaitEvent(GatewayEvent.Disclosed.class);
    peer.sound.press('9', invite.mediaPort());
    gateway.awaitEvent(GatewayEvent.Objection.class);
    peer.respond(peer.expect("BYE"), 200, "OK"); // after the goodbye
    agent.expect("CANCEL");

    assertThat(gateway.awaitEvent(GatewayEvent.Ended.class).endedBy()).isEqualTo("agent");
    assertThat(gateway.awaitSpoken(2).getLast()).contains("nicht mehr");
  }

  @ParameterizedTest
  @ValueSource(ints = {404, 480, 486, 503})
  void agentThatTakesNoCallIsNoCall(int status) throws Exception {
    agent.answerOptionsWith(status);
    gateway.start();
    HttpResponse<String> refused = await(gateway.place(call));

    assertThat(refused.statusCode()).isEqualTo(429);
    assertThat(refused.body()).contains("\"code\":\"agent_unavailable\"");
    assertThat(peer.unexpected()).isEmpty();
    gateway.awaitMetric("sipgateway_agents_unavailable_total 1");
  }

  @Test
  void agentThatDoesNotAnswerOptionsIsNoCall() throws Exception {
    agent.close();
    gateway.start();

    assertThat(await(gateway.place(call)).body()).contains("agent_unavailable");
    assertThat(peer.unexpected()).isEmpty();
  }

  @Test
  void nextProcessEndsBothLegs() throws Exception {
    Legs legs = talking();
    gateway.kill();
    gateway.start();
    SipMessage ofTheAgent = agent.expect("BYE");
    SipMessage ofThePerson = peer.expect("BYE");
    agent.respond(ofTheAgent, 200, "OK");
    peer.respond(ofThePerson, 200, "OK");

    assertThat(ofTheAgent.callId()).isEqualTo(legs.agent().callId());
    assertThat(ofTheAgent.cseq()).isGreaterThan(legs.agent().cseq());
    assertThat(ofThePerson.callId()).isEqualTo(legs.person().callId());
  }

  @Test
  void nextProcessCancelsALegThatRings() throws Exception {
    gateway.start();
    SipMessage invite = ring();
    answer(invite);
    SipMessage second = agent.expect("INVITE");
    agent.respond(second, 180, "Ringing");
    gateway.awaitEvent(GatewayEvent.Answered.class);
    gateway.kill();
    gateway.start();
    SipMessage cancel = agent.expect("CANCEL");
    agent.respond(cancel, 200, "OK");

    assertThat(cancel.branch()).isEqualTo(second.branch());
    peer.respond(peer.expect("BYE"), 200, "OK");
    assertThat(gateway.awaitEvent(GatewayEvent.Ended.class).endedBy()).isEqualTo("provider");
  }

  /** The INVITE of each leg. */
  private record Legs(SipMessage person, SipMessage agent) {}

  /** A call whose agent has answered and may speak. */
  private Legs talking() throws Exception {
    gateway.start();
    SipMessage invite = ring();
    answer(invite);
    SipMessage second = agent.expect("INVITE");
    agent.respondWithSound(second, 200, "OK");
    agent.expect("ACK");
    gateway.awaitEvent(GatewayEvent.Disclosed.class);
    Instant deadline = Instant.now().plusSeconds(60);
    do {
      assertThat(Instant.now()).as("the agent hears the person").isBefore(deadline);
      peer.sound.speak(frame(LOUD), invite.mediaPort());
    } while (!agent.sound.hears(LOUD));
    return new Legs(invite, second);
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

  private int post(String path, String body) throws Exception {
    return await(gateway.agent("POST", call, path, TOKEN, body)).statusCode();
  }

  private static byte[] frame(byte code) {
    byte[] frame = new byte[160];
    Arrays.fill(frame, code);
    return frame;
  }
}
