package eu.callorders.server.enrollment;

import eu.callorders.server.concurrent.BoundedWait;
import eu.callorders.server.database.BatchRetries;
import eu.callorders.server.database.Database;
import eu.callorders.server.database.DatabaseFailures;
import eu.callorders.server.database.FailedWork;
import eu.callorders.server.suppression.SuppressionEnforcement;
import eu.callorders.server.suppression.SuppressionEnforcement.Item;
import eu.callorders.server.suppression.SuppressionEnforcementStore;
import eu.callorders.server.worker.WorkLoop;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.SqlConnection;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Enforces do-not-call entries in batches, one per transaction, on any number of nodes, with
 * tenants in turn. Progress is saved with each batch. A failing batch is halved down to the failing
 * item; after three failures, or ten for a lock, the item is skipped and stored as failed work.
 */
public final class SuppressionEnforcementWorker {
  private static final Logger LOG = LoggerFactory.getLogger(SuppressionEnforcementWorker.class);
  private static final String NAME = "suppression-enforcement";

  /** Poll interval for entries of other nodes, which cannot wake this loop. */
  private static final Duration POLL_INTERVAL = Duration.ofMillis(500);

  /** Minimum interval between two runs, since every batch of gateway events wakes the loop. */
  private static final Duration MIN_INTERVAL = Duration.ofMillis(10);

  private static final int MAX_FAILURES = 3;

  /** About four minutes with the pauses: no transaction holds a lock for that long. */
  private static final int MAX_LOCK_FAILURES = 10;

  private final BatchRetries retries = new BatchRetries();
  private final Database database;
  private final SuppressionEnforcer enforcer;

  /** The next batch is for the tenant after this one, so that tenants take turns. */
  private volatile UUID lastTenantId = new UUID(0, 0);

  public SuppressionEnforcementWorker(Database database, SuppressionEnforcer enforcer) {
    this.database = database;
    this.enforcer = enforcer;
  }

  /** Wakes this node's loop after the commit of an entry. */
  public static void wake(Vertx vertx) {
    WorkLoop.wake(vertx, NAME);
  }

  /**
   * Starts the loop.
   *
   * @param ended runs after each batch and wakes the loops for stopped calls and enrollments
   */
  public static WorkLoop.Handle start(
      Vertx vertx, SuppressionEnforcementWorker worker, Runnable ended) {
    return WorkLoop.start(
        vertx,
        NAME,
        MIN_INTERVAL,
        () -> {
          if (!worker.runOnce()) {
            return POLL_INTERVAL;
          }
          ended.run();
          return Duration.ZERO;
        });
  }

  /** Runs one batch; false if no entry is due. Blocks a virtual thread. */
  public boolean runOnce() {
    AtomicReference<@Nullable SuppressionEnforcement> claimed = new AtomicReference<>();
    try {
      boolean found =
          database.inWorker(
              connection -> {
                Optional<SuppressionEnforcement> work =
                    BoundedWait.await(SuppressionEnforcementStore.claim(connection, lastTenantId));
                claimed.set(work.orElse(null));
                work.ifPresent(due -> lastTenantId = due.entry().tenantId());
                work.ifPresent(due -> enforcer.run(connection, due));
                return work.isPresent();
              });
      retries.reset();
      return found;
    } catch (Exception failure) { // await also throws undeclared checked exceptions
      SuppressionEnforcement work = claimed.get();
      if (work == null || retries.shouldRetryBatch(failure)) {
        throw failure;
      }
      LOG.warn("suppression enforcement batch of {} failed", work.entry().id(), failure);
      database.inWorker(connection -> handleFailure(connection, work, failure));
      retries.reset();
      return true;
    }
  }

  /** Retries a batch that waits for a lock a few times before halving it. */
  private boolean handleFailure(
      SqlConnection connection, SuppressionEnforcement work, Throwable failure) {
    boolean isOfLocks = DatabaseFailures.isLockFailure(failure);
    int failures = work.failures() + 1;
    if (work.limit() > 1 && (!isOfLocks || failures >= MAX_FAILURES)) {
      BoundedWait.await(
          SuppressionEnforcementStore.postpone(
              connection, work, work.limit() / 2, 0, Duration.ZERO));
    } else if (failures < (isOfLocks ? MAX_LOCK_FAILURES : MAX_FAILURES)) {
      Duration pause = isOfLocks ? POLL_INTERVAL.multipliedBy(1L << (failures - 1)) : POLL_INTERVAL;
      BoundedWait.await(
          SuppressionEnforcementStore.postpone(connection, work, work.limit(), failures, pause));
    } else {
      skip(connection, work, failure);
    }
    return true;
  }

  private void skip(SqlConnection connection, SuppressionEnforcement work, Throwable failure) {
    List<Item> next = BoundedWait.await(SuppressionEnforcementStore.next(connection, work));
    if (next.isEmpty()) {
      BoundedWait.await(
          SuppressionEnforcementStore.postpone(connection, work, 1, 0, POLL_INTERVAL));
      return;
    }
    Item item = next.getFirst();
    String kind = work.phase().isOfOrders() ? "suppressed_order" : "suppressed_enrollment";
    BoundedWait.await(FailedWork.save(connection, kind, item.id().toString(), "", failure));
    BoundedWait.await(SuppressionEnforcementStore.advance(connection, work, item.position()));
  }
}
