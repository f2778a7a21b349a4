package eu.callorders.sipgateway.call;

import static eu.callorders.sipgateway.call.GatewayFixture.await;
import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.call.Cause;
import eu.callorders.core.call.Disposition;
import eu.callorders.core.telephony.GatewayEvent;
import eu.callorders.core.telephony.PlaceCall;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.xbill.DNS.Lookup;
import org.xbill.DNS.Resolver;
import org.xbill.DNS.SimpleResolver;

/** Calls that end before an answer, over UDP with a peer of the tests. */
@Tag("long-sip")
class UnansweredCallTest {
  @TempDir Path directory;
  private SipPeer peer;
  private GatewayFixture gateway;

  @BeforeEach
  void prepare() throws Exception {
    peer = new SipPeer();
    gateway = new GatewayFixture(directory, peer.port());
  }

  @AfterEach
  void stop() throws Exception {
    gateway.close();
    peer.close();
  }

  @ParameterizedTest
  @CsvSource({
    "486, BUSY, NORMAL, busy here",
    "603, BUSY, DECLINED, decline",
    "480, NO_ANSWER, NORMAL, temporarily unavailable",
    "404, FAILED, NUMBER_INVALID, not found",
    "302, FAILED, REDIRECTED, SIP status 302",
    "503, FAILED, CARRIER_FAULT, service unavailable"
  })
  void finalAnswerAfterRinging(int status, Disposition disposition, Cause cause, String detail)
      throws Exception {
    gateway.start();
    CompletableFuture<HttpResponse<String>> placed = gateway.place(gateway.call());
    SipMessage invite = peer.expect("INVITE");
    peer.respond(invite, 180, "Ringing");
    peer.respond(invite, status, "Final");
    peer.expect("ACK");

    assertThat(await(placed).statusCode()).isEqualTo(201);
    GatewayEvent.Ended ended = gateway.awaitEvent(GatewayEvent.Ended.class);
    assertThat(ended.disposition()).isEqualTo(disposition);
    assertThat(ended.cause()).isEqualTo(cause);
    assertThat(ended.network()).isEqualTo(new GatewayEvent.NetworkCause(status, null, detail));
  }

  @ParameterizedTest
  @ValueSource(ints = {403, 404, 503})
  void provenTrunkFaultRefusesThePlacing(int status) throws Exception {
    gateway.start();
    CompletableFuture<HttpResponse<String>> placed = gateway.place(gateway.call());
    SipMessage invite = peer.expect("INVITE");
    peer.respond(invite, 100, "Trying");
    peer.respond(invite, status, "No", "Retry-After: 17 (maintenance)");
    peer.expect("ACK");

    HttpResponse<String> refused = await(placed);
    assertThat(refused.statusCode()).isEqualTo(429);
    assertThat(refused.body()).contains("\"code\":\"trunk_fault\"");
    assertThat(refused.headers().firstValue("Retry-After")).contains("17");
  }

  @Test
  void faultAfterAQueryIsTheEndOfTheCall() throws Exception {
    gateway.start();
    PlaceCall call = gateway.call();
    CompletableFuture<HttpResponse<String>> placed = gateway.place(call);
    SipMessage invite = peer.expect("INVITE");
    assertThat(await(gateway.query(call)).statusCode()).isEqualTo(200);
    assertThat(await(placed).statusCode()).isEqualTo(201);
    peer.respond(invite, 503, "Service Unavailable");

    GatewayEvent.Ended ended = gateway.awaitEvent(GatewayEvent.Ended.class);
    assertThat(ended.cause()).isEqualTo(Cause.CARRIER_FAULT);
    assertThat(ended.network().sip()).isEqualTo(503);
  }

  @Test
  void shortSessionIsRetriedWithTheCarriersMinimum() throws Exception {
    gateway.start();
    gateway.place(gateway.call());
    SipMessage invite = peer.expect("INVITE");
    peer.respond(invite, 422, "Too Small", "Min-SE: 1800");
    peer.expect("ACK");
    SipMessage second = peer.expect("INVITE");

    assertThat(second.header("Session-Expires")).isEqualTo("1800");
    assertThat(second.header("Min-SE")).isEqualTo("1800");
    peer.respond(second, 486, "Busy Here");
  }

  @Test
  void cancelWaitsForAProvisionalAnswer() throws Exception {
    gateway.start();
    PlaceCall call = gateway.call();
    CompletableFuture<HttpResponse<String>> placed = gateway.place(call);
    SipMessage invite = peer.expect("INVITE");
    await(gateway.cancel(call));
    assertThat(await(placed).statusCode()).isEqualTo(201);
    assertThat(peer.unexpected()).isEmpty();
    peer.respond(invite, 100, "Trying");
    SipMessage cancel = peer.expect("CANCEL");

    assertThat(cancel.branch()).isEqualTo(invite.branch());
    assertThat(cancel.cseq()).isEqualTo(invite.cseq());
    peer.respond(cancel, 200, "OK");
    peer.respond(invite, 487, "Request Terminated");
    peer.expect("ACK");
    GatewayEvent.Ended ended = gateway.awaitEvent(GatewayEvent.Ended.class);
    assertThat(ended.disposition()).isEqualTo(Disposition.CANCELED);
    assertThat(ended.cause()).isEqualTo(Cause.STOPPED);
  }

  @Test
  void answerThatCrossesTheCancelIsEnded() throws Exception {
    gateway.start();
    PlaceCall call = gateway.call();
    gateway.place(call);
    SipMessage invite = peer.expect("INVITE");
    peer.respond(invite, 180, "Ringing");
    gateway.awaitEvent(GatewayEvent.Ringing.class);
    await(gateway.cancel(call));
    SipMessage cancel = peer.expect("CANCEL");
    peer.respondWithSound(invite, 200, "OK");
    peer.respond(cancel, 200, "OK");
    peer.expect("ACK");
    peer.respond(peer.expect("BYE"), 200, "OK");

    GatewayEvent.Ended ended = gateway.awaitEvent(GatewayEvent.Ended.class);
    assertThat(ended.disposition()).isEqualTo(Disposition.CANCELED);
    assertThat(ended.answeredAt()).isNull();
  }

  @Test
  void ringTimeoutCancels() throws Exception {
    gateway.start();
    PlaceCall call =
        CallVariants.ringing(gateway.call(), Duration.ofSeconds(1), Duration.ofMinutes(1));
    gateway.place(call);
    SipMessage invite = peer.expect("INVITE");
    peer.respond(invite, 183, "Session Progress");
    SipMessage cancel = peer.expect("CANCEL");
    peer.respond(cancel, 200, "OK");
    peer.respond(invite, 487, "Request Terminated");
    peer.expect("ACK");

    GatewayEvent.Ended ended = gateway.awaitEvent(GatewayEvent.Ended.class);
    assertThat(ended.disposition()).isEqualTo(Disposition.NO_ANSWER);
    assertThat(ended.network().detail()).isEqualTo("ring timeout");
  }

  /** The ring time begins with the placing; the telephone rings two of its four seconds later. */
  @Test
  void lateRingingDoesNotProlongTheRingTime() throws Exception {
    Duration ringTime = Duration.ofSeconds(4);
    gateway
        .times(
            CallTimes.DEFAULT
                .withDecision(Duration.ofSeconds(2))
                .withBeforeRinging(Duration.ofMillis(1)))
        .start();
    CompletableFuture<HttpResponse<String>> placed =
        gateway.place(CallVariants.ringing(gateway.call(), ringTime, Duration.ofMinutes(1)));
    SipMessage invite = peer.expect("INVITE");
    peer.respond(invite, 100, "Trying");
    assertThat(await(placed).statusCode()).isEqualTo(201);
    long rang = System.nanoTime();
    peer.respond(invite, 180, "Ringing");
    peer.respond(peer.expect("CANCEL"), 200, "OK");

    assertThat(Duration.ofNanos(System.nanoTime() - rang)).isLessThan(ringTime);
    peer.respond(invite, 487, "Request Terminated");
    assertThat(gateway.eventsUpTo(GatewayEvent.Ended.class)).contains("Ringing");
  }

  @Test
  void slowNameServerIsATrunkFault() throws Exception {
    Resolver platform = Lookup.getDefaultResolver();
    try (DatagramSocket silent = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
      Lookup.setDefaultResolver(
          new SimpleResolver((InetSocketAddress) silent.getLocalSocketAddress()));
      gateway.set("TRUNK", "sip:slow.test").start();
      HttpResponse<String> refused = await(gateway.place(gateway.call()));

      assertThat(refused.body()).contains("\"code\":\"trunk_fault\"");
    } finally {
      Lookup.setDefaultResolver(platform);
    }
  }

  @Test
  void earlySoundFlowsBeforeTheAnswer() throws Exception {
    gateway.start();
    gateway.place(gateway.call());
    SipMessage invite = peer.expect("INVITE");
    peer.respondWithSound(invite, 183, "Session Progress");

    assertThat(peer.sound.nextPacket()).hasSize(172);
    peer.respond(invite, 486, "Busy Here");
  }

  @Test
  void silentTrunkAcceptsAfterThreeSeconds() throws Exception {
    gateway.start();
    CompletableFuture<HttpResponse<String>> placed = gateway.place(gateway.call());
    SipMessage invite = peer.expect("INVITE");

    assertThat(await(placed).statusCode()).isEqualTo(201);
    peer.respond(invite, 503, "Service Unavailable");
    assertThat(gateway.awaitEvent(GatewayEvent.Ended.class).cause()).isEqualTo(Cause.CARRIER_FAULT);
  }

  @Test
  void secondCarrierIsTriedAfterAProvenFault() throws Exception {
    try (SipPeer other = new SipPeer()) {
      gateway.set("TRUNK2", "sip:127.0.0.1:" + other.port()).start();
      gateway.place(gateway.call());
      SipMessage invite = peer.expect("INVITE");
      peer.respond(invite, 503, "Service Unavailable");
      SipMessage second = other.expect("INVITE");

      assertThat(second.callId()).isEqualTo(invite.callId());
      assertThat(second.cseq()).isEqualTo(invite.cseq());
      assertThat(second.header("From")).isEqualTo(invite.header("From"));
      assertThat(second.branch()).isNotEqualTo(invite.branch());
      other.respond(second, 486, "Busy Here");
      assertThat(gateway.awaitEvent(GatewayEvent.Ended.class).disposition())
          .isEqualTo(Disposition.BUSY);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "+49110, +493023125000, 422, unroutable",
    "+499001234567, +493023125000, 422, unroutable",
    "+491801234567, +493023125000, 422, unroutable",
    "+12025550123, +493023125000, 422, unroutable",
    "+493023125321, +493023125999, 429, caller_id_not_listed"
  })
  void refusesWithoutDialing(String to, String from, int status, String code) throws Exception {
    gateway.start();
    HttpResponse<String> refused = await(gateway.place(CallVariants.to(gateway.call(), to, from)));

    assertThat(refused.statusCode()).isEqualTo(status);
    assertThat(refused.body()).contains("\"code\":\"" + code + "\"");
    assertThat(peer.unexpected()).isEmpty();
  }

  @Test
  void speechThatTakesTooLongIsRefusedInTime() throws Exception {
    gateway
        .set("SPEECH", "tail -f {file}") // never ends
        .times(CallTimes.DEFAULT.withDecision(Duration.ofMillis(100)))
        .start();
    HttpResponse<String> refused = gateway.place(gateway.call()).get(5, TimeUnit.SECONDS);

    assertThat(refused.statusCode()).isEqualTo(429);
    assertThat(refused.body()).contains("agent_unavailable");
    gateway.awaitMetric("sipgateway_calls_active 0");
  }

  @Test
  void speechThatDoesNotWorkIsNoAgent() throws Exception {
    gateway.set("SPEECH", "false {file}").start();
    HttpResponse<String> refused = await(gateway.place(gateway.call()));

    assertThat(refused.statusCode()).isEqualTo(429);
    assertThat(refused.body()).contains("agent_unavailable");
  }
}
