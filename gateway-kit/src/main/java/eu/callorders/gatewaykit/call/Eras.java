package eu.callorders.gatewaykit.call;

import eu.callorders.core.telephony.CallOrigin;
import eu.callorders.core.telephony.EraQueryResult;
import eu.callorders.core.telephony.EraRequest;
import eu.callorders.core.telephony.EraRequestResult;
import eu.callorders.gatewaykit.call.CallRegistry.Era;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Decides which era of each deployment may place calls. The number of deployments is bounded: the
 * longest inactive one is evicted, and its eras are stale from then on, so that no older copy of
 * its database is granted one. Confined to the gateway's thread.
 */
public final class Eras {
  /** Nodes renew their era every 5 seconds. */
  static final Duration NODE_TIMEOUT = Duration.ofSeconds(25);

  /**
   * The named previous process may still be active: then the new one runs on a copy of its data.
   */
  static final Duration SUCCESSOR_TIMEOUT = Duration.ofSeconds(10);

  public static final int MAX_DEPLOYMENTS = 1_000;

  private static final int MAX_NODES = 64;

  private final CallRegistry registry;
  private final Instant started;
  private final Map<UUID, Era> eras;
  private final Map<UUID, Instant> lastSeen = new HashMap<>();
  private int floor;

  /**
   * @param started start of this process; nodes may have been active just before
   */
  Eras(CallRegistry registry, Instant started) {
    this.registry = registry;
    this.eras = new HashMap<>(registry.eras());
    this.floor = registry.eraFloor();
    this.started = started;
  }

  EraRequestResult raise(EraRequest request, Instant now) {
    Era current = eras.get(request.deployment());
    if (current == null) {
      return startDeployment(request, now);
    }
    if (request.number() == current.number() && request.id().equals(current.id())) {
      return renew(request, current, now);
    }
    if (request.number() <= current.number()) {
      return new EraRequestResult.Stale(current.number());
    }
    if (request.takeOver() || current.nodes().contains(request.node())) {
      return grant(request, now);
    }
    Duration silence =
        request.previousNode() != null && current.nodes().contains(request.previousNode())
            ? SUCCESSOR_TIMEOUT
            : NODE_TIMEOUT;
    Duration left = Duration.between(now, lastSeenAt(request.deployment()).plus(silence));
    return left.isPositive()
        ? new EraRequestResult.InUse(current.number(), left)
        : grant(request, now);
  }

  /** The current era of a deployment; does not count as activity. */
  EraQueryResult query(UUID deployment) {
    Era current = eras.get(deployment);
    return current == null
        ? new EraQueryResult.NotFound()
        : new EraQueryResult.Found(current.number(), current.id(), lastSeenAt(deployment));
  }

  /** Whether to refuse a placing; one of the current era counts as activity. */
  boolean isStale(@Nullable CallOrigin origin, Instant now) {
    if (origin == null) {
      return false;
    }
    Era current = eras.get(origin.deployment());
    if (current == null || !current.id().equals(origin.era())) {
      return true;
    }
    lastSeen.put(origin.deployment(), now);
    return false;
  }

  /** The era of an evicted deployment is unknown, hence it must start above the floor. */
  private EraRequestResult startDeployment(EraRequest request, Instant now) {
    if (request.number() <= floor) {
      return new EraRequestResult.Stale(floor);
    }
    if (eras.size() >= MAX_DEPLOYMENTS) {
      evict(eras.keySet().stream().min(Comparator.comparing(this::lastSeenAt)).orElseThrow());
    }
    return grant(request, now);
  }

  private void evict(UUID deployment) {
    Era era = eras.remove(deployment);
    floor = Math.max(floor, era == null ? -1 : era.number());
    registry.deleteEra(deployment, floor);
    lastSeen.remove(deployment);
  }

  private EraRequestResult grant(EraRequest request, Instant now) {
    lastSeen.put(request.deployment(), now);
    record(request.deployment(), new Era(request.number(), request.id(), Set.of(request.node())));
    return new EraRequestResult.Granted();
  }

  private EraRequestResult renew(EraRequest request, Era current, Instant now) {
    lastSeen.put(request.deployment(), now);
    if (!current.nodes().contains(request.node())) {
      Set<UUID> nodes = new LinkedHashSet<>(current.nodes());
      if (nodes.size() >= MAX_NODES) {
        nodes.remove(nodes.iterator().next());
      }
      nodes.add(request.node());
      record(request.deployment(), new Era(current.number(), current.id(), nodes));
    }
    return new EraRequestResult.Granted();
  }

  private void record(UUID deployment, Era era) {
    eras.put(deployment, era);
    registry.recordEra(deployment, era);
  }

  private Instant lastSeenAt(UUID deployment) {
    return lastSeen.getOrDefault(deployment, started);
  }
}
