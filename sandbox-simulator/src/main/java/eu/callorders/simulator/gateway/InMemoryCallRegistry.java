package eu.callorders.simulator.gateway;

import eu.callorders.core.telephony.GatewayEvent;
import eu.callorders.core.telephony.PlaceCall;
import eu.callorders.core.telephony.PlaceResult;
import eu.callorders.gatewaykit.call.CallRegistry;
import eu.callorders.gatewaykit.call.CallState;
import eu.callorders.gatewaykit.call.PlacedCall;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Stores active attempts and a bounded number of ended ones in memory. */
final class InMemoryCallRegistry implements CallRegistry {
  private static final Duration RETENTION = Duration.ofHours(1);

  private final int maxCompleted;
  private final Map<UUID, Entry> entries = new HashMap<>();
  private final Map<UUID, Owner> owners = new HashMap<>();
  private final Queue<CompletedAttempt> completed = new ArrayDeque<>();

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
    owners.remove(call.attemptId());
    entries.put(call.attemptId(), new Entry(result, null));
    completed(call.attemptId(), at);
  }

  @Override
  public void recordPlacement(PlacedCall placing, PlaceResult.Accepted result) {
    entries.put(placing.call().attemptId(), new Entry(result, List.of()));
    owners.put(placing.call().attemptId(), Owner.of(placing.call()));
  }

  @Override
  public void recordEvent(PlacedCall placing, List<GatewayEvent> events) {
    entries.computeIfPresent(
        placing.call().attemptId(), (id, entry) -> new Entry(entry.result(), events));
    if (events.getLast() instanceof GatewayEvent.Ended end) {
      completed(placing.call().attemptId(), end.endedAt());
    }
  }

  @Override
  public void recordState(UUID attemptId, CallState state) {}

  @Override
  public void recordFinish(UUID attemptId) {}

  @Override
  public Optional<GatewayEvent.Forgotten> erase(UUID attemptId, Instant at) {
    Owner owner = owners.remove(attemptId);
    if (owner == null) {
      return Optional.empty();
    }
    entries.computeIfPresent(attemptId, (id, entry) -> new Entry(entry.result(), null));
    Entry entry = entries.get(attemptId);
    String ref =
        entry != null && entry.result() instanceof PlaceResult.Accepted accepted
            ? accepted.gatewayRef()
            : "";
    return Optional.of(owner.erasureEvent(attemptId, ref, at));
  }

  @Override
  public @Nullable Instant retainedSince(Instant now) {
    return null;
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
