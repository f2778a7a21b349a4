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
  private static final int LIMIT = 1_000;

  private final Database database;
  private final String kind;
  private final ToIntFunction<Throwable> tries;
  private final Duration parkTime;

  private final Map<UUID, Integer> failures = new LinkedHashMap<>();

  /** With the end of the parking in monotonic nanoseconds. */
  private final Map<UUID, Long> asideUntil = new LinkedHashMap<>();

  /**
   * @param kind of item, in the singular
   * @param tries number of failures of this type until an item is parked
   * @param parkTime duration of the parking
   */
  public FailedItems(
      Database database, String kind, ToIntFunction<Throwable> tries, Duration parkTime) {
    this.database = database;
    this.kind = kind;
    this.tries = tries;
    this.parkTime = parkTime;
  }

  /** Counts a failure; returns whether the item is parked now. Blocks. */
  public boolean failed(UUID id, Throwable failure) {
    return failed(id, id.toString(), failure);
  }

  /**
   * Counts a failure; returns whether the item is parked now. Blocks.
   *
   * @param itemId identifies the item to the operator
   */
  public boolean failed(UUID id, String itemId, Throwable failure) {
    if (failures.merge(id, 1, Integer::sum) < tries.applyAsInt(failure)) {
      forgetOldest(failures);
      return false;
    }
    database.inWorker(
        connection ->
            BoundedWait.await(FailedWork.keep(connection, kind, itemId, "", failure).map(true)));
    failures.remove(id);
    asideUntil.put(id, System.nanoTime() + parkTime.toNanos());
    forgetOldest(asideUntil);
    return true;
  }

  /** Resets the failures of these items. */
  public void succeeded(Collection<UUID> ids) {
    ids.forEach(failures::remove);
  }

  /** The parked items. */
  public UUID[] aside() {
    forgetOver();
    return asideUntil.keySet().toArray(UUID[]::new);
  }

  public boolean isAside(UUID id) {
    forgetOver();
    return asideUntil.containsKey(id);
  }

  private void forgetOver() {
    long now = System.nanoTime();
    asideUntil.values().removeIf(until -> until - now <= 0);
  }

  private static void forgetOldest(Map<UUID, ?> map) {
    if (map.size() > LIMIT) {
      map.remove(map.keySet().iterator().next());
    }
  }
}
