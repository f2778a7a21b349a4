package eu.callorders.sipgateway.dns;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import eu.callorders.sipgateway.config.SipAddress;
import eu.callorders.sipgateway.config.Transport;
import eu.callorders.sipgateway.sip.Target;
import java.io.IOException;
import java.net.UnknownHostException;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.xbill.DNS.DClass;
import org.xbill.DNS.NAPTRRecord;
import org.xbill.DNS.Name;
import org.xbill.DNS.SRVRecord;
import org.xbill.DNS.TextParseException;

/** Addresses of a trunk by RFC 3263; hosts are numeric, so that only one name server is asked. */
class TrunkResolverTest {
  private static final Set<Transport> ALL = EnumSet.allOf(Transport.class);

  private DnsPeer dns;

  @BeforeEach
  void start() throws Exception {
    dns = new DnsPeer();
  }

  @AfterEach
  void stop() {
    dns.close();
  }

  @Test
  void portNeedsNoRecords() throws Exception {
    dns.add(srv("_sip._udp.192.0.2.1.", 1, 1, 5070, "192.0.2.9."));

    assertThat(texts("sip:192.0.2.1:5080", ALL)).containsExactly("udp:192.0.2.1:5080");
    assertThat(texts("sip:192.0.2.1", ALL)).containsExactly("udp:192.0.2.1:5060");
    assertThat(texts("sip:192.0.2.1;transport=tls", ALL)).containsExactly("tls:192.0.2.1:5061");
    assertThat(texts("sip:[2001:db8::1]", ALL)).containsExactly("udp:2001:db8:0:0:0:0:0:1:5060");
  }

  @Test
  void naptrDecidesTheTransportsAndTheirOrder() throws Exception {
    dns.add(
        naptr(5, 10, "SIP+D2S", "_sip._sctp.carrier.test."),
        naptr(20, 10, "SIP+D2U", "_sip._udp.carrier.test."),
        naptr(10, 20, "SIP+D2T", "_sip._tcp.carrier.test."),
        naptr(10, 10, "SIPS+D2T", "_sips._tcp.carrier.test."),
        srv("_sip._udp.carrier.test.", 1, 1, 5062, "192.0.2.3."),
        srv("_sip._tcp.carrier.test.", 1, 1, 5061, "192.0.2.2."),
        srv("_sips._tcp.carrier.test.", 1, 1, 5063, "192.0.2.1."));

    assertThat(texts("sip:carrier.test", ALL))
        .containsExactly("tls:192.0.2.1:5063", "tcp:192.0.2.2:5061", "udp:192.0.2.3:5062");
    assertThat(texts("sip:carrier.test", Set.of(Transport.UDP)))
        .containsExactly("udp:192.0.2.3:5062");
  }

  @Test
  void certificateIsOfTheTrunkWhateverItsHosts() throws Exception {
    dns.add(srv("_sips._tcp.carrier.test.", 1, 1, 5063, "192.0.2.1."));

    assertThat(targets("sip:carrier.test;transport=tls", ALL))
        .extracting(Target::name)
        .containsExactly("carrier.test");
  }

  @Test
  void withoutNaptrTheFirstTransportWithRecordsIsTaken() throws Exception {
    dns.add(srv("_sip._tcp.carrier.test.", 1, 1, 5061, "192.0.2.2."));

    assertThat(texts("sip:carrier.test", ALL)).containsExactly("tcp:192.0.2.2:5061");
  }

  @Test
  void lowerPrioritiesComeFirst() throws Exception {
    dns.add(
        srv("_sip._udp.carrier.test.", 20, 100, 5060, "192.0.2.2."),
        srv("_sip._udp.carrier.test.", 10, 0, 5060, "192.0.2.1."),
        srv("_sip._udp.carrier.test.", 30, 100, 5060, "192.0.2.3."));

    assertThat(texts("sip:carrier.test", ALL))
        .containsExactly("udp:192.0.2.1:5060", "udp:192.0.2.2:5060", "udp:192.0.2.3:5060");
  }

  @Test
  void weightsShareTheCalls() throws Exception {
    dns.add(
        srv("_sip._udp.carrier.test.", 10, 3, 5060, "192.0.2.3."),
        srv("_sip._udp.carrier.test.", 10, 1, 5060, "192.0.2.1."),
        srv("_sip._udp.carrier.test.", 10, 0, 5060, "192.0.2.9."));
    int heavy = 0;
    int never = 0;
    for (int i = 0; i < 400; i++) {
      String first = texts("sip:carrier.test", ALL).getFirst();
      heavy += first.equals("udp:192.0.2.3:5060") ? 1 : 0;
      never += first.equals("udp:192.0.2.9:5060") ? 1 : 0;
    }

    assertThat(heavy).isBetween(240, 360); // 300 on average, within 7 standard deviations
    assertThat(never).isLessThan(5);
  }

  @Test
  void rootMeansNoService() throws Exception {
    dns.add(srv("_sip._udp.nowhere.invalid.", 0, 0, 0, "."));

    assertThatThrownBy(() -> targets("sip:nowhere.invalid", ALL))
        .isInstanceOf(UnknownHostException.class);
  }

  private List<String> texts(String uri, Set<Transport> supported) throws IOException {
    return targets(uri, supported).stream().map(Target::toString).toList();
  }

  private List<Target> targets(String uri, Set<Transport> supported) throws IOException {
    return new TrunkResolver(supported, dns.resolver())
        .resolve(SipAddress.parse(uri).orElseThrow());
  }

  private static SRVRecord srv(String name, int priority, int weight, int port, String host)
      throws TextParseException {
    return new SRVRecord(
        Name.fromString(name), DClass.IN, 60, priority, weight, port, Name.fromString(host));
  }

  private static NAPTRRecord naptr(int order, int preference, String service, String replacement)
      throws TextParseException {
    return new NAPTRRecord(
        Name.fromString("carrier.test."),
        DClass.IN,
        60,
        order,
        preference,
        "s",
        service,
        "",
        Name.fromString(replacement));
  }
}
