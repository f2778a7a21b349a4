package eu.callorders.sipgateway.call;

import static eu.callorders.sipgateway.call.GatewayFixture.await;
import static eu.callorders.sipgateway.call.RealtimeFixture.A_LAW_LOUD;
import static eu.callorders.sipgateway.call.RealtimeFixture.KEY;
import static eu.callorders.sipgateway.call.RealtimeFixture.sound;
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
import eu.callorders.core.telephony.PlaceCall;
import eu.callorders.sipgateway.realtime.ServerMessages;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** The connection with a speech model of OpenAI: before a call, and what no model should send. */
@Tag("long-sip")
class RealtimeConnectionTest {
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
  void modelKnowsTheRulesBeforeTheCallIsDialed() throws Exception {
    gateway.start();
    CompletableFuture<HttpResponse<String>> placed = gateway.place(call);
    JsonNode session = agent.expect("session.update").path("session");
    assertThat(peer.unexpected()).isEmpty();
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
  void connectionThatIsLostWhileItRingsEndsTheCall() throws Exception {
    gateway.start();
    SipMessage invite = model.ring();
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
    assertThat(peer.unexpected()).isEmpty();
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
    model.talking();
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
      model.talking();
      agent.send(ServerMessages.error("server_error", "oops"));
      agent.send(ServerMessages.agentText("item_1", "spoken words"));
      agent.disconnect();
      peer.respond(peer.expect("BYE"), 200, "OK");
      gateway.awaitEvent(GatewayEvent.Report.class);
    } finally {
      root.setLevel(level);
      root.detachAppender(lines);
    }

    List<String> texts =
        List.copyOf(lines.list).stream().map(RealtimeConnectionTest::text).toList();
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
}
