package eu.callorders.sipgateway.call;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Calls to the gateway, which takes none. */
class IncomingCallTest {
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
        peer.send(incoming("INVITE", i, "<sip:c@d>"), invite.from());
        SipMessage refused = peer.expectResponse(480);
        peer.send(incoming("ACK", i, refused.header("To")), invite.from());
      }
      peer.respond(invite, 486, "Busy Here");
      peer.expect("ACK");

      gateway.awaitMetric("sipgateway_incoming_calls_total 50");
      assertThat(lines.from(Level.INFO))
          .filteredOn(line -> line.startsWith("incoming call refused"))
          .hasSizeBetween(1, 5); // one a minute, on a slow machine too
    }
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
