package eu.callorders.server.database;

import eu.callorders.server.concurrent.BoundedWait;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import java.util.function.ToIntFunction;

/**
 * Counts failures of items of one kind. An item that fails too often is stored in {@code
 * failed_work} and parked for a while or until the node restarts.
 */
public final class FailedItems {
  private static final int MAX_ITEMS = 1_000;

  private final Database database;
  private final String kind;
  private final ToIntFunction<Throwable> maxFailures;
  private final Duration parkTime;

  private final Map<UUID, Integer> failures = new LinkedHashMap<>();

  /** With the end of the parking in monotonic nanoseconds. */
  private final Map<UUID, Long> parkedUntil = new LinkedHashMap<>();

  /**
   * @param kind of item, in the singular
   * @param tries number of failures of this type until an item is parked
   * @param parkTime duration of the parking
   */
  public FailedItems(
      Database database, String kind, ToIntFunction<Throwable> tries, Duration parkTime) {
    this.database = database;
    this.kind = kind;
    this.maxFailures = tries;
    this.parkTime = parkTime;
  }

  /** Counts a failure; returns whether the item is parked now. Blocks. */
  public boolean recordFailure(UUID id, Throwable failure) {
    return recordFailure(id, id.toString(), failure);
  }

  /**
   * Counts a failure; returns whether the item is parked now. Blocks.
   *
   * @param itemId identifies the item to the operator
   */
  public boolean recordFailure(UUID id, String itemId, Throwable failure) {
    if (failures.merge(id, 1, Integer::sum) < maxFailures.applyAsInt(failure)) {
      removeOldest(failures);
      return false;
    }
    database.inWorker(
        connection ->
            BoundedWait.await(FailedWork.save(connection, kind, itemId, "", failure).map(true)));
    failures.remove(id);
    parkedUntil.put(id, System.nanoTime() + parkTime.toNanos());
    removeOldest(parkedUntil);
    return true;
  }

  /** Resets the failures of these items. */
  public void recordSuccess(Collection<UUID> ids) {
    ids.forEach(failures::remove);
  }

  public UUID[] parked() {
    removeExpired();
    return parkedUntil.keySet().toArray(UUID[]::new);
  }

  public boolean isParked(UUID id) {
    removeExpired();
    return parkedUntil.containsKey(id);
  }

  private void removeExpired() {
    long now = System.nanoTime();
    parkedUntil.values().removeIf(until -> until - now <= 0);
  }

  private static void removeOldest(Map<UUID, ?> map) {
    if (map.size() > MAX_ITEMS) {
      map.remove(map.keySet().iterator().next());
    }
  }
}
