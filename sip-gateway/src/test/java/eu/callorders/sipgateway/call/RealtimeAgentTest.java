package eu.callorders.sipgateway.call;

import static eu.callorders.sipgateway.call.RealtimeFixture.A_LAW_LOUD;
import static eu.callorders.sipgateway.call.RealtimeFixture.MU_LAW_LOUD;
import static eu.callorders.sipgateway.call.RealtimeFixture.sound;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.core.call.Disposition;
import eu.callorders.core.telephony.GatewayEvent;
import eu.callorders.core.telephony.GatewayEvent.Turn;
import eu.callorders.core.telephony.PlaceCall;
import eu.callorders.sipgateway.realtime.ServerMessages;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Conversations of a speech model of OpenAI, whose side is played by its schema. */
@Tag("long-sip")
class RealtimeAgentTest {
  private static final String REPORT =
      """
      {"summary_code": "payment_promised", "identity_confirmed": true, "summary": "Will pay.",\
       "findings": {"payment_promise": {"on": "2026-12-01"}}}\
      """;

  @TempDir static Path certificates;
  private static TestCertificates authority;

  @TempDir Path directory;
  private RealtimeFixture model;
  private SipPeer peer;
  private RealtimePeer agent;
  private GatewayFixture gateway;
  private PlaceCall call;

  @BeforeAll
  static void createAuthority() throws Exception {
    authority = new TestCertificates(certificates, "authority");
  }

  @BeforeEach
  void prepare() throws Exception {
    model = new RealtimeFixture(directory, authority);
    peer = model.peer;
    agent = model.agent;
    gateway = model.gateway;
    call = model.call;
  }

  @AfterEach
  void stop() throws Exception {
    model.close();
  }

  @Test
  void modelIsAskedToSpeakAfterTheDisclosure() throws Exception {
    gateway.longDisclosure().start();
    SipMessage invite = model.ring();
    peer.respondWithSound(invite, 200, "OK");
    peer.expect("ACK");
    peer.sound.awaitSpeech();
    assertThat(agent.hasNot("response.create")).isTrue();
    gateway.awaitEvent(GatewayEvent.Disclosed.class);

    agent.expect("response.create");
  }

  @Test
  void modelSpeaksAndHearsThePerson() throws Exception {
    SipMessage invite = model.talking();
    agent.send(ServerMessages.responseCreated());
    agent.send(ServerMessages.audio("item_1", sound(800)));
    peer.sound.awaitSound(A_LAW_LOUD);
    byte[] loud = new byte[160];
    Arrays.fill(loud, A_LAW_LOUD);
    peer.sound.speak(loud, invite.mediaPort());
    JsonNode heard = agent.expect("input_audio_buffer.append");

    assertThat(Base64.getDecoder().decode(heard.path("audio").asText()))
        .hasSize(160)
        .containsOnly(MU_LAW_LOUD);
  }

  @Test
  void reportAndTranscriptArePassedOn() throws Exception {
    model.talking();
    agent.send(ServerMessages.responseCreated());
    agent.send(ServerMessages.audio("item_1", sound(80)));
    agent.send(ServerMessages.agentText("item_1", "Spreche ich mit Frau Muster?"));
    agent.send(ServerMessages.responseDone("completed"));
    agent.send(ServerMessages.speechStarted("item_2", 500));
    agent.send(ServerMessages.speechStopped("item_2", 900));
    agent.send(ServerMessages.personText("item_2", "Ja"));
    agent.send(ServerMessages.responseCreated());
    agent.send(ServerMessages.functionCall("c1", "report", REPORT));
    JsonNode result = agent.expect("conversation.item.create").path("item");
    assertThat(result.path("call_id").asText()).isEqualTo("c1");
    assertThat(result.path("output").asText()).contains("reported");
    agent.send(ServerMessages.responseDone("completed"));
    agent.expect("response.create"); // the model goes on after a result
    agent.send(ServerMessages.responseCreated());
    agent.send(ServerMessages.functionCall("c2", "hang_up", "{}"));
    peer.respond(peer.expect("BYE"), 200, "OK");

    assertThat(gateway.awaitEvent(GatewayEvent.Ended.class).endedBy()).isEqualTo("agent");
    List<Turn> turns = gateway.awaitEvent(GatewayEvent.Turns.class).turns();
    assertThat(turns.stream().map(Turn::text))
        .containsExactlyInAnyOrder(call.disclosure(), "Spreche ich mit Frau Muster?", "Ja");
    assertThat(gateway.awaitEvent(GatewayEvent.Report.class).document())
        .containsEntry("summary_code", "payment_promised")
        .containsEntry("ai_disclosed", true)
        .containsEntry("findings", Map.of("payment_promise", Map.of("on", "2026-12-01")));
    agent.awaitClose();
  }

  @Test
  void modelReportsAfterThePersonHasHungUp() throws Exception {
    SipMessage invite = model.talking();
    agent.send(ServerMessages.responseCreated());
    peer.request("BYE", invite, 1, null);
    peer.expectResponse(200);
    assertThat(agent.expect("conversation.item.create").at("/item/content/0/text").asText())
        .contains("has ended");
    agent.expect("response.cancel");
    agent.send(ServerMessages.responseDone("cancelled"));
    JsonNode request = agent.expect("response.create").path("response");
    assertThat(request.at("/tool_choice/name").asText()).isEqualTo("report");
    agent.send(ServerMessages.responseCreated());
    agent.send(ServerMessages.functionCall("c1", "report", REPORT));

    assertThat(gateway.awaitEvent(GatewayEvent.Ended.class).endedBy()).isEqualTo("subject");
    assertThat(gateway.awaitEvent(GatewayEvent.Report.class).document())
        .containsEntry("summary_code", "payment_promised");
    agent.awaitClose();
  }

  @Test
  void gatewayReportsItselfWhenTheModelDoesNot() throws Exception {
    SipMessage invite = model.talking();
    agent.send(ServerMessages.responseDone("completed"));
    peer.request("BYE", invite, 1, null);
    peer.expectResponse(200);
    for (int i = 0; i < 3; i++) {
      agent.expect("response.create");
      agent.send(ServerMessages.responseDone("completed"));
    }

    assertThat(gateway.awaitEvent(GatewayEvent.Report.class).document())
        .containsEntry("summary_code", "conversation_incomplete");
    gateway.awaitMetric("sipgateway_agent_reports_missing_total 1");
    agent.awaitClose();
  }

  @Test
  void faultyReportIsExplainedToTheModel() throws Exception {
    model.talking();
    agent.send(
        ServerMessages.functionCall(
            "c1", "report", "{\"summary_code\": \"won\", \"identity_confirmed\": true}"));

    assertThat(agent.expect("conversation.item.create").at("/item/output").asText())
        .contains("/summary_code is none of its values");
    agent.send(ServerMessages.functionCall("c2", "dance", "{}"));
    assertThat(agent.expect("conversation.item.create").at("/item/output").asText())
        .contains("there is no such function");
  }

  @Test
  void objectionOfTheModelCountsAtOnce() throws Exception {
    model.talking();
    agent.send(ServerMessages.functionCall("c1", "objection", "{}"));

    assertThat(gateway.eventsUpTo(GatewayEvent.Objection.class)).doesNotContain("Ended");
    assertThat(agent.expect("conversation.item.create").at("/item/output").asText())
        .contains("no further call");
  }

  @Test
  void keysAreToldToTheModelAndNineIsAnObjection() throws Exception {
    SipMessage invite = model.talking();
    agent.send(ServerMessages.responseDone("completed"));
    peer.sound.press('1', invite.mediaPort());
    peer.sound.press('2', invite.mediaPort());
    assertThat(agent.expect("conversation.item.create").at("/item/content/0/text").asText())
        .endsWith("keys 12");
    agent.expect("response.create");
    agent.send(ServerMessages.responseCreated());
    peer.sound.press('9', invite.mediaPort());

    assertThat(gateway.eventsUpTo(GatewayEvent.Objection.class)).doesNotContain("Ended");
    agent.expect("response.cancel");
    assertThat(agent.expect("conversation.item.create").at("/item/content/0/text").asText())
        .contains("an objection");
    agent.send(ServerMessages.responseDone("cancelled"));
    agent.expect("response.create");
  }

  @Test
  void voicemailOfTheModelEndsTheCallWithoutAReport() throws Exception {
    model.talking();
    agent.send(ServerMessages.functionCall("c1", "voicemail", "{}"));
    peer.respond(peer.expect("BYE"), 200, "OK");

    assertThat(gateway.awaitEvent(GatewayEvent.Ended.class).disposition())
        .isEqualTo(Disposition.VOICEMAIL);
    agent.awaitClose();
  }

  @Test
  void personIsNotTalkedOver() throws Exception {
    model.talking();
    agent.send(ServerMessages.responseCreated());
    agent.send(ServerMessages.audio("item_1", sound(8_000 * 20)));
    peer.sound.awaitSound(A_LAW_LOUD);
    agent.send(ServerMessages.speechStarted("item_2", 100));
    JsonNode cut = agent.expect("conversation.item.truncate");
    assertThat(cut.path("item_id").asText()).isEqualTo("item_1");
    assertThat(cut.path("audio_end_ms").asInt()).isBetween(0, 19_999);
    agent.send(ServerMessages.audio("item_1", sound(8_000))); // was on its way
    Instant deadline = Instant.now().plusSeconds(60);
    while (peer.sound.hears(A_LAW_LOUD)) {
      assertThat(Instant.now()).as("silence").isBefore(deadline);
    }
  }

  @Test
  void modelThatFailsTwiceIsApologizedFor() throws Exception {
    model.talking();
    agent.send(ServerMessages.responseDone("failed"));
    agent.expect("response.create");
    agent.send(ServerMessages.responseDone("failed"));
    peer.respond(peer.expect("BYE"), 200, "OK");

    assertThat(gateway.awaitSpoken(2)).hasSize(2);
    assertThat(gateway.awaitEvent(GatewayEvent.Ended.class).endedBy()).isEqualTo("provider");
  }

  @Test
  void lostConnectionIsApologizedForAndReportedAtOnce() throws Exception {
    model.talking();
    agent.disconnect();
    peer.respond(peer.expect("BYE"), 200, "OK");

    GatewayEvent.Ended ended = gateway.awaitEvent(GatewayEvent.Ended.class);
    assertThat(ended.disposition()).isEqualTo(Disposition.ANSWERED);
    assertThat(ended.endedBy()).isEqualTo("provider");
    assertThat(gateway.awaitEvent(GatewayEvent.Report.class).document())
        .containsEntry("summary_code", "conversation_incomplete");
  }
}
