package eu.callorders.sipgateway.call;

import static eu.callorders.sipgateway.call.GatewayFixture.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Calls over a trunk at whose port nothing listens, which ICMP tells. */
class UnreachableTrunkTest {
  @TempDir Path directory;
  private GatewayFixture gateway;

  @BeforeEach
  void start() throws Exception {
    // Without ICMP the placing would be answered with 201.
    gateway =
        new GatewayFixture(directory, closedPort())
            .times(CallTimes.DEFAULT.withDecision(Duration.ofSeconds(60)));
  }

  @AfterEach
  void stop() throws Exception {
    gateway.close();
  }

  @Test
  void secondCarrierIsTried() throws Exception {
    try (SipPeer second = new SipPeer()) {
      gateway.set("TRUNK2", "sip:127.0.0.1:" + second.port()).start();
      CompletableFuture<HttpResponse<String>> placed = gateway.place(gateway.call());
      SipMessage invite = second.expect("INVITE");
      second.respond(invite, 180, "Ringing");

      assertThat(await(placed).statusCode()).isEqualTo(201);
      second.respond(invite, 486, "Busy Here");
      second.expect("ACK");
      assertThat(second.unexpected()).isEmpty();
    }
  }

  @Test
  void placingIsRefusedWithoutAnother() throws Exception {
    gateway.start();
    HttpResponse<String> refused = await(gateway.place(gateway.call()));

    assertThat(refused.statusCode()).isEqualTo(429);
    assertThat(refused.body()).contains("\"code\":\"trunk_fault\"");
  }

  @Test
  void portOfAnotherProgramIsNotShared() throws Exception {
    try (DatagramSocket other = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
      gateway.set("LISTEN", "udp:127.0.0.1:" + other.getLocalPort());

      assertThatThrownBy(gateway::start).hasStackTraceContaining("in use");
    }
  }

  private static int closedPort() throws Exception {
    try (DatagramSocket socket = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}
