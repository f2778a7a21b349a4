package eu.callorders.sipgateway.call;

import eu.callorders.gatewaykit.call.GatewayNotes;
import eu.callorders.sipgateway.config.SipAddress;
import eu.callorders.sipgateway.config.SipGatewaySettings;
import eu.callorders.sipgateway.dns.TrunkResolver;
import eu.callorders.sipgateway.sip.LruMap;
import eu.callorders.sipgateway.sip.Target;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.net.UnknownHostException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The carriers, in the order in which they are tried. Confined to the event loop. */
final class Trunks {
  private static final Logger LOG = LoggerFactory.getLogger(Trunks.class);
  private static final int MAX_ADDRESSES = 10_000;

  private final Vertx vertx;
  private final InstantSource clock;
  private final List<Trunk> trunks;
  private final @Nullable SipAddress divert;
  private final TrunkResolver resolver;
  private final Map<String, Boolean> addresses =
      Collections.synchronizedMap(new LruMap<>(MAX_ADDRESSES));

  /**
   * Where a call may go.
   *
   * @param trunk null when diverted without one
   */
  record Candidate(@Nullable Trunk trunk, Target target) {}

  Trunks(Vertx vertx, InstantSource clock, SipGatewaySettings settings, GatewayNotes notes) {
    this.vertx = vertx;
    this.clock = clock;
    this.divert = settings.divert();
    this.resolver = new TrunkResolver(settings.transports());
    Map<String, String> stored = notes.load();
    this.trunks = settings.trunks().stream().map(trunk -> new Trunk(trunk, notes, stored)).toList();
  }

  List<Trunk> all() {
    return trunks;
  }

  Optional<Trunk> named(@Nullable String name) {
    return trunks.stream().filter(trunk -> trunk.settings().name().equals(name)).findFirst();
  }

  /** Whether messages from that IP address are heard. Any thread. */
  boolean knows(String address) {
    return addresses.containsKey(address);
  }

  /** Hears an address of a dialog, which may be another one than the trunk's. */
  void allow(Target target) {
    addresses.put(target.host(), true);
  }

  /** Whether a call could be placed now. */
  boolean admitAny(Instant now) {
    return divert != null || trunks.stream().anyMatch(trunk -> trunk.admits(now));
  }

  /** A call has ended: if it was the one that tries a carrier, the next one may. */
  void release(UUID call) {
    trunks.forEach(trunk -> trunk.released(call));
  }

  boolean areAllDown() {
    return divert == null && trunks.stream().allMatch(Trunk::isDown);
  }

  /** How long every trunk stays suspended; zero when one may be tried. */
  Duration suspendedFor(Instant now) {
    return trunks.stream()
        .map(trunk -> trunk.suspendedFor(now))
        .min(Duration::compareTo)
        .orElse(Duration.ZERO);
  }

  /** The addresses of a carrier, which are heard from now on; fails when there is none. */
  Future<List<Target>> addresses(Trunk trunk) {
    return addresses(trunk.settings().address());
  }

  /** The same of an agent. */
  Future<List<Target>> addresses(SipAddress address) {
    return vertx
        .executeBlocking(() -> resolver.resolve(address), false)
        .onSuccess(found -> found.forEach(this::allow));
  }

  /** Finds the addresses for a call; fails when there is none. */
  Future<List<Candidate>> candidates() {
    Instant now = clock.instant();
    SipAddress diverted = divert;
    List<Trunk> admitted =
        diverted == null ? trunks.stream().filter(trunk -> trunk.admits(now)).toList() : List.of();
    return vertx
        .executeBlocking(() -> resolve(diverted, admitted), false)
        .onSuccess(found -> found.forEach(candidate -> allow(candidate.target())));
  }

  private List<Candidate> resolve(@Nullable SipAddress diverted, List<Trunk> admitted)
      throws UnknownHostException {
    List<Candidate> found = new ArrayList<>();
    if (diverted != null) {
      resolver.resolve(diverted).forEach(target -> found.add(new Candidate(null, target)));
    }
    for (Trunk trunk : admitted) {
      try {
        resolver
            .resolve(trunk.settings().address())
            .forEach(target -> found.add(new Candidate(trunk, target)));
      } catch (UnknownHostException unknown) {
        LOG.warn("trunk {} has no address in DNS", trunk.settings().name());
      }
    }
    if (found.isEmpty()) {
      throw new UnknownHostException("no trunk has an address");
    }
    return found;
  }
}
