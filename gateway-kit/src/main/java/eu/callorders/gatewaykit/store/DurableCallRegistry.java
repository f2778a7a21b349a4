package eu.callorders.gatewaykit.store;

import eu.callorders.core.telephony.GatewayEvent;
import eu.callorders.core.telephony.PlaceCall;
import eu.callorders.core.telephony.PlaceResult;
import eu.callorders.gatewaykit.call.CallRegistry;
import eu.callorders.gatewaykit.call.CallState;
import eu.callorders.gatewaykit.call.EventSink;
import eu.callorders.gatewaykit.call.PlacedCall;
import eu.callorders.gatewaykit.store.CallDocuments.StoredResult;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Stores attempts and events. Changes collect in a batch until it is written; reads see unwritten
 * changes in memory.
 */
public final class DurableCallRegistry implements CallRegistry, EventSink {
  private static final Duration RETENTION = Duration.ofDays(35);
  private static final Duration CONTENT_RETENTION = Duration.ofDays(7);
  private static final Duration MAX_DIAL_DELAY = Duration.ofHours(1);

  private final CallStore store;
  private final Instant createdAt;
  private final Runnable onChange;
  private final Map<UUID, PendingChange> pendingChanges = new HashMap<>();
  private Batch batch = new Batch();
  private long newestSequence;

  /**
   * @param onChange run repeatedly while a batch awaits writing
   */
  public DurableCallRegistry(CallStore store, Runnable onChange) {
    this.store = store;
    this.createdAt = store.metadata().createdAt();
    this.onChange = onChange;
    this.newestSequence = store.log().newestSequence();
  }

  static final class Batch {
    private final List<Consumer<CallStore>> changes = new ArrayList<>();
    private final List<byte[]> callLog = new ArrayList<>();
    private long newestSequence;

    void apply(CallStore store) {
      changes.forEach(change -> change.accept(store));
    }

    List<byte[]> callLog() {
      return callLog;
    }

    /** The newest sequence in the log after this batch. */
    long newestSequence() {
      return newestSequence;
    }
  }

  /** The state of an attempt with changes that may not be written yet. */
  private record PendingChange(StoredResult result, List<GatewayEvent> events, Batch batch) {
    Entry entry() {
      return new Entry(result.result(), result.call() ? events : null);
    }
  }

  boolean hasPendingChanges() {
    return !batch.changes.isEmpty();
  }

  Batch takeBatch() {
    Batch taken = batch;
    taken.newestSequence = newestSequence;
    batch = new Batch();
    return taken;
  }

  /** The batch is written: reads can use the store. */
  void batchWritten(Batch written) {
    pendingChanges.values().removeIf(entry -> entry.batch == written);
  }

  @Override
  public boolean conflicts(PlaceCall call) {
    StoredResult existing = storedResult(call.attemptId());
    return existing != null && !existing.fingerprint().equals(CallDocuments.fingerprint(call));
  }

  /** Adds a change to the next batch. */
  public void addChange(Consumer<CallStore> change) {
    batch.changes.add(change);
    onChange.run();
  }

  @Override
  public @Nullable Entry find(UUID attemptId) {
    PendingChange pending = pendingChanges.get(attemptId);
    if (pending != null) {
      return pending.entry();
    }
    StoredResult stored = store.result(attemptId);
    return stored == null
        ? null
        : new Entry(stored.result(), stored.call() ? store.events(attemptId) : null);
  }

  @Override
  public void recordRefusal(PlaceCall call, PlaceResult.Refused result, Instant at) {
    UUID attemptId = call.attemptId();
    if (storedResult(attemptId) != null) {
      addChange(target -> target.erase(attemptId));
    }
    saveResult(attemptId, StoredResult.refused(call, result));
    addChange(target -> target.completed(attemptId, at));
  }

  @Override
  public void recordPlacement(PlacedCall placing, PlaceResult.Accepted result) {
    saveResult(placing.call().attemptId(), StoredResult.accepted(placing.call(), result));
    addChange(target -> target.savePlacement(placing));
  }

  @Override
  public void recordEvent(PlacedCall placing, List<GatewayEvent> events) {
    UUID attemptId = placing.call().attemptId();
    GatewayEvent event = events.getLast();
    StoredResult result = Objects.requireNonNull(storedResult(attemptId));
    pendingChanges.put(attemptId, new PendingChange(result, events, batch));
    addChange(target -> target.saveEvent(event));
    if (event instanceof GatewayEvent.Accepted) {
      batch.callLog.add(CallDocuments.logLine(placing, null));
    } else if (event instanceof GatewayEvent.Ended end) {
      batch.callLog.add(CallDocuments.logLine(placing, end));
      addChange(target -> target.completed(attemptId, end.endedAt()));
    }
  }

  @Override
  public void recordTurns(GatewayEvent.Turns part) {
    addChange(target -> target.saveTurns(part));
  }

  @Override
  public void recordState(UUID attemptId, CallState state) {
    addChange(target -> target.saveState(attemptId, state.encode()));
  }

  @Override
  public void recordFinish(UUID attemptId) {
    addChange(target -> target.finish(attemptId));
  }

  @Override
  public Optional<GatewayEvent.Forgotten> erase(UUID attemptId, Instant at) {
    StoredResult existing = storedResult(attemptId);
    if (existing == null || !existing.call()) {
      return Optional.empty();
    }
    saveResult(attemptId, existing.erased());
    addChange(target -> target.erase(attemptId));
    GatewayEvent.Forgotten event = existing.erasureEvent(attemptId, at);
    addChange(target -> target.saveEvent(event));
    return Optional.of(event);
  }

  /** Later than the retention alone: a call can end before its last moment to start. */
  @Override
  public Instant retainedSince(Instant now) {
    Instant horizon = now.minus(RETENTION).plus(MAX_DIAL_DELAY);
    return horizon.isAfter(createdAt) ? horizon : createdAt;
  }

  @Override
  public List<InterruptedCall> interruptedCalls() {
    return store.interruptedCalls();
  }

  @Override
  public void expire(Instant now) {
    addChange(target -> target.expire(now.minus(RETENTION), now.minus(CONTENT_RETENTION)));
  }

  @Override
  public void accept(GatewayEvent event) {
    newestSequence++;
    long sequence = newestSequence;
    addChange(target -> target.log().append(sequence, event, true));
  }

  @Override
  public void record(GatewayEvent event) {
    newestSequence++;
    long sequence = newestSequence;
    addChange(target -> target.log().append(sequence, event, false));
  }

  @Override
  public Map<UUID, Era> eras() {
    return store.metadata().eras();
  }

  @Override
  public int eraFloor() {
    return store.metadata().eraFloor();
  }

  @Override
  public void recordEra(UUID deployment, Era era) {
    addChange(target -> target.metadata().putEra(deployment, era));
  }

  @Override
  public void deleteEra(UUID deployment, int floor) {
    addChange(target -> target.metadata().deleteEra(deployment, floor));
  }

  private @Nullable StoredResult storedResult(UUID attemptId) {
    PendingChange pending = pendingChanges.get(attemptId);
    return pending != null ? pending.result() : store.result(attemptId);
  }

  private void saveResult(UUID attemptId, StoredResult result) {
    pendingChanges.put(attemptId, new PendingChange(result, List.of(), batch));
    addChange(target -> target.result(attemptId, result));
  }
}
