package eu.callorders.simulator.standalone;

import eu.callorders.core.telephony.GatewayEvent;
import eu.callorders.core.telephony.PlaceCall;
import eu.callorders.core.telephony.PlaceResult;
import eu.callorders.core.telephony.PlaceResult.RefusalReason;
import eu.callorders.simulator.gateway.CallProgress;
import eu.callorders.simulator.gateway.CallRegistry;
import eu.callorders.simulator.gateway.EventSink;
import eu.callorders.simulator.gateway.PlacedCall;
import eu.callorders.simulator.standalone.CallDocuments.StoredResult;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Stores attempts and events. Changes collect in a batch until it is written; reads see unwritten
 * changes in memory.
 */
final class DurableCallRegistry implements CallRegistry, EventSink {
  private static final Duration MEMORY = Duration.ofDays(35);
  private static final Duration MEMORY_OF_WORDS = Duration.ofDays(7);
  private static final Duration LONGEST_TO_BEGIN = Duration.ofHours(1);
  private static final int MOST_CAPACITY_COUNTS = 10_000;

  private final CallStore store;
  private final Instant since;
  private final Runnable onChange;
  private final Map<UUID, PendingChange> fresh = new HashMap<>();
  private final Map<UUID, Integer> storedEvents = new HashMap<>();
  private final Map<UUID, Era> eras;
  private int eraFloor;
  private final Map<String, Integer> capacityRefusals;
  private Batch batch = new Batch();
  private long newest;

  /**
   * @param onChange run repeatedly while a batch awaits writing
   */
  DurableCallRegistry(CallStore store, Runnable onChange) {
    this.store = store;
    this.since = store.createdAt();
    this.onChange = onChange;
    this.newest = store.newest();
    this.capacityRefusals = store.capacityRefusals();
    this.eras = StoredEra.all(store);
    this.eraFloor = StoredEra.floor(store);
  }

  static final class Batch {
    private final List<Consumer<CallStore>> changes = new ArrayList<>();
    private final List<byte[]> callLog = new ArrayList<>();
    private long newest;

    void apply(CallStore store) {
      changes.forEach(change -> change.accept(store));
    }

    List<byte[]> callLog() {
      return callLog;
    }

    /** The newest sequence in the log after this batch. */
    long newest() {
      return newest;
    }
  }

  /** The state of an attempt with changes that may not be written yet. */
  private record PendingChange(StoredResult answered, List<GatewayEvent> events, Batch in) {
    Entry entry() {
      return new Entry(answered.answer(), answered.call() ? events : null);
    }
  }

  boolean dirty() {
    return !batch.changes.isEmpty();
  }

  Batch take() {
    Batch taken = batch;
    taken.newest = newest;
    batch = new Batch();
    return taken;
  }

  /** The batch is written: reads can use the store. */
  void written(Batch written) {
    fresh.values().removeIf(entry -> entry.in == written);
  }

  /** Whether a different request was placed under this attempt's id. */
  boolean conflicts(PlaceCall call) {
    StoredResult existing = answered(call.attemptId());
    return existing != null && !existing.fingerprint().equals(CallDocuments.fingerprint(call));
  }

  /** Adds a change to the next batch. */
  void change(Consumer<CallStore> change) {
    batch.changes.add(change);
    onChange.run();
  }

  @Override
  public @Nullable Entry find(UUID attemptId) {
    PendingChange pending = fresh.get(attemptId);
    if (pending != null) {
      return pending.entry();
    }
    StoredResult stored = store.answered(attemptId);
    return stored == null
        ? null
        : new Entry(stored.answer(), stored.call() ? store.events(attemptId) : null);
  }

  @Override
  public void refused(PlaceCall call, PlaceResult.Refused result, Instant at) {
    if (result.code() == RefusalReason.CAPACITY) {
      countCapacityRefusal(call);
    }
    UUID attemptId = call.attemptId();
    answer(attemptId, StoredResult.of(result, call, false));
    change(target -> target.over(attemptId, at));
  }

  @Override
  public void taken(PlacedCall placing, PlaceResult.Accepted result) {
    answer(placing.call().attemptId(), StoredResult.of(result, placing.call(), true));
    batch.callLog.add(CallDocuments.line(placing, null));
    change(target -> target.placed(placing));
  }

  @Override
  public void progressed(PlacedCall placing, CallProgress progress) {
    UUID attemptId = placing.call().attemptId();
    Integer from = storedEvents.put(attemptId, progress.events().size());
    if (progress.done()) {
      storedEvents.remove(attemptId);
    }
    StoredResult answered = Objects.requireNonNull(answered(attemptId));
    fresh.put(attemptId, new PendingChange(answered, progress.events(), batch));
    change(target -> target.progressed(attemptId, progress, from == null ? 0 : from));
  }

  @Override
  public void ended(PlacedCall placing, GatewayEvent.Ended end) {
    batch.callLog.add(CallDocuments.line(placing, end));
    change(target -> target.over(placing.call().attemptId(), end.endedAt()));
  }

  @Override
  public Optional<GatewayEvent.Forgotten> forget(UUID attemptId, Instant at) {
    StoredResult existing = answered(attemptId);
    if (existing == null || !existing.call()) {
      return Optional.empty();
    }
    storedEvents.remove(attemptId);
    answer(attemptId, existing.forgotten());
    change(target -> target.forget(attemptId));
    GatewayEvent.Forgotten event = existing.erasure(attemptId, at);
    change(target -> target.kept(event));
    return Optional.of(event);
  }

  /** Later than the retention alone: a call can end before its last moment to start. */
  @Override
  public Instant keptSince(Instant now) {
    Instant horizon = now.minus(MEMORY).plus(LONGEST_TO_BEGIN);
    return horizon.isAfter(since) ? horizon : since;
  }

  @Override
  public int capacityRefusals(PlaceCall call) {
    return capacityRefusals.getOrDefault(CallStore.capacityKey(call), 0);
  }

  @Override
  public List<InterruptedCall> interrupted() {
    List<InterruptedCall> found = store.interrupted();
    for (InterruptedCall each : found) {
      storedEvents.put(each.placing().call().attemptId(), each.progress().events().size());
    }
    return found;
  }

  @Override
  public void expire(Instant now) {
    change(target -> target.expire(now.minus(MEMORY), now.minus(MEMORY_OF_WORDS)));
  }

  @Override
  public void accept(GatewayEvent event) {
    newest++;
    long sequence = newest;
    change(target -> target.logged(sequence, event, true));
  }

  @Override
  public void record(GatewayEvent event) {
    newest++;
    long sequence = newest;
    change(target -> target.logged(sequence, event, false));
  }

  @Override
  public @Nullable Era era(UUID deployment) {
    return eras.get(deployment);
  }

  @Override
  public void era(UUID deployment, Era era) {
    eras.put(deployment, era);
    byte[] document = StoredEra.write(era);
    change(target -> target.note(StoredEra.note(deployment), document));
  }

  @Override
  public Set<UUID> deployments() {
    return Set.copyOf(eras.keySet());
  }

  @Override
  public void dropEra(UUID deployment, int floor) {
    eras.remove(deployment);
    eraFloor = floor;
    change(target -> StoredEra.drop(target, deployment, floor));
  }

  @Override
  public int eraFloor() {
    return eraFloor;
  }

  /** Never: waiting events are on disk. */
  @Override
  public boolean congested() {
    return false;
  }

  private @Nullable StoredResult answered(UUID attemptId) {
    PendingChange pending = fresh.get(attemptId);
    return pending != null ? pending.answered() : store.answered(attemptId);
  }

  private void answer(UUID attemptId, StoredResult result) {
    fresh.put(attemptId, new PendingChange(result, List.of(), batch));
    change(target -> target.answered(attemptId, result));
  }

  private void countCapacityRefusal(PlaceCall call) {
    String key = CallStore.capacityKey(call);
    int count = capacityRefusals.merge(key, 1, Integer::sum);
    change(target -> target.capacityRefusals(key, count));
    if (capacityRefusals.size() > MOST_CAPACITY_COUNTS) {
      Iterator<String> oldest = capacityRefusals.keySet().iterator();
      String dropped = oldest.next();
      oldest.remove();
      change(target -> target.dropCapacityRefusals(dropped));
    }
  }
}
