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
 * Advances clocks to their targets: moves to the next due instant, waits until the work due then
 * has ended, and repeats. Work that does not end delays an advance for a limited time.
 */
public final class ClockAdvancer {
  private static final Duration POLL_INTERVAL = Duration.ofMillis(10);
  private static final Duration IDLE = Duration.ofMillis(500);

  private final Database database;
  private final InstantSource realTime;
  private final Runnable onMoved;
  private final Map<UUID, AdvanceWaitPolicy> waitPolicies = new HashMap<>();

  /**
   * @param moved runs after a clock has moved, to wake the loops with due work
   */
  public ClockAdvancer(Database database, InstantSource realTime, Runnable moved) {
    this.database = database;
    this.realTime = realTime;
    this.onMoved = moved;
  }

  /** Advances every clock by one step where possible; returns when to run again. */
  public Duration runOnce() {
    List<UUID> walking =
        database
            .inWorker(connection -> BoundedWait.await(TestClock.findAdvancing(connection)))
            .stream()
            .map(ClockState::tenantId)
            .toList();
    waitPolicies.keySet().retainAll(walking);
    for (UUID tenantId : walking) {
      if (database.inWorker(connection -> step(connection, tenantId))) {
        onMoved.run();
      }
    }
    return walking.isEmpty() ? IDLE : POLL_INTERVAL;
  }

  /** Returns whether the clock has moved. A lock prevents two nodes from moving it at once. */
  private boolean step(SqlConnection connection, UUID tenantId) {
    if (BoundedWait.await(Locks.tryAcquire(connection, List.of("clock-advance:" + tenantId)))
        .isEmpty()) {
      return false;
    }
    ClockState clock = BoundedWait.await(TestClock.read(connection, tenantId)).orElseThrow();
    if (clock.target().isEmpty()) {
      return false;
    }
    DueWorkStore.Due found =
        BoundedWait.await(DueWorkStore.read(connection, tenantId, clock.now()));
    if (mustWait(tenantId, found.work())) {
      return false;
    }
    Instant target = clock.target().get();
    if (!clock.now().isBefore(target)) {
      BoundedWait.await(TestClock.clearTarget(connection, tenantId, target));
      return false;
    }
    Instant next = found.next().filter(target::isAfter).orElse(target);
    BoundedWait.await(TestClock.moveTo(connection, tenantId, next));
    Objects.requireNonNull(waitPolicies.get(tenantId)).nextInstant(realTime.instant());
    return true;
  }

  /** Whether the clock must wait at its instant. */
  private boolean mustWait(UUID tenantId, DueWorkStore.DueWork work) {
    Instant now = realTime.instant();
    return waitPolicies
        .computeIfAbsent(tenantId, ignored -> new AdvanceWaitPolicy(now))
        .mustWait(work, now);
  }
}
