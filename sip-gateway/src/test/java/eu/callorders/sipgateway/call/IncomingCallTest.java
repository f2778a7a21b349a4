package eu.callorders.sipgateway.call;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import eu.callorders.core.telephony.GatewayEvent;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.SocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Calls to the gateway, which takes none. */
class IncomingCallTest {
  private static final int FLOOD = 3_000;
  private static final int MAX_GROWTH = 5_000_000; // what one transaction holds is 10 KB

  @TempDir Path directory;
  private SipPeer peer;
  private GatewayFixture gateway;

  @BeforeEach
  void start() throws Exception {
    peer = new SipPeer();
    gateway =
        new GatewayFixture(directory, peer.port())
            .times(CallTimes.DEFAULT.withAfterEnd(Duration.ofSeconds(2)))
            .start();
  }

  @AfterEach
  void stop() throws Exception {
    try {
      gateway.awaitMetric("sipgateway_legs_open 0");
      gateway.awaitMetric("sipgateway_calls_active 0");
    } finally {
      gateway.close();
      peer.close();
    }
  }

  @Test
  void callsToTheGatewayLeaveNothing() throws Exception {
    gateway.place(gateway.call());
    SipMessage invite = peer.expect("INVITE"); // shows the gateway's address
    peer.respond(invite, 180, "Ringing");
    try (LogLines lines = new LogLines()) {
      for (int i = 0; i < 50; i++) {
        call(i, invite.from());
      }
      reject(invite);

      gateway.awaitMetric("sipgateway_incoming_calls_total 50");
      assertThat(lines.from(Level.INFO))
          .filteredOn(line -> line.startsWith("incoming call refused"))
          .hasSizeBetween(1, 5); // one a minute, on a slow machine too
    }
  }

  @Test
  void foreignAddressGetsNoAnswer() throws Exception {
    gateway.place(gateway.call());
    SipMessage invite = peer.expect("INVITE");
    peer.respond(invite, 180, "Ringing");
    try (DatagramSocket foreign = new DatagramSocket(0, InetAddress.getByName("127.0.0.2"))) {
      byte[] call = incoming("INVITE", 1, "<sip:c@d>").getBytes(StandardCharsets.UTF_8);
      foreign.send(new DatagramPacket(call, call.length, invite.from()));
      call(2, invite.from()); // the one before it is read
      reject(invite);

      gateway.awaitMetric("sipgateway_incoming_calls_total 1");
    }
  }

  /** Transactions end after 32 seconds. */
  @Test
  @Tag("long-sip")
  void floodOfCallsAndForgedRequestsLeavesNoMemory() throws Exception {
    gateway.place(gateway.call());
    SipMessage invite = peer.expect("INVITE");
    peer.respond(invite, 180, "Ringing");
    call(0, invite.from());
    long before = usedMemory();
    for (int i = 1; i <= FLOOD; i++) {
      call(i, invite.from());
      peer.requestAs("forged", "BYE", invite, i, null);
      peer.expectResponse(481);
    }
    reject(invite);
    gateway.awaitEvent(GatewayEvent.Ended.class);

    Instant deadline = Instant.now().plusSeconds(120);
    while (usedMemory() > before + MAX_GROWTH) {
      assertThat(Instant.now()).as("%d bytes more", usedMemory() - before).isBefore(deadline);
      LockSupport.parkNanos(1_000_000_000);
    }
  }

  private static long usedMemory() {
    System.gc();
    return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
  }

  /** A call to the gateway, which refuses it. */
  private void call(int number, SocketAddress gatewayAddress) throws Exception {
    peer.send(incoming("INVITE", number, "<sip:c@d>"), gatewayAddress);
    SipMessage refused = peer.expectResponse(480);
    peer.send(incoming("ACK", number, refused.header("To")), gatewayAddress);
  }

  private void reject(SipMessage invite) throws Exception {
    peer.respond(invite, 486, "Busy Here");
    peer.expect("ACK");
  }

  private String incoming(String method, int number, String to) {
    return String.join(
        "\r\n",
        method + " sip:gateway@127.0.0.1 SIP/2.0",
        "Via: SIP/2.0/UDP 127.0.0.1:" + peer.port() + ";branch=z9hG4bKincoming" + number,
        "Max-Forwards: 70",
        "From: <sip:a@b>;tag=" + number,
        "To: " + to,
        "Contact: <sip:a@127.0.0.1>",
        "Call-ID: incoming-" + number,
        "CSeq: 1 " + method,
        "Content-Length: 0",
        "",
        "");
  }
}
