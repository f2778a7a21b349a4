package eu.callorders.simulator.gateway;

import eu.callorders.core.telephony.GatewayEvent;
import eu.callorders.core.telephony.PlaceCall;
import eu.callorders.core.telephony.PlaceResult;
import eu.callorders.core.telephony.PlaceResult.RefusalReason;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Stores active attempts and a bounded number of ended ones in memory. */
final class InMemoryCallRegistry implements CallRegistry {
  private static final Duration MEMORY = Duration.ofHours(1);

  private final int mostOver;
  private final Map<UUID, Entry> entries = new HashMap<>();
  private final Map<UUID, Owner> owners = new HashMap<>();
  private final Map<UUID, Era> eras = new HashMap<>();
  private int eraFloor = -1;
  private final Queue<Over> over = new ArrayDeque<>();
  private final CapacityRefusals capacityRefusals = new CapacityRefusals();

  /**
   * @param mostOver maximum number of ended attempts; the oldest are evicted
   */
  InMemoryCallRegistry(int mostOver) {
    this.mostOver = mostOver;
  }

  @Override
  public @Nullable Entry find(UUID attemptId) {
    return entries.get(attemptId);
  }

  @Override
  public void refused(PlaceCall call, PlaceResult.Refused result, Instant at) {
    if (result.code() == RefusalReason.CAPACITY) {
      capacityRefusals.add(call);
    }
    entries.put(call.attemptId(), new Entry(result, null));
    over(call.attemptId(), at);
  }

  @Override
  public void taken(PlacedCall placing, PlaceResult.Accepted result) {
    entries.put(placing.call().attemptId(), new Entry(result, List.of()));
    owners.put(placing.call().attemptId(), Owner.of(placing.call()));
  }

  @Override
  public void progressed(PlacedCall placing, CallProgress progress) {
    entries.computeIfPresent(
        placing.call().attemptId(), (id, entry) -> new Entry(entry.answer(), progress.events()));
  }

  @Override
  public void ended(PlacedCall placing, GatewayEvent.Ended end) {
    over(placing.call().attemptId(), end.endedAt());
  }

  @Override
  public Optional<GatewayEvent.Forgotten> forget(UUID attemptId, Instant at) {
    Owner owner = owners.remove(attemptId);
    if (owner == null) {
      return Optional.empty();
    }
    entries.computeIfPresent(attemptId, (id, entry) -> new Entry(entry.answer(), null));
    return Optional.of(owner.forgotten(attemptId, SimulatedCall.ref(attemptId), at));
  }

  @Override
  public @Nullable Era era(UUID deployment) {
    return eras.get(deployment);
  }

  @Override
  public void era(UUID deployment, Era era) {
    eras.put(deployment, era);
  }

  @Override
  public Set<UUID> deployments() {
    return Set.copyOf(eras.keySet());
  }

  @Override
  public void dropEra(UUID deployment, int floor) {
    eras.remove(deployment);
    eraFloor = floor;
  }

  @Override
  public int eraFloor() {
    return eraFloor;
  }

  @Override
  public @Nullable Instant keptSince(Instant now) {
    return null;
  }

  @Override
  public int capacityRefusals(PlaceCall call) {
    return capacityRefusals.before(call);
  }

  @Override
  public List<InterruptedCall> interrupted() {
    return List.of();
  }

  /** Deletes attempts that ended over an hour ago, and the oldest above the limit. */
  @Override
  public void expire(Instant now) {
    Instant horizon = now.minus(MEMORY);
    for (Over oldest = over.peek();
        oldest != null && (over.size() > mostOver || !oldest.at().isAfter(horizon));
        oldest = over.peek()) {
      entries.remove(oldest.attemptId());
      owners.remove(oldest.attemptId());
      over.remove();
    }
  }

  private void over(UUID attemptId, Instant now) {
    over.add(new Over(attemptId, now));
    expire(now);
  }

  private record Over(UUID attemptId, Instant at) {}
}
