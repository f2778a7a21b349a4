package eu.callorders.sipgateway.call;

import static eu.callorders.sipgateway.call.GatewayFixture.await;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.read.ListAppender;
import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.core.call.Cause;
import eu.callorders.core.call.Disposition;
import eu.callorders.core.telephony.GatewayEvent;
import eu.callorders.core.telephony.GatewayEvent.Turn;
import eu.callorders.core.telephony.PlaceCall;
import eu.callorders.sipgateway.realtime.ServerMessages;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** Conversations of a speech model of OpenAI, whose side is played by its schema. */
class RealtimeAgentTest {
  private static final String KEY = "sk-never-in-a-log";
  private static final byte MU_LAW_LOUD = 0x00; // -32124
  private static final byte A_LAW_LOUD = 0x2A; // -32256
  private static final String REPORT =
      """
      {"summary_code": "payment_promised", "identity_confirmed": true, "summary": "Will pay.",\
       "findings": {"payment_promise": {"on": "2026-12-01"}}}\
      """;

  @TempDir static Path certificates;
  private static TestCertificates authority;

  @TempDir Path directory;
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
    peer = new SipPeer();
    agent = new RealtimePeer(authority.pemFile("localhost"));
    gateway =
        new GatewayFixture(directory, peer.port())
            .set("AGENT", "openai")
            .set("OPENAI_API_KEY", KEY)
            .set("OPENAI_MODEL", "gpt-realtime")
            .set("OPENAI_BASE_URL", agent.baseUrl("localhost"))
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
  void modelKnowsTheRulesBeforeTheCallIsDialed() throws Exception {
    gateway.start();
    CompletableFuture<HttpResponse<String>> placed = gateway.place(call);
    JsonNode session = agent.expect("session.update").path("session");
    assertThat(peer.isQuiet()).isTrue();
    agent.send(ServerMessages.sessionCreated());
    agent.send(ServerMessages.sessionUpdated());
    peer.respond(peer.expect("INVITE"), 180, "Ringing");

    assertThat(await(placed).statusCode()).isEqualTo(201);
    assertThat(agent.authorization()).isEqualTo("Bearer " + KEY);
    assertThat(agent.uri()).isEqualTo("/v1/realtime?model=gpt-realtime");
    assertThat(session.path("tracing").isNull()).isTrue();
    assertThat(session.path("instructions").asText()).contains(call.disclosure());
  }

  @Test
  void modelIsAskedToSpeakAfterTheDisclosure() throws Exception {
    gateway.longDisclosure().start();
    SipMessage invite = ring();
    peer.respondWithSound(invite, 200, "OK");
    peer.expect("ACK");
    peer.sound.awaitSpeech();
    assertThat(agent.hasNot("response.create")).isTrue();
    gateway.awaitEvent(GatewayEvent.Disclosed.class);

    agent.expect("response.create");
  }

  @Test
  void modelSpeaksAndHearsThePerson() throws Exception {
    SipMessage invite = talking();
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
    talking();
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

    List<Turn> turns = gateway.awaitEvent(GatewayEvent.Turns.class).turns();
    assertThat(turns.stream().map(Turn::text))
        .containsExactlyInAnyOrder(call.disclosure(), "Spreche ich mit Frau Muster?", "Ja");
    assertThat(gateway.awaitEvent(GatewayEvent.Ended.class).endedBy()).isEqualTo("agent");
    assertThat(gateway.awaitEvent(GatewayEvent.Report.class).document())
        .containsEntry("summary_code", "payment_promised")
        .containsEntry("ai_disclosed", true)
        .containsEntry("findings", Map.of("payment_promise", Map.of("on", "2026-12-01")));
    agent.awaitClose();
  }

  @Test
  void modelReportsAfterThePersonHasHungUp() throws Exception {
    SipMessage invite = talking();
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
    SipMessage invite = talking();
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
    talking();
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
    talking();
    agent.send(ServerMessages.functionCall("c1", "objection", "{}"));

    assertThat(gateway.eventsUpTo(GatewayEvent.Objection.class)).doesNotContain("Ended");
    assertThat(agent.expect("conversation.item.create").at("/item/output").asText())
        .contains("no further call");
  }

  @Test
  void keysAreToldToTheModelAndNineIsAnObjection() throws Exception {
    SipMessage invite = talking();
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
    talking();
    agent.send(ServerMessages.functionCall("c1", "voicemail", "{}"));
    peer.respond(peer.expect("BYE"), 200, "OK");

    assertThat(gateway.awaitEvent(GatewayEvent.Ended.class).disposition())
        .isEqualTo(Disposition.VOICEMAIL);
    agent.awaitClose();
  }

  @Test
  void personIsNotTalkedOver() throws Exception {
    talking();
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
    talking();
    agent.send(ServerMessages.responseDone("failed"));
    agent.expect("response.create");
    agent.send(ServerMessages.responseDone("failed"));
    peer.respond(peer.expect("BYE"), 200, "OK");

    assertThat(gateway.awaitSpoken(2)).hasSize(2);
    assertThat(gateway.awaitEvent(GatewayEvent.Ended.class).endedBy()).isEqualTo("provider");
  }

  @Test
  void lostConnectionIsApologizedForAndReportedAtOnce() throws Exception {
    talking();
    agent.disconnect();
    peer.respond(peer.expect("BYE"), 200, "OK");

    GatewayEvent.Ended ended = gateway.awaitEvent(GatewayEvent.Ended.class);
    assertThat(ended.disposition()).isEqualTo(Disposition.ANSWERED);
    assertThat(ended.endedBy()).isEqualTo("provider");
    assertThat(gateway.awaitEvent(GatewayEvent.Report.class).document())
        .containsEntry("summary_code", "conversation_incomplete");
  }

  @Test
  void connectionThatIsLostWhileItRingsEndsTheCall() throws Exception {
    gateway.start();
    SipMessage invite = ring();
    agent.disconnect();
    peer.respond(peer.expect("CANCEL"), 200, "OK");
    peer.respond(invite, 487, "Request Terminated");

    GatewayEvent.Ended ended = gateway.awaitEvent(GatewayEvent.Ended.class);
    assertThat(ended.disposition()).isEqualTo(Disposition.FAILED);
    assertThat(ended.cause()).isEqualTo(Cause.CARRIER_FAULT);
  }

  @Test
  void refusedSettingsAreNoCall() throws Exception {
    gateway.start();
    CompletableFuture<HttpResponse<String>> placed = gateway.place(call);
    agent.expect("session.update");
    agent.send(ServerMessages.error("invalid_request_error", "invalid_value"));

    assertThat(await(placed).body()).contains("agent_unavailable");
    assertThat(peer.isQuiet()).isTrue();
    agent.awaitClose();
  }

  @Test
  void modelThatDoesNotAcceptInTimeIsNoCall() throws Exception {
    gateway.start();
    CompletableFuture<HttpResponse<String>> placed = gateway.place(call);
    agent.expect("session.update");

    assertThat(await(placed).body()).contains("agent_unavailable");
    agent.awaitClose();
    gateway.awaitMetric("sipgateway_agents_unavailable_total 1");
  }

  @Test
  void serverWithAnotherNameIsNotTrusted() throws Exception {
    gateway.set("OPENAI_BASE_URL", agent.baseUrl("127.0.0.1")).start();

    assertThat(await(gateway.place(call)).body()).contains("agent_unavailable");
    assertThat(agent.authorization()).isEmpty();
  }

  @Test
  void garbageOfTheModelIsIgnored() throws Exception {
    talking();
    for (String text : new String[] {"x", "{}", "[1]", "{\"type\":\"response.done\"}"}) {
      agent.sendUnchecked(text);
    }
    agent.send(ServerMessages.audio("item_1", sound(800)));

    peer.sound.awaitSound(A_LAW_LOUD);
  }

  @Test
  void keyAndWordsAreInNoLine() throws Exception {
    ListAppender<ILoggingEvent> lines = new ListAppender<>();
    Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    Level level = root.getLevel();
    lines.start();
    root.addAppender(lines);
    root.setLevel(Level.TRACE);
    try {
      talking();
      agent.send(ServerMessages.error("server_error", "oops"));
      agent.send(ServerMessages.agentText("item_1", "spoken words"));
      agent.disconnect();
      peer.respond(peer.expect("BYE"), 200, "OK");
      gateway.awaitEvent(GatewayEvent.Report.class);
    } finally {
      root.setLevel(level);
      root.detachAppender(lines);
    }

    List<String> texts = List.copyOf(lines.list).stream().map(RealtimeAgentTest::text).toList();
    assertThat(texts).anyMatch(text -> text.contains("server_error oops"));
    assertThat(texts)
        .noneMatch(text -> text.contains(KEY))
        .noneMatch(text -> text.contains("secret words"))
        .noneMatch(text -> text.contains("spoken words"));
  }

  private static String text(ILoggingEvent line) {
    return line.getFormattedMessage()
        + (line.getThrowableProxy() == null
            ? ""
            : ThrowableProxyUtil.asString(line.getThrowableProxy()));
  }

  private SipMessage ring() throws Exception {
    CompletableFuture<HttpResponse<String>> placed = gateway.place(call);
    agent.expect("session.update");
    agent.send(ServerMessages.sessionUpdated());
    SipMessage invite = peer.expect("INVITE");
    peer.respond(invite, 180, "Ringing");
    assertThat(await(placed).statusCode()).isEqualTo(201);
    return invite;
  }

  /** An answered call whose model was asked to speak. */
  private SipMessage talking() throws Exception {
    gateway.start();
    SipMessage invite = ring();
    peer.respondWithSound(invite, 200, "OK");
    peer.expect("ACK");
    agent.expect("response.create");
    return invite;
  }

  private static byte[] sound(int samples) {
    byte[] sound = new byte[samples];
    Arrays.fill(sound, MU_LAW_LOUD);
    return sound;
  }
}
