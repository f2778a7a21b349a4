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
 * Ends what do-not-call entries concern, a batch per transaction, on any number of nodes; each
 * batch is for the next tenant. Progress is kept with each batch, so a crash repeats nothing. A
 * batch that fails is halved until the item at fault is alone; after three failures, or ten for
 * want of a lock, that item is skipped and kept as failed work.
 */
public final class SuppressionEnforcementWorker {
  private static final Logger LOG = LoggerFactory.getLogger(SuppressionEnforcementWorker.class);
  private static final String NAME = "suppression-enforcement";

  /** How long an entry of another node, which wakes no loop here, may wait. */
  private static final Duration PAUSE = Duration.ofMillis(500);

  /** Every batch of news wakes the loop; one look serves many. */
  private static final Duration REST = Duration.ofMillis(10);

  private static final int MAX_FAILURES = 3;

  /** With the pauses between them four minutes: no transaction holds a lock for that long. */
  private static final int MAX_LOCK_FAILURES = 10;

  private final BatchRetries retries = new BatchRetries();
  private final Database database;
  private final SuppressionEnforcer enforcer;
  private final SuppressionEnforcementStore store = new SuppressionEnforcementStore();

  /** The next batch is for the tenant behind it, so that tenants take turns. */
  private volatile UUID lastTenantId = new UUID(0, 0);

  public SuppressionEnforcementWorker(Database database, SuppressionEnforcer enforcer) {
    this.database = database;
    this.enforcer = enforcer;
  }

  /** Wakes the loop of this node, after an entry has been committed. */
  public static void wake(Vertx vertx) {
    WorkLoop.wake(vertx, NAME);
  }

  /**
   * Starts the loop.
   *
   * @param ended run after each batch, so that stopped calls and enrollments are looked for
   */
  public static WorkLoop.Handle start(
      Vertx vertx, SuppressionEnforcementWorker worker, Runnable ended) {
    return WorkLoop.start(
        vertx,
        NAME,
        REST,
        () -> {
          if (!worker.runOnce()) {
            return PAUSE;
          }
          ended.run();
          return Duration.ZERO;
        });
  }

  /** Runs one batch; false when no entry has anything to end now. Blocks a virtual thread. */
  public boolean runOnce() {
    AtomicReference<@Nullable SuppressionEnforcement> claimed = new AtomicReference<>();
    try {
      boolean found =
          database.inWorker(
              connection -> {
                Optional<SuppressionEnforcement> work =
                    BoundedWait.await(store.claim(connection, lastTenantId));
                claimed.set(work.orElse(null));
                work.ifPresent(due -> lastTenantId = due.entry().tenantId());
                work.ifPresent(due -> enforcer.run(connection, due));
                return work.isPresent();
              });
      retries.succeeded();
      return found;
    } catch (Exception failure) { // awaiting throws checked ones too, undeclared
      SuppressionEnforcement work = claimed.get();
      if (work == null || retries.isPassing(failure)) {
        throw failure;
      }
      LOG.warn("batch of suppression {} failed", work.entry().id(), failure);
      database.inWorker(connection -> handle(connection, work, failure));
      retries.succeeded();
      return true;
    }
  }

  /** A lock that another transaction has is waited for a few times before the batch is halved. */
  private boolean handle(SqlConnection connection, SuppressionEnforcement work, Throwable failure) {
    boolean isOfLocks = DatabaseFailures.isOfLocks(failure);
    int failures = work.failures() + 1;
    if (work.limit() > 1 && (!isOfLocks || failures >= MAX_FAILURES)) {
      BoundedWait.await(store.postpone(connection, work, work.limit() / 2, 0, Duration.ZERO));
    } else if (failures < (isOfLocks ? MAX_LOCK_FAILURES : MAX_FAILURES)) {
      Duration pause = isOfLocks ? PAUSE.multipliedBy(1L << (failures - 1)) : PAUSE;
      BoundedWait.await(store.postpone(connection, work, work.limit(), failures, pause));
    } else {
      skip(connection, work, failure);
    }
    return true;
  }

  private void skip(SqlConnection connection, SuppressionEnforcement work, Throwable failure) {
    List<Item> next = BoundedWait.await(store.next(connection, work));
    if (next.isEmpty()) {
      BoundedWait.await(store.postpone(connection, work, 1, 0, PAUSE));
      return;
    }
    Item item = next.getFirst();
    String kind = work.phase().isOfOrders() ? "suppressed_order" : "suppressed_enrollment";
    BoundedWait.await(FailedWork.keep(connection, kind, item.id().toString(), "", failure));
    BoundedWait.await(store.advance(connection, work, item.position()));
  }
}
