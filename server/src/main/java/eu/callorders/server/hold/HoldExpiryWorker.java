package eu.callorders.server.hold;

import eu.callorders.core.event.EventType;
import eu.callorders.core.hold.Hold;
import eu.callorders.core.hold.HoldNames;
import eu.callorders.server.concurrent.BoundedWait;
import eu.callorders.server.database.Database;
import eu.callorders.server.hold.HoldDueStore.DueTenant;
import io.vertx.sqlclient.SqlConnection;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * Ends holds whose {@code until} has come by the clock of their tenant. Dials compare the time
 * themselves: this only says so, and wakes the orders that wait.
 */
public final class HoldExpiryWorker {
  /** A transaction locks each name of as many holds. */
  static final int BATCH = 100;

  private final Database database;
  private final HoldWriter writer;
  private final InstantSource realTime;
  private UUID lastTenant = new UUID(0, 0);

  public HoldExpiryWorker(Database database, HoldWriter writer, InstantSource realTime) {
    this.database = database;
    this.writer = writer;
    this.realTime = realTime;
  }

  /** Ends one batch of the next tenant; returns the number of holds. Blocks a virtual thread. */
  public int runOnce() {
    return database.inWorker(this::expireNext);
  }

  private int expireNext(SqlConnection connection) {
    Optional<DueTenant> next =
        BoundedWait.await(HoldDueStore.nextTenant(connection, lastTenant, realTime.instant()));
    if (next.isEmpty()) {
      return 0;
    }
    lastTenant = next.get().tenantId();
    return expire(connection, lastTenant, next.get().now());
  }

  /** Reads the holds again under their locks: one may have been extended or released. */
  private int expire(SqlConnection connection, UUID tenantId, Instant now) {
    List<Hold> due = BoundedWait.await(HoldDueStore.due(connection, tenantId, now, BATCH));
    List<HoldNames> names = due.stream().map(Hold::names).toList();
    BoundedWait.await(HoldLocks.acquire(connection, tenantId, names));
    List<Hold> expired =
        BoundedWait.await(
                HoldDueStore.lockDue(
                    connection, tenantId, now, due.stream().map(Hold::id).toList()))
            .stream()
            .map(Hold::expired)
            .toList();
    BoundedWait.await(writer.end(connection, expired, EventType.HOLD_EXPIRED));
    return due.size();
  }
}
