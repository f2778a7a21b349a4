package eu.callorders.server.testclock;

import eu.callorders.server.concurrent.BoundedWait;
import eu.callorders.server.database.Database;
import eu.callorders.server.database.Locks;
import eu.callorders.server.tenant.TestClock;
import eu.callorders.server.tenant.TestClock.ClockState;
import io.vertx.sqlclient.SqlConnection;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;

/**
 * Walks clocks to their targets: to the next due instant, wait until all that is due then has
 * ended, and on. Work that does not end holds a walk for a while only.
 */
public final class ClockAdvancer {
  private static final Duration LOOK_AGAIN = Duration.ofMillis(10);
  private static final Duration IDLE = Duration.ofMillis(500);

  private final Database database;
  private final TestClock clocks;
  private final DueWorkStore due = new DueWorkStore();
  private final InstantSource realTime;
  private final Runnable moved;
  private final Map<UUID, AdvanceWaitPolicy> standing = new HashMap<>();

  /**
   * @param moved run when a clock has moved, so that what has fallen due is looked for
   */
  public ClockAdvancer(
      Database database, TestClock clocks, InstantSource realTime, Runnable moved) {
    this.database = database;
    this.clocks = clocks;
    this.realTime = realTime;
    this.moved = moved;
  }

  /** Takes every walk one step further where it can; answers when to look again. */
  public Duration runOnce() {
    List<UUID> walking =
        database.inWorker(connection -> BoundedWait.await(clocks.walking(connection))).stream()
            .map(ClockState::tenantId)
            .toList();
    standing.keySet().retainAll(walking);
    for (UUID tenantId : walking) {
      if (database.inWorker(connection -> step(connection, tenantId))) {
        moved.run();
      }
    }
    return walking.isEmpty() ? IDLE : LOOK_AGAIN;
  }

  /** Whether the clock has moved. Nodes take turns, so that none moves on what another moved. */
  private boolean step(SqlConnection connection, UUID tenantId) {
    if (BoundedWait.await(Locks.tryTake(connection, List.of("clock-advance:" + tenantId)))
        .isEmpty()) {
      return false;
    }
    ClockState clock = BoundedWait.await(clocks.read(connection, tenantId)).orElseThrow();
    if (clock.target().isEmpty()) {
      return false;
    }
    DueWorkStore.Due found = BoundedWait.await(due.read(connection, tenantId, clock.now()));
    if (held(tenantId, found.work())) {
      return false;
    }
    Instant target = clock.target().get();
    if (!clock.now().isBefore(target)) {
      BoundedWait.await(clocks.arrive(connection, tenantId, target));
      return false;
    }
    Instant next = found.next().filter(target::isAfter).orElse(target);
    BoundedWait.await(clocks.moveTo(connection, tenantId, next));
    Objects.requireNonNull(standing.get(tenantId)).goOn(realTime.instant());
    return true;
  }

  /** Whether the instant at which the clock stands has to be waited for. */
  private boolean held(UUID tenantId, DueWorkStore.DueWork work) {
    Instant now = realTime.instant();
    return standing
        .computeIfAbsent(tenantId, ignored -> new AdvanceWaitPolicy(now))
        .holds(work, now);
  }
}
