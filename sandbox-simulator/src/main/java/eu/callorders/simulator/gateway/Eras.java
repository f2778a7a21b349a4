package eu.callorders.simulator.gateway;

import eu.callorders.core.telephony.CallOrigin;
import eu.callorders.core.telephony.EraAnswer;
import eu.callorders.core.telephony.EraQueryResult;
import eu.callorders.core.telephony.EraRequest;
import eu.callorders.simulator.gateway.CallRegistry.Era;
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
final class Eras {
  /** Nodes renew their era every 5 seconds. */
  static final Duration SILENCE = Duration.ofSeconds(25);

  /**
   * The named previous process may still be active: then the new one runs on a copy of its data.
   */
  static final Duration SILENCE_OF_SUCCESSOR = Duration.ofSeconds(10);

  static final int MAX_DEPLOYMENTS = 1_000;

  private static final int MOST_NODES = 64;

  private final CallRegistry book;
  private final Instant started;
  private final Map<UUID, Instant> heardAt = new HashMap<>();

  /**
   * @param started start of this process; nodes may have been active just before
   */
  Eras(CallRegistry book, Instant started) {
    this.book = book;
    this.started = started;
  }

  EraAnswer raise(EraRequest request, Instant now) {
    Era current = book.era(request.deployment());
    if (current == null) {
      return first(request, now);
    }
    if (request.number() == current.number() && request.id().equals(current.id())) {
      return again(request, current, now);
    }
    if (request.number() <= current.number()) {
      return new EraAnswer.Stale(current.number());
    }
    if (request.takeOver() || current.nodes().contains(request.node())) {
      return grant(request, now);
    }
    Duration silence =
        request.previousNode() != null && current.nodes().contains(request.previousNode())
            ? SILENCE_OF_SUCCESSOR
            : SILENCE;
    Duration left = Duration.between(now, heard(request.deployment()).plus(silence));
    return left.isPositive() ? new EraAnswer.InUse(current.number(), left) : grant(request, now);
  }

  /** The current era of a deployment; does not count as activity. */
  EraQueryResult query(UUID deployment) {
    Era current = book.era(deployment);
    return current == null
        ? new EraQueryResult.NotFound()
        : new EraQueryResult.Found(current.number(), current.id(), heard(deployment));
  }

  /** Whether to refuse a placing; one of the current era counts as activity. */
  boolean stale(@Nullable CallOrigin origin, Instant now) {
    if (origin == null) {
      return false;
    }
    Era current = book.era(origin.deployment());
    if (current == null || !current.id().equals(origin.era())) {
      return true;
    }
    heardAt.put(origin.deployment(), now);
    return false;
  }

  /** The era of an evicted deployment is unknown, hence it must start above the floor. */
  private EraAnswer first(EraRequest request, Instant now) {
    if (request.number() <= book.eraFloor()) {
      return new EraAnswer.Stale(book.eraFloor());
    }
    Set<UUID> deployments = book.deployments();
    if (deployments.size() >= MAX_DEPLOYMENTS) {
      drop(deployments.stream().min(Comparator.comparing(this::heard)).orElseThrow());
    }
    return grant(request, now);
  }

  private void drop(UUID deployment) {
    Era era = book.era(deployment);
    int number = era == null ? -1 : era.number();
    book.dropEra(deployment, Math.max(number, book.eraFloor()));
    heardAt.remove(deployment);
  }

  private EraAnswer grant(EraRequest request, Instant now) {
    heardAt.put(request.deployment(), now);
    book.era(request.deployment(), new Era(request.number(), request.id(), Set.of(request.node())));
    return new EraAnswer.Granted();
  }

  private EraAnswer again(EraRequest request, Era current, Instant now) {
    heardAt.put(request.deployment(), now);
    if (!current.nodes().contains(request.node())) {
      Set<UUID> nodes = new LinkedHashSet<>(current.nodes());
      if (nodes.size() >= MOST_NODES) {
        nodes.remove(nodes.iterator().next());
      }
      nodes.add(request.node());
      book.era(request.deployment(), new Era(current.number(), current.id(), nodes));
    }
    return new EraAnswer.Granted();
  }

  private Instant heard(UUID deployment) {
    return heardAt.getOrDefault(deployment, started);
  }
}
