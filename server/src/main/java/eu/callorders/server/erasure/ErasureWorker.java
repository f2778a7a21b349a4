package eu.callorders.server.erasure;

import eu.callorders.core.id.IdKind;
import eu.callorders.server.audit.AuditAction;
import eu.callorders.server.audit.AuditEvent;
import eu.callorders.server.audit.AuditLog;
import eu.callorders.server.call.ErasedContactStore;
import eu.callorders.server.call.ErasedContactStore.Times;
import eu.callorders.server.concurrent.BoundedWait;
import eu.callorders.server.database.Database;
import eu.callorders.server.database.DatabaseFailures;
import eu.callorders.server.database.DatabaseUnavailableException;
import eu.callorders.server.database.FailedItems;
import eu.callorders.server.database.Locks;
import eu.callorders.server.enrollment.EnrollmentStore;
import eu.callorders.server.enrollment.SubjectCanceler;
import eu.callorders.server.erasure.ErasureStore.Job;
import eu.callorders.server.erasure.ErasureStore.Phase;
import eu.callorders.server.hold.HoldRedaction;
import eu.callorders.server.idempotency.IdempotencyStore;
import eu.callorders.server.list.Cursors.Position;
import eu.callorders.server.signal.SignalStore;
import eu.callorders.server.tenant.TenantStore;
import io.vertx.sqlclient.SqlConnection;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Erases subjects in small steps: each is a short transaction under the subject's lock, so crashes
 * and concurrent nodes are harmless.
 */
public final class ErasureWorker {
  private static final int ORDERS = 50;
  private static final int ROWS = 500;

  /** Scanned in about ten milliseconds. */
  private static final int REPLIES = 2_000;

  /** Delay while another transaction holds the subject's lock. */
  private static final Duration LOCK_DELAY = Duration.ofMillis(500);

  /** Delay while a call is in progress. */
  private static final Duration CALL_DELAY = Duration.ofSeconds(5);

  private static final Duration FAILURE_DELAY = Duration.ofMinutes(1);
  private static final int MAX_PASSING_FAILURES = 10;

  private final Database database;
  private final SubjectCanceler canceler;
  private final ErasedContactStore contacts;
  private final AuditLog audit;
  private final InstantSource realTime;
  private final FailedItems failures;

  public ErasureWorker(
      Database database,
      SubjectCanceler canceler,
      ErasedContactStore contacts,
      AuditLog audit,
      InstantSource realTime) {
    this.database = database;
    this.canceler = canceler;
    this.contacts = contacts;
    this.audit = audit;
    this.realTime = realTime;
    this.failures = new FailedItems(database, "erasure", ErasureWorker::maxTries, FAILURE_DELAY);
  }

  /**
   * Runs one step; false if none is due. Blocks a virtual thread. A failed erasure is postponed, so
   * that it does not block others.
   */
  public boolean runOnce() {
    AtomicReference<@Nullable Job> claimed = new AtomicReference<>();
    try {
      boolean found =
          database.inWorker(
              connection -> {
                Optional<Job> job =
                    BoundedWait.await(ErasureStore.next(connection, realTime.instant()));
                claimed.set(job.orElse(null));
                job.ifPresent(due -> process(connection, due));
                return job.isPresent();
              });
      Job job = claimed.get();
      if (job != null) {
        failures.recordSuccess(List.of(job.id()));
      }
      return found;
    } catch (Exception e) { // await also throws undeclared checked exceptions
      postpone(claimed.get(), e);
      throw e;
    }
  }

  private void postpone(@Nullable Job failed, Exception failure) {
    if (failed == null || failure instanceof DatabaseUnavailableException) {
      return;
    }
    Instant later = realTime.instant().plus(FAILURE_DELAY);
    try {
      BoundedWait.await(
          database.asWorker(connection -> ErasureStore.postpone(connection, failed, later)));
      failures.recordFailure(failed.id(), IdKind.ERASURE.format(failed.id()), failure);
    } catch (Exception e) {
      failure.addSuppressed(e);
    }
  }

  /** Lock and database failures alert the operator only if they persist. */
  private static int maxTries(Throwable failure) {
    return DatabaseFailures.isOutage(failure) || DatabaseFailures.isLockFailure(failure)
        ? MAX_PASSING_FAILURES
        : 1;
  }

  private void process(SqlConnection connection, Job job) {
    String lock = Locks.subject(job.tenantId(), job.reference());
    if (BoundedWait.await(Locks.tryAcquire(connection, Set.of(lock))).isEmpty()) {
      BoundedWait.await(
          ErasureStore.postpone(connection, job, realTime.instant().plus(LOCK_DELAY)));
      return;
    }
    Instant now = BoundedWait.await(TenantStore.now(connection, job.tenantId(), realTime));
    if (cancelNext(connection, job, now) || redactNext(connection, job, now)) {
      return;
    }
    if (BoundedWait.await(ErasureStore.hasOpenWork(connection, job))) {
      BoundedWait.await(
          ErasureStore.postpone(connection, job, realTime.instant().plus(CALL_DELAY)));
      return;
    }
    String last =
        BoundedWait.await(
            IdempotencyStore.deleteOfSubject(
                connection, job.tenantId(), job.reference(), job.keysAfter(), REPLIES));
    if (last != null) {
      BoundedWait.await(ErasureStore.saveKeysAfter(connection, job, last));
      return;
    }
    BoundedWait.await(ErasureStore.markDone(connection, job, realTime.instant()));
    BoundedWait.await(
        audit.append(
            connection,
            AuditEvent.ofService(
                AuditAction.SUBJECT_ERASED, job.tenantId(), IdKind.ERASURE.format(job.id()))));
  }

  /** Cancels a page; true if more pages follow. */
  private boolean cancelNext(SqlConnection connection, Job job, Instant now) {
    if (job.phase() == Phase.DONE) {
      return false;
    }
    Position before = job.before();
    if (job.phase() == Phase.ENROLLMENTS) {
      Optional<Position> next =
          BoundedWait.await(
              canceler.cancelEnrollments(connection, job.tenantId(), job.reference(), before, now));
      if (next.isPresent()) {
        BoundedWait.await(
            ErasureStore.saveCancellation(connection, job, Phase.ENROLLMENTS, next.get()));
        return true;
      }
      before = SubjectCanceler.until(job.until());
    }
    Optional<Position> next =
        BoundedWait.await(
            canceler.cancelOrders(connection, job.tenantId(), job.reference(), before, now));
    Phase phase = next.isPresent() ? Phase.ORDERS : Phase.DONE;
    BoundedWait.await(ErasureStore.saveCancellation(connection, job, phase, next.orElse(null)));
    return next.isPresent();
  }

  /** Redacts one kind of rows; true if there were any. */
  private boolean redactNext(SqlConnection connection, Job job, Instant now) {
    Times times = new Times(now, realTime.instant());
    List<UUID> orders = BoundedWait.await(ErasureStore.orders(connection, job, ORDERS));
    if (!orders.isEmpty()) {
      BoundedWait.await(contacts.storeOfOrders(connection, job.tenantId(), orders, times));
      return requireRedacted(
          BoundedWait.await(
              PersonalDataRedactor.redactOrders(
                  connection, job.tenantId(), orders, now, times.realNow())));
    }
    List<UUID> gone = BoundedWait.await(ErasureStore.goneOrderAttempts(connection, job, ROWS));
    if (!gone.isEmpty()) {
      BoundedWait.await(contacts.storeAttempts(connection, job.tenantId(), gone, times));
      return requireRedacted(
          BoundedWait.await(
              PersonalDataRedactor.redactAttempts(
                  connection, job.tenantId(), gone, times.realNow())));
    }
    List<UUID> signals = BoundedWait.await(ErasureStore.signals(connection, job, ROWS));
    if (!signals.isEmpty()) {
      return requireRedacted(
          BoundedWait.await(SignalStore.redact(connection, job.tenantId(), signals, now)));
    }
    List<UUID> enrollments = BoundedWait.await(ErasureStore.enrollments(connection, job, ROWS));
    if (!enrollments.isEmpty()) {
      return requireRedacted(
          BoundedWait.await(EnrollmentStore.redact(connection, job.tenantId(), enrollments, now)));
    }
    return BoundedWait.await(
            HoldRedaction.redactOfSubject(
                connection, job.tenantId(), job.reference(), job.until(), ROWS, now))
        > 0;
  }

  /** Fails instead of finding the same rows forever. */
  private static boolean requireRedacted(int redacted) {
    if (redacted == 0) {
      throw new IllegalStateException("rows of the erasure were not redacted");
    }
    return true;
  }
}
