package eu.callorders.sipgateway.call;

import static eu.callorders.sipgateway.call.GatewayFixture.await;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import eu.callorders.core.call.Cause;
import eu.callorders.core.call.Disposition;
import eu.callorders.core.telephony.GatewayEvent;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.SocketAddress;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Input that no carrier should send; afterwards no leg, call or port is left. */
@Tag("long-sip")
class HostileTrunkTest {
  @TempDir Path directory;
  private SipPeer peer;
  private GatewayFixture gateway;
  private String freePorts;

  @BeforeEach
  void start() throws Exception {
    peer = new SipPeer();
    gateway =
        new GatewayFixture(directory, peer.port())
            .times(CallTimes.DEFAULT.withAfterEnd(Duration.ofSeconds(2)))
            .start();
    freePorts = freePorts();
  }

  @AfterEach
  void stop() throws Exception {
    try {
      gateway.awaitMetric("sipgateway_legs_open 0");
      gateway.awaitMetric("sipgateway_calls_active 0");
      gateway.awaitMetric(freePorts);
    } finally {
      gateway.close();
      peer.close();
    }
  }

  private String freePorts() {
    return gateway
        .metrics()
        .lines()
        .filter(line -> line.startsWith("sipgateway_rtp_ports_free "))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void garbageIsIgnoredInSilence() throws Exception {
    SipMessage invite = ringing();
    try (LogLines lines = new LogLines();
        DatagramSocket socket = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
      Random random = new Random(1);
      for (int i = 0; i < 200; i++) {
        byte[] garbage = new byte[1 + random.nextInt(1_500)];
        random.nextBytes(garbage);
        send(socket, garbage, invite.from());
      }
      send(socket, oversized(invite).getBytes(StandardCharsets.UTF_8), invite.from());
      String whole =
          "BYE sip:gateway@127.0.0.1 SIP/2.0\r\nVia: SIP/2.0/UDP 127.0.0.1;branch=z9hG4bK1";
      for (int length = 0; length < whole.length(); length += 3) {
        send(socket, whole.substring(0, length).getBytes(StandardCharsets.UTF_8), invite.from());
      }
      reject(invite);

      assertThat(gateway.awaitEvent(GatewayEvent.Ended.class).disposition())
          .isEqualTo(Disposition.BUSY);
      assertThat(lines.from(Level.INFO))
          .filteredOn(line -> !line.startsWith("RTP port")) // of other programs
          .isEmpty();
    }
  }

  private static String oversized(SipMessage invite) {
    return "SIP/2.0 200 OK\r\nVia: "
        + invite.header("Via")
        + "\r\nCall-ID: "
        + invite.callId()
        + "\r\nX: "
        + "x".repeat(60_000)
        + "\r\n\r\n";
  }

  private static void send(DatagramSocket socket, byte[] bytes, SocketAddress to) throws Exception {
    socket.send(new DatagramPacket(bytes, bytes.length, to));
  }

  @Test
  void forgedRequestsEndNoCall() throws Exception {
    SipMessage invite = ringing();
    peer.request("BYE", invite, 1, null);
    peer.expectResponse(481);
    peer.requestAs("forged", "CANCEL", invite, 1, null);
    peer.expectResponse(481);
    peer.respondWithSound(invite, 200, "OK");
    peer.expect("ACK");
    for (String method : List.of("BYE", "CANCEL", "INFO", "UPDATE")) {
      peer.requestAs("forged", method, invite, 2, null);
      peer.expectResponse(481);
    }
    hangUp(invite, 3);

    assertThat(gateway.eventsUpTo(GatewayEvent.Ended.class))
        .startsWith("Accepted", "Ringing", "Answered");
  }

  @Test
  void requestThatIsSentAgainHasNoEffect() throws Exception {
    SipMessage invite = inIdentity();
    info(invite, 1, '0');
    peer.expectResponse(200);
    gateway.awaitSpoken(3);
    info(invite, 1, '9');
    peer.expectResponse(500);
    info(invite, 2, '0');
    peer.expectResponse(200);

    assertThat(gateway.awaitSpoken(4).getLast()).isEqualTo(gateway.awaitSpoken(2).get(1));
    hangUp(invite, 3);
    assertThat(gateway.eventsUpTo(GatewayEvent.Ended.class)).doesNotContain("Objection");
  }

  private void info(SipMessage invite, int cseq, char key) throws Exception {
    peer.request(
        "INFO", invite, cseq, "Signal=" + key + "\r\n", "Content-Type: application/dtmf-relay");
  }

  @Test
  void soundOfAnotherSourceIsIgnored() throws Exception {
    SipMessage invite = inIdentity();
    peer.sound.press('0', invite.mediaPort());
    gateway.awaitSpoken(3); // the source is known
    try (RtpPeer otherSender = new RtpPeer()) {
      otherSender.press('9', invite.mediaPort());
      peer.sound.press('0', invite.mediaPort());

      assertThat(gateway.awaitSpoken(4).getLast()).isEqualTo(gateway.awaitSpoken(2).get(1));
      assertThat(otherSender.isQuiet()).isTrue();
    }
    hangUp(invite, 1);
    assertThat(gateway.eventsUpTo(GatewayEvent.Ended.class)).doesNotContain("Objection");
  }

  @Test
  void answerToEverythingIsNoConversation() throws Exception {
    CompletableFuture<HttpResponse<String>> placed = gateway.place(gateway.call());
    SipMessage invite = peer.expect("INVITE");
    peer.respond(invite, 200, "OK");
    SipMessage ack = peer.expect("ACK");
    peer.respond(ack, 200, "OK");
    peer.respond(peer.expect("BYE"), 200, "OK");

    assertThat(await(placed).statusCode()).isEqualTo(201);
    GatewayEvent.Ended ended = gateway.awaitEvent(GatewayEvent.Ended.class);
    assertThat(ended.disposition()).isEqualTo(Disposition.FAILED);
    assertThat(ended.cause()).isEqualTo(Cause.CARRIER_FAULT);
  }

  @Test
  void manyProvisionalAnswersRingOnce() throws Exception {
    gateway.place(gateway.call());
    SipMessage invite = peer.expect("INVITE");
    for (int i = 0; i < 500; i++) {
      peer.respondAs("branch-" + i % 20, invite, 180 + i % 4, "Progress", null);
      if (i % 50 == 0) {
        peer.request("OPTIONS", invite, 1, null);
        peer.expectResponse(481); // all before it are read
      }
    }
    peer.request("OPTIONS", invite, 1, null);
    peer.expectResponse(481);
    reject(invite);

    assertThat(gateway.eventsUpTo(GatewayEvent.Ended.class))
        .containsExactly("Accepted", "Ringing", "Ended");
  }

  @Test
  void otherBranchesOfAForkAreEnded() throws Exception {
    SipMessage invite = ringing();
    for (int branch = 0; branch < 20; branch++) {
      peer.respondAs("branch-" + branch, invite, 200, "OK", peer.sound.description());
    }
    Set<String> acknowledged = new HashSet<>();
    Set<String> ended = new HashSet<>();
    while (acknowledged.size() < 20 || ended.size() < 19) {
      SipMessage request = peer.expectAny();
      boolean bye = request.method().equals("BYE");
      (bye ? ended : acknowledged).add(request.parameter("To", "tag"));
      if (bye) {
        peer.respond(request, 200, "OK");
      }
    }
    assertThat(ended).hasSize(19).doesNotContain("branch-0");
    peer.requestAs("branch-0", "BYE", invite, 1, null);
    peer.expectResponse(200);
    assertThat(gateway.eventsUpTo(GatewayEvent.Ended.class))
        .containsOnlyOnce("Answered")
        .startsWith("Accepted", "Ringing", "Answered");
  }

  @Test
  void stormOfKeysLeavesTheConversationAsItIs() throws Exception {
    SipMessage invite = inIdentity();
    for (int i = 0; i < 300; i++) {
      peer.sound.press('5', invite.mediaPort());
    }
    info(invite, 1, '9');
    peer.expectResponse(200);

    assertThat(gateway.eventsUpTo(GatewayEvent.Objection.class)).doesNotContain("Ended");
    peer.respond(peer.expect("BYE"), 200, "OK");
    gateway.awaitEvent(GatewayEvent.Report.class);
  }

  @Test
  void stormOfChangesIsAnsweredInOrder() throws Exception {
    SipMessage invite = ringing();
    peer.respondWithSound(invite, 200, "OK");
    peer.expect("ACK");
    int cseq = 0;
    for (int burst = 0; burst < 10; burst++) {
      for (int i = 0; i < 10; i++) {
        cseq++;
        peer.request("INVITE", invite, cseq, peer.sound.description());
      }
      for (int i = 0; i < 10; i++) {
        peer.expectResponse(200);
      }
    }
    peer.request("UPDATE", invite, cseq, peer.sound.description());
    peer.expectResponse(500); // late
    hangUp(invite, cseq + 1);
  }

  private SipMessage ringing() throws Exception {
    gateway.place(gateway.call());
    SipMessage invite = peer.expect("INVITE");
    peer.respond(invite, 180, "Ringing");
    return invite;
  }

  /** A conversation that has just begun to ask who the person is. */
  private SipMessage inIdentity() throws Exception {
    SipMessage invite = ringing();
    peer.respondWithSound(invite, 200, "OK");
    peer.expect("ACK");
    gateway.awaitSpoken(2);
    return invite;
  }

  private void hangUp(SipMessage invite, int cseq) throws Exception {
    peer.request("BYE", invite, cseq, null);
    peer.expectResponse(200);
  }

  private void reject(SipMessage invite) throws Exception {
    peer.respond(invite, 486, "Busy Here");
    peer.expect("ACK");
  }
}
