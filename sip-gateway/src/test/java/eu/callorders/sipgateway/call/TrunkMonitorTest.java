package eu.callorders.sipgateway.call;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.sipgateway.dns.DnsPeer;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.xbill.DNS.Lookup;
import org.xbill.DNS.Resolver;

/** OPTIONS every two seconds, of which some are lost. */
@Tag("long-sip")
class TrunkMonitorTest {
  private static final int ROUNDS = 6;

  @TempDir Path directory;
  private final Resolver platform = Lookup.getDefaultResolver();
  private final LogLines lines = new LogLines();
  private final CountDownLatch rounds = new CountDownLatch(ROUNDS);

  @AfterEach
  void stop() {
    Lookup.setDefaultResolver(platform);
    lines.close();
  }

  @Test
  void unansweredOneBetweenAnsweredOnesCountsOnce() throws Exception {
    Set<String> seen = ConcurrentHashMap.newKeySet();
    try (SipPeer peer = new SipPeer(new FilteredWire(text -> isNew(text, seen) && everyOther()))) {
      awaitRounds("sip:127.0.0.1:" + peer.port(), peer.port());
    }
    assertThat(lines.alerts()).isEmpty();
  }

  @Test
  void trunkWhoseSecondAddressAnswersIsNotDown() throws Exception {
    Set<String> seen = ConcurrentHashMap.newKeySet();
    try (DnsPeer dns = new DnsPeer();
        SipPeer silent = new SipPeer(new FilteredWire(text -> count(isNew(text, seen))));
        SipPeer second = new SipPeer()) {
      dns.add(
          DnsPeer.service("_sip._udp.trunk.test.", 1, silent.port()),
          DnsPeer.service("_sip._udp.trunk.test.", 2, second.port()));
      Lookup.setDefaultResolver(dns.resolver());
      awaitRounds("sip:trunk.test", silent.port());
    }
    assertThat(lines.alerts()).isEmpty();
  }

  @Test
  void trunkThatAnswersNothingIsDown() throws Exception {
    try (SipPeer silent = new SipPeer(new FilteredWire(text -> false))) {
      GatewayFixture gateway = gateway("sip:127.0.0.1:" + silent.port(), silent.port());
      gateway.start();
      gateway.awaitMetric("sipgateway_trunk_up{trunk=\"TRUNK\"} 0");
      gateway.close();
    }
    assertThat(lines.alerts()).singleElement().asString().contains("OPTIONS");
  }

  private void awaitRounds(String trunk, int port) throws Exception {
    GatewayFixture gateway = gateway(trunk, port).start();
    assertThat(rounds.await(60, TimeUnit.SECONDS)).isTrue();
    gateway.close();
  }

  private GatewayFixture gateway(String trunk, int port) throws Exception {
    return new GatewayFixture(directory, port).set("TRUNK", trunk).set("TRUNK_PING", "2");
  }

  /** Each OPTIONS is sent again until it is answered. */
  private static boolean isNew(String text, Set<String> seen) {
    return seen.add(SipMessage.parse(text, null).callId());
  }

  private boolean everyOther() {
    rounds.countDown();
    return rounds.getCount() % 2 == 0;
  }

  /** Passes nothing. */
  private boolean count(boolean isNew) {
    if (isNew) {
      rounds.countDown();
    }
    return false;
  }
}
