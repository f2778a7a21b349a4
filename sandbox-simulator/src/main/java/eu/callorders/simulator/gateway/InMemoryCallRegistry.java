package eu.callorders.simulator.gateway;

import eu.callorders.core.call.PhoneNumber;
import eu.callorders.core.telephony.GatewayEvent;
import eu.callorders.core.telephony.PlaceCall;
import eu.callorders.core.telephony.PlaceResult;
import eu.callorders.core.telephony.PlaceResult.RefusalReason;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Stores active attempts and a bounded number of ended ones in memory. */
final class InMemoryCallRegistry implements CallRegistry {
  private static final Duration RETENTION = Duration.ofHours(1);
  private static final int MAX_CAPACITY_COUNTS = 10_000;

  private final int maxCompleted;
  private final Map<UUID, Entry> entries = new HashMap<>();
  private final Map<UUID, Owner> owners = new HashMap<>();
  private final Queue<CompletedAttempt> completed = new ArrayDeque<>();

  /** Counts by order and phone; the oldest counts are evicted. */
  private final Map<RefusedPhone, Integer> capacityRefusals =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<RefusedPhone, Integer> eldest) {
          return size() > MAX_CAPACITY_COUNTS;
        }
      };

  private record RefusedPhone(UUID orderId, PhoneNumber to) {}

  /**
   * @param mostOver maximum number of ended attempts; the oldest are evicted
   */
  InMemoryCallRegistry(int mostOver) {
    this.maxCompleted = mostOver;
  }

  @Override
  public @Nullable Entry find(UUID attemptId) {
    return entries.get(attemptId);
  }

  @Override
  public void recordRefusal(PlaceCall call, PlaceResult.Refused result, Instant at) {
    if (result.code() == RefusalReason.CAPACITY) {
      capacityRefusals.merge(new RefusedPhone(call.orderId(), call.to()), 1, Integer::sum);
    }
    entries.put(call.attemptId(), new Entry(result, null));
    completed(call.attemptId(), at);
  }

  @Override
  public void recordPlacement(PlacedCall placing, PlaceResult.Accepted result) {
    entries.put(placing.call().attemptId(), new Entry(result, List.of()));
    owners.put(placing.call().attemptId(), Owner.of(placing.call()));
  }

  @Override
  public void recordProgress(PlacedCall placing, CallProgress progress) {
    entries.computeIfPresent(
        placing.call().attemptId(), (id, entry) -> new Entry(entry.result(), progress.events()));
  }

  @Override
  public void recordEnd(PlacedCall placing, GatewayEvent.Ended end) {
    completed(placing.call().attemptId(), end.endedAt());
  }

  @Override
  public Optional<GatewayEvent.Forgotten> erase(UUID attemptId, Instant at) {
    Owner owner = owners.remove(attemptId);
    if (owner == null) {
      return Optional.empty();
    }
    entries.computeIfPresent(attemptId, (id, entry) -> new Entry(entry.result(), null));
    return Optional.of(owner.erasureEvent(attemptId, SimulatedCall.ref(attemptId), at));
  }

  @Override
  public @Nullable Instant retainedSince(Instant now) {
    return null;
  }

  @Override
  public int capacityRefusals(PlaceCall call) {
    return capacityRefusals.getOrDefault(new RefusedPhone(call.orderId(), call.to()), 0);
  }

  @Override
  public List<InterruptedCall> interruptedCalls() {
    return List.of();
  }

  /** Deletes attempts that ended over an hour ago, and the oldest above the limit. */
  @Override
  public void expire(Instant now) {
    Instant horizon = now.minus(RETENTION);
    for (CompletedAttempt oldest = completed.peek();
        oldest != null && (completed.size() > maxCompleted || !oldest.at().isAfter(horizon));
        oldest = completed.peek()) {
      entries.remove(oldest.attemptId());
      owners.remove(oldest.attemptId());
      completed.remove();
    }
  }

  private void completed(UUID attemptId, Instant now) {
    completed.add(new CompletedAttempt(attemptId, now));
    expire(now);
  }

  private record CompletedAttempt(UUID attemptId, Instant at) {}
}
