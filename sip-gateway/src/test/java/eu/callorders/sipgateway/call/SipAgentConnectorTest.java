package eu.callorders.sipgateway.call;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.sipgateway.dns.DnsPeer;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.xbill.DNS.DClass;
import org.xbill.DNS.Lookup;
import org.xbill.DNS.Name;
import org.xbill.DNS.Resolver;
import org.xbill.DNS.SRVRecord;
import org.xbill.DNS.TextParseException;

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
      dns.add(address(1, silent.getLocalPort()), address(2, agent.port()));
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

  /** A lower priority comes first. */
  private static SRVRecord address(int priority, int port) throws TextParseException {
    return new SRVRecord(
        Name.fromString("_sip._udp.agent.test."),
        DClass.IN,
        60,
        priority,
        1,
        port,
        Name.fromString("127.0.0.1."));
  }
}
