package eu.callorders.server.database;

import eu.callorders.server.concurrent.BoundedWait;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import java.util.function.ToIntFunction;

/**
 * Items of one kind that a loop fails on. One that has failed as often as it may is kept in {@code
 * failed_work} and left aside for a while, or until the node starts again.
 */
public final class FailedItems {
  private static final int LIMIT = 1_000;

  private final Database database;
  private final String kind;
  private final ToIntFunction<Throwable> tries;
  private final Duration aside;

  /** How often each has failed. */
  private final Map<UUID, Integer> failures = new LinkedHashMap<>();

  /** With the monotonic time until which each is left aside. */
  private final Map<UUID, Long> asideUntil = new LinkedHashMap<>();

  /**
   * @param kind of item, in the singular
   * @param tries how often an item may fail in this way until it is kept
   * @param aside for how long
   */
  public FailedItems(
      Database database, String kind, ToIntFunction<Throwable> tries, Duration aside) {
    this.database = database;
    this.kind = kind;
    this.tries = tries;
    this.aside = aside;
  }

  /** Counts a failure; answers whether the item is kept and left aside now. Blocks. */
  public boolean failed(UUID id, Throwable failure) {
    return failed(id, id.toString(), failure);
  }

  /**
   * Counts a failure; answers whether the item is kept and left aside now. Blocks.
   *
   * @param itemId names the item to the operator
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
    asideUntil.put(id, System.nanoTime() + aside.toNanos());
    forgetOldest(asideUntil);
    return true;
  }

  /** The items have been worked on. */
  public void succeeded(Collection<UUID> ids) {
    ids.forEach(failures::remove);
  }

  /** The items that are left aside now. */
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
