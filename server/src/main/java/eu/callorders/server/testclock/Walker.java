package eu.callorders.server.testclock;

import eu.callorders.server.database.Database;
import eu.callorders.server.tenant.TestClock;
import eu.callorders.server.tenant.TestClock.Reading;
import io.vertx.sqlclient.SqlConnection;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * Walks clocks to their targets: to the next due instant, wait until all that is due then has
 * ended, and on. Work that does not end holds a walk for a while only.
 */
public final class Walker {
  private static final Duration LOOK_AGAIN = Duration.ofMillis(10);
  private static final Duration IDLE = Duration.ofMillis(500);

  /** Real time that a walk waits for calls to end, then for their reports, at each instant. */
  private static final Duration PATIENCE_WITH_CALLS = Duration.ofMinutes(17);

  private static final Duration PATIENCE_WITH_REPORTS = Duration.ofSeconds(2);

  private final Database database;
  private final TestClock clocks;
  private final DueStore due = new DueStore();
  private final InstantSource realTime;
  private final Runnable moved;
  private final Map<UUID, Instant> quietSince = new HashMap<>();
  private final Map<UUID, Instant> arrivedAt = new HashMap<>();

  /**
   * @param moved run when a clock has moved, so that what has fallen due is looked for
   */
  public Walker(Database database, TestClock clocks, InstantSource realTime, Runnable moved) {
    this.database = database;
    this.clocks = clocks;
    this.realTime = realTime;
    this.moved = moved;
  }

  /** Takes every walk one step further where it can; answers when to look again. */
  public Duration runOnce() {
    List<Reading> walking = database.inWorker(connection -> clocks.walking(connection).await());
    for (Reading clock : walking) {
      database.inWorker(
          connection -> {
            step(connection, clock);
            return true;
          });
      moved.run();
    }
    return walking.isEmpty() ? IDLE : LOOK_AGAIN;
  }

  private void step(SqlConnection connection, Reading clock) {
    UUID tenantId = clock.tenantId();
    DueStore.Work work = due.work(connection, tenantId, clock.now()).await();
    if (held(tenantId, work)) {
      return;
    }
    Instant target = clock.target().orElseThrow();
    Optional<Instant> next = due.nextDue(connection, tenantId, clock.now()).await();
    boolean stop = next.isPresent() && !next.get().isAfter(target);
    clocks.moveTo(connection, tenantId, stop ? next.get() : target).await();
    if (!stop) {
      clocks.arrive(connection, tenantId, target).await();
    }
    arrivedAt.put(tenantId, realTime.instant());
    quietSince.remove(tenantId);
  }

  /** Whether the instant at which the clock stands has to be waited for. */
  private boolean held(UUID tenantId, DueStore.Work work) {
    Instant now = realTime.instant();
    Instant since = arrivedAt.computeIfAbsent(tenantId, ignored -> now);
    if (work.busy()) {
      quietSince.remove(tenantId);
      return now.isBefore(since.plus(PATIENCE_WITH_CALLS));
    }
    Instant quiet = quietSince.computeIfAbsent(tenantId, ignored -> now);
    return work.unreported() && now.isBefore(quiet.plus(PATIENCE_WITH_REPORTS));
  }
}
