package eu.callorders.sipgateway.call;

import static eu.callorders.sipgateway.call.GatewayFixture.await;
import static eu.callorders.sipgateway.call.StreamFixture.TOKEN;
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
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Conversations of an agent at a WebSocket. */
@Tag("long-sip")
class StreamAgentTest {
  private static final byte MU_LAW_LOUD = 0x00; // -32124
  private static final byte A_LAW_LOUD = 0x2A; // -32256

  @TempDir static Path certificates;
  private static TestCertificates authority;

  @TempDir Path directory;
  private StreamFixture stream;
  private SipPeer peer;
  private StreamPeer agent;
  private GatewayFixture gateway;
  private PlaceCall call;

  @BeforeAll
  static void createAuthority() throws Exception {
    authority = new TestCertificates(certificates, "authority");
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
  void agentIsConnectedBeforeTheCallAndSpeaksAfterTheDisclosure() throws Exception {
    gateway.start();
    SipMessage invite = stream.ring();
    agent.expect("connected");
    assertThat(agent.authorization()).isEqualTo("Bearer " + TOKEN);
    stream.answer(invite);
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
    SipMessage invite = stream.streaming();
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
  void personWhoSpeaksForLongIsNoMachine() throws Exception {
    SipMessage invite = stream.streaming();
    byte[] loud = new byte[160];
    Arrays.fill(loud, A_LAW_LOUD);
    for (int frame = 0; frame < 200; frame++) { // 4 seconds
      peer.sound.awaitFrame(); // the gateway drops a flood, as more than 50 packets in 20 ms
      peer.sound.speak(loud, invite.mediaPort());
      agent.expect("media");
    }
    peer.request("BYE", invite, 1, null);
    peer.expectResponse(200);

    assertThat(gateway.awaitEvent(GatewayEvent.Ended.class).disposition())
        .isEqualTo(Disposition.ANSWERED);
  }

  @Test
  void markComesBackWhenEverythingBeforeItIsSpoken() throws Exception {
    stream.streaming();
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
    SipMessage invite = stream.streaming();
    peer.sound.press('9', invite.mediaPort());

    assertThat(gateway.eventsUpTo(GatewayEvent.Objection.class)).doesNotContain("Ended");
    assertThat(agent.expect("dtmf").getJsonObject("dtmf").getString("digit")).isEqualTo("9");
    assertThat(stream.post("/hangup", "{\"event_id\": \"h\"}").statusCode()).isEqualTo(204);
    peer.respond(peer.expect("BYE"), 200, "OK");
    assertThat(gateway.awaitEvent(GatewayEvent.Ended.class).endedBy()).isEqualTo("agent");
  }

  @Test
  void objectionDuringTheDisclosureNeedsNoAgent() throws Exception {
    gateway.longDisclosure().start();
    SipMessage invite = stream.ring();
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
  void noAgentIsNoCall() throws Exception {
    agent.close();
    gateway.start();
    HttpResponse<String> refused = await(gateway.place(call));

    assertThat(refused.statusCode()).isEqualTo(429);
    assertThat(refused.body()).contains("\"code\":\"agent_unavailable\"");
    assertThat(peer.unexpected()).isEmpty();
  }

  @Test
  void agentWithAnotherNameIsNotTrusted() throws Exception {
    gateway.set("AGENT", agent.uri("127.0.0.1")).start();

    assertThat(await(gateway.place(call)).body()).contains("agent_unavailable");
    assertThat(peer.unexpected()).isEmpty();
  }

  @Test
  void agentThatIsLostWhileItRingsEndsTheCall() throws Exception {
    gateway.start();
    SipMessage invite = stream.ring();
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
    stream.streaming();
    agent.disconnect();
    peer.respond(peer.expect("BYE"), 200, "OK");

    assertThat(gateway.awaitSpoken(2)).hasSize(2);
    GatewayEvent.Ended ended = gateway.awaitEvent(GatewayEvent.Ended.class);
    assertThat(ended.disposition()).isEqualTo(Disposition.ANSWERED);
    assertThat(ended.endedBy()).isEqualTo("provider");
  }

  @Test
  void garbageOfTheAgentIsIgnored() throws Exception {
    stream.streaming();
    for (String text : new String[] {"x", "{}", "{\"event\":\"media\",\"media\":1}", "[1]"}) {
      agent.send(text);
    }
    agent.mark("still here");

    assertThat(agent.expect("mark").getJsonObject("mark").getString("name"))
        .isEqualTo("still here");
  }
}
