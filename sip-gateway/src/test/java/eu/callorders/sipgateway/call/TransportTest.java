package eu.callorders.sipgateway.call;

import static eu.callorders.sipgateway.call.GatewayFixture.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import eu.callorders.core.call.Cause;
import eu.callorders.core.call.Disposition;
import eu.callorders.core.telephony.GatewayEvent;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Calls over TCP and TLS, with a peer of the tests as trunk. */
@Tag("long-sip")
class TransportTest {
  @TempDir static Path certificates;
  private static TestCertificates authority;

  @TempDir Path directory;
  private StreamWire wire;
  private SipPeer trunk;
  private GatewayFixture gateway;

  @BeforeAll
  static void createAuthority() throws Exception {
    authority = new TestCertificates(certificates, "authority");
  }

  @AfterEach
  void stop() throws Exception {
    if (gateway != null) {
      gateway.close();
    }
    trunk.close();
  }

  @Test
  void callOverTcp() throws Exception {
    start(StreamWire.tcp(), "tcp");
    assertThat(converse().header("Via")).startsWith("SIP/2.0/TCP 127.0.0.1:");
  }

  @Test
  void callOverTls() throws Exception {
    start(StreamWire.tls(authority.server("localhost")), "tls");
    SipMessage invite = converse();

    assertThat(invite.header("Via")).startsWith("SIP/2.0/TLS 127.0.0.1:");
    assertThat(invite.header("Contact")).endsWith(";transport=tls>");
    assertThat(wire.serverName()).isEqualTo("localhost");
  }

  @Test
  void certificateOfAnotherNameIsRejected() throws Exception {
    start(StreamWire.tls(authority.server("other.example")), "tls");

    HttpResponse<String> refused = await(gateway.place(gateway.call()));
    assertThat(refused.statusCode()).isEqualTo(429);
    assertThat(refused.body()).contains("\"code\":\"trunk_fault\"");
    assertThat(trunk.unexpected()).isEmpty();
  }

  @Test
  void certificateOfAnUnknownAuthorityIsRejected() throws Exception {
    TestCertificates unknown = new TestCertificates(directory, "unknown");
    start(StreamWire.tls(unknown.server("localhost")), "tls");

    assertThat(await(gateway.place(gateway.call())).body()).contains("trunk_fault");
    assertThat(trunk.unexpected()).isEmpty();
  }

  @Test
  void secondCarrierIsTriedWhenTheFirstCannotProveItsName() throws Exception {
    try (SipPeer second = new SipPeer()) {
      create(StreamWire.tls(authority.server("other.example")), "tls");
      gateway.set("TRUNK2", "sip:127.0.0.1:" + second.port()).start();
      CompletableFuture<HttpResponse<String>> placed = gateway.place(gateway.call());
      SipMessage invite = second.expect("INVITE");
      second.respond(invite, 180, "Ringing");

      assertThat(await(placed).statusCode()).isEqualTo(201);
      second.respond(invite, 486, "Busy Here");
      assertThat(gateway.awaitEvent(GatewayEvent.Ended.class).disposition())
          .isEqualTo(Disposition.BUSY);
      assertThat(trunk.unexpected()).isEmpty();
    }
  }

  @Test
  void connectionThatIsLostAfterTheInviteLeavesTheOutcomeUnknown() throws Exception {
    try (SipPeer second = new SipPeer()) {
      create(StreamWire.tcp(), "tcp");
      gateway.set("TRUNK2", "sip:127.0.0.1:" + second.port()).start();
      CompletableFuture<HttpResponse<String>> placed = gateway.place(gateway.call());
      trunk.expect("INVITE");
      wire.disconnect();

      assertThat(await(placed).statusCode()).isEqualTo(201);
      assertThat(gateway.awaitEvent(GatewayEvent.Ended.class).cause())
          .isEqualTo(Cause.OUTCOME_UNKNOWN);
      assertThat(second.unexpected()).isEmpty();
    }
  }

  @Test
  void connectionThatIsLostIsOpenedAgain() throws Exception {
    start(StreamWire.tls(authority.server("localhost")), "tls");
    converse();
    wire.disconnect();
    converse();
  }

  @Test
  void answerOf100KilobytesIsNotReadAndTheNextCallWorks() throws Exception {
    create(StreamWire.tcp(), "tcp");
    gateway.times(CallTimes.DEFAULT.withAfterEnd(Duration.ofSeconds(2))).start();
    Duration ring = Duration.ofSeconds(1);
    gateway.place(CallVariants.ringing(gateway.call(), ring, Duration.ofMinutes(1)));
    SipMessage invite = trunk.expect("INVITE");
    trunk.respond(invite, 180, "Ringing");
    gateway.awaitEvent(GatewayEvent.Ringing.class);
    try {
      String description = trunk.sound.description() + "a=x\r\n".repeat(20_000);
      trunk.respondAs("long", invite, 200, "OK", description);
    } catch (IOException closed) {
      assertThat(closed).hasMessageMatching("(?i).*(reset|closed|broken).*");
    }

    assertThat(gateway.awaitEvent(GatewayEvent.Ended.class).disposition())
        .isEqualTo(Disposition.NO_ANSWER);
    assertThat(trunk.expect("CANCEL").callId()).isEqualTo(invite.callId());
    gateway.awaitMetric("sipgateway_legs_open 0");
    converse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"tcp", "tls"})
  void connectionOfAForeignAddressIsClosedAtOnce(String transport) throws Exception {
    boolean tls = transport.equals("tls");
    start(tls ? StreamWire.tls(authority.server("localhost")) : StreamWire.tcp(), transport);
    gateway.place(gateway.call());
    SipMessage invite = trunk.expect("INVITE");
    String port = invite.header("Contact").replaceFirst(".*:([0-9]+);.*", "$1");
    InetSocketAddress address = new InetSocketAddress("127.0.0.1", Integer.parseInt(port));
    try (Socket foreign = new Socket();
        Socket known = new Socket()) {
      foreign.bind(new InetSocketAddress("127.0.0.2", 0));
      foreign.connect(address);
      foreign.setSoTimeout(3_000);
      assertThat(foreign.getInputStream().readAllBytes()).hasSizeLessThan(100); // an alert of TLS
      known.connect(address);
      known.setSoTimeout(200);
      assertThatThrownBy(() -> known.getInputStream().read())
          .isInstanceOf(SocketTimeoutException.class);
    }
    trunk.respond(invite, 486, "Busy Here");
    trunk.expect("ACK");
  }

  @Test
  void requiredEncryptionIsOfferedAndNotGivenUp() throws Exception {
    create(StreamWire.tls(authority.server("localhost")), "tls");
    gateway.set("TRUNK_SRTP", "required").start();
    gateway.place(gateway.call());
    SipMessage invite = trunk.expect("INVITE");
    assertThat(invite.body())
        .contains(" RTP/SAVP 8 0 101\r\n")
        .contains("a=crypto:1 AES_CM_128_HMAC_SHA1_80 inline:");
    assertThat(invite.length()).isLessThan(1_300);
    trunk.respondWithSound(invite, 200, "OK"); // not encrypted
    trunk.expect("ACK");
    trunk.respond(trunk.expect("BYE"), 200, "OK");

    GatewayEvent.Ended ended = gateway.awaitEvent(GatewayEvent.Ended.class);
    assertThat(ended.disposition()).isEqualTo(Disposition.FAILED);
    assertThat(ended.cause()).isEqualTo(Cause.CARRIER_FAULT);
    assertThat(trunk.sound.isQuiet()).isTrue();
  }

  private void start(StreamWire created, String transport) throws Exception {
    create(created, transport);
    gateway.start();
  }

  private void create(StreamWire created, String transport) throws Exception {
    wire = created;
    trunk = new SipPeer(wire);
    gateway =
        new GatewayFixture(directory, trunk.port())
            .set("TRUNK", "sip:localhost:" + trunk.port() + ";transport=" + transport)
            .set("TLS_CA_FILE", authority.trusted().toString())
            .set("LISTEN", "udp:127.0.0.1:0, " + transport + ":127.0.0.1:0");
  }

  /** A whole call; its INVITE. */
  private SipMessage converse() throws Exception {
    gateway.place(gateway.call());
    SipMessage invite = trunk.expect("INVITE");
    trunk.respond(invite, 180, "Ringing");
    trunk.respondWithSound(invite, 200, "OK");
    trunk.expect("ACK");
    trunk.sound.awaitSpeech();
    trunk.request("BYE", invite, 1, null);
    trunk.expectResponse(200);
    assertThat(gateway.awaitEvent(GatewayEvent.Ended.class).endedBy()).isEqualTo("subject");
    return invite;
  }
}
