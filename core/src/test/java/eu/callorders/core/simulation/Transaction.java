package eu.callorders.core.simulation;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * One transaction of a node: locks, then changes, then a commit that may fail, or succeed without
 * the node learning of it. Reads see committed rows.
 */
final class Transaction {
  private static final long LOCK_TIMEOUT = 5_000;
  private static final long LOCK_RETRY = 200;
  private static final long OUTCOME_DELAY = 2_000;

  private final SimulatedStore store;
  private final SimulatedNode node;
  private final List<OrderUpdate> changes = new ArrayList<>();
  private final List<String> suppressions = new ArrayList<>();
  private final Map<String, Integer> dials = new HashMap<>();
  private final Map<UUID, Instant> leases = new LinkedHashMap<>();
  private boolean dead;
  private boolean committing;

  Transaction(SimulatedStore store, SimulatedNode node) {
    this.store = store;
    this.node = node;
    this.dead = store.isUnavailable();
  }

  /** Receives the outcome of a commit. */
  interface Outcome {
    void completed(boolean committed);
  }

  boolean of(SimulatedNode owner) {
    return node == owner;
  }

  boolean dead() {
    return dead;
  }

  void kill() {
    dead = true;
    store.ended(this);
  }

  /** A commit already sent takes effect. */
  void nodeCrashed() {
    if (!committing) {
      kill();
    }
  }

  boolean tryLock(String name) {
    return !dead && store.tryLock(name, this);
  }

  /** Acquires locks one after the other, with a timeout. */
  void lock(Collection<String> names, Runnable next, Runnable failed) {
    lock(names.stream().sorted().distinct().toList(), 0, store.world.now(), next, failed);
  }

  private void lock(
      List<String> names, int first, Instant since, Runnable action, Runnable failed) {
    int next = first;
    while (next < names.size() && tryLock(names.get(next))) {
      next++;
    }
    if (dead || store.world.now().isAfter(since.plusMillis(LOCK_TIMEOUT))) {
      kill();
      failed.run();
    } else if (next == names.size()) {
      action.run();
    } else {
      int from = next;
      node.after(1 + store.world.soon(LOCK_RETRY), () -> lock(names, from, since, action, failed));
    }
  }

  void change(OrderUpdate change) {
    changes.add(change);
  }

  void addSuppression(String entry) {
    suppressions.add(entry);
  }

  void dial(String day, int more) {
    dials.merge(day, more, Integer::sum);
  }

  void lease(UUID attemptId, Instant checkAt) {
    leases.put(attemptId, checkAt);
  }

  List<OrderUpdate> changes() {
    return changes;
  }

  List<String> suppressions() {
    return suppressions;
  }

  Map<String, Integer> dials() {
    return dials;
  }

  Map<UUID, Instant> leases() {
    return leases;
  }

  void rollBack() {
    kill();
  }

  /** Sends the commit; the node learns of the outcome later, unless it crashes. */
  void commit(Outcome outcome) {
    committing = true;
    VirtualScheduler world = store.world;
    world.after(node.step(20), () -> arrive(outcome));
  }

  private void arrive(Outcome outcome) {
    VirtualScheduler world = store.world;
    boolean faulty = world.now().isBefore(store.faults.until());
    if (dead || store.isUnavailable() || (faulty && world.chance(store.faults.commitFails()))) {
      kill();
      node.after(world.soon(50), () -> outcome.completed(false));
      return;
    }
    store.ended(this);
    store.write(this);
    if (faulty && world.chance(store.faults.commitOutcomeLost())) {
      world.trace(node.name(), "does not learn of a commit");
      node.after(world.soon(OUTCOME_DELAY), () -> outcome.completed(false));
    } else {
      node.after(world.soon(20), () -> outcome.completed(true));
    }
  }
}
