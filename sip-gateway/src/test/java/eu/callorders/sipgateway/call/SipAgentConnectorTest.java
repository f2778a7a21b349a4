package eu.callorders.sipgateway.call;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.sipgateway.dns.DnsPeer;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.xbill.DNS.Lookup;
import org.xbill.DNS.Resolver;

/** The search for an agent that has several addresses. */
class SipAgentConnectorTest {
  @TempDir Path directory;
  private final Resolver platform = Lookup.getDefaultResolver();

  @AfterEach
  void restoreResolver() {
    Lookup.setDefaultResolver(platform);
  }

  @Test
  void silentAddressDoesNotHideTheNextOne() throws Exception {
    try (DnsPeer dns = new DnsPeer();
        DatagramSocket silent = new DatagramSocket(0, InetAddress.getLoopbackAddress());
        SipPeer agent = new SipPeer();
        SipPeer peer = new SipPeer()) {
      dns.add(
          DnsPeer.service("_sip._udp.agent.test.", 1, silent.getLocalPort()),
          DnsPeer.service("_sip._udp.agent.test.", 2, agent.port()));
      Lookup.setDefaultResolver(dns.resolver());
      GatewayFixture gateway =
          new GatewayFixture(directory, peer.port())
              .set("AGENT", "sip:bot@agent.test")
              .set("AGENT_TOKEN", "agent-token")
              .start();
      try {
        gateway.place(gateway.call());
        peer.respondWithSound(peer.expect("INVITE"), 200, "OK");
        peer.expect("ACK");

        assertThat(agent.expect("INVITE").uri()).isEqualTo("sip:bot@agent.test");
      } finally {
        gateway.close();
      }
    }
  }
}
