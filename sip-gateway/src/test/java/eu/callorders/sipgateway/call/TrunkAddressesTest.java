package eu.callorders.sipgateway.call;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.call.Disposition;
import eu.callorders.core.telephony.GatewayEvent;
import eu.callorders.sipgateway.dns.DnsPeer;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.xbill.DNS.Lookup;
import org.xbill.DNS.Resolver;

/** Calls over a trunk with several addresses, which SRV records name. */
class TrunkAddressesTest {
  @TempDir Path directory;
  private final Resolver platform = Lookup.getDefaultResolver();
  private DnsPeer dns;
  private SipPeer first;
  private SipPeer second;
  private GatewayFixture gateway;

  @BeforeEach
  void start() throws Exception {
    dns = new DnsPeer();
    first = new SipPeer();
    second = new SipPeer();
    dns.add(
        DnsPeer.service("_sip._udp.trunk.test.", 1, first.port()),
        DnsPeer.service("_sip._udp.trunk.test.", 2, second.port()));
    Lookup.setDefaultResolver(dns.resolver());
    gateway = new GatewayFixture(directory, first.port()).set("TRUNK", "sip:trunk.test").start();
  }

  @AfterEach
  void stop() throws Exception {
    Lookup.setDefaultResolver(platform);
    gateway.close();
    first.close();
    second.close();
    dns.close();
  }

  @Test
  void secondAddressIsTriedAfterAProvenFault() throws Exception {
    gateway.place(gateway.call());
    SipMessage invite = first.expect("INVITE");
    first.respond(invite, 503, "Service Unavailable");
    first.expect("ACK");
    SipMessage again = second.expect("INVITE");

    assertThat(again.callId()).isEqualTo(invite.callId());
    assertThat(again.uri()).isEqualTo(invite.uri()).contains("@trunk.test");
    second.respond(again, 486, "Busy Here");
    second.expect("ACK");
    assertThat(gateway.awaitEvent(GatewayEvent.Ended.class).disposition())
        .isEqualTo(Disposition.BUSY);
  }

  @Test
  void secondAddressIsNotTriedAfterRinging() throws Exception {
    gateway.place(gateway.call());
    SipMessage invite = first.expect("INVITE");
    first.respond(invite, 180, "Ringing");
    first.respond(invite, 503, "Service Unavailable");
    first.expect("ACK");

    assertThat(gateway.awaitEvent(GatewayEvent.Ended.class).disposition())
        .isEqualTo(Disposition.FAILED);
    assertThat(second.unexpected()).isEmpty();
  }
}
