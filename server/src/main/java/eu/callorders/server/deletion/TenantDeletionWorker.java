package eu.callorders.server.deletion;

import eu.callorders.core.id.IdKind;
import eu.callorders.server.audit.AuditAction;
import eu.callorders.server.audit.AuditEvent;
import eu.callorders.server.audit.AuditLog;
import eu.callorders.server.call.OverdueStore;
import eu.callorders.server.concurrent.BoundedWait;
import eu.callorders.server.database.Database;
import eu.callorders.server.database.DatabaseFailures;
import eu.callorders.server.database.FailedItems;
import eu.callorders.server.tenant.TenantStore;
import io.vertx.sqlclient.SqlConnection;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Deletes the rows of tenants in batches, each a short transaction that stores how far it is.
 * Several nodes may run it: a deletion in work is locked, and others skip it.
 */
public final class TenantDeletionWorker {
  /** Delay while a call is in progress or its report is missing. */
  private static final Duration CALL_DELAY = Duration.ofSeconds(5);

  /** Until the second pass; longer than a transaction that has read the tenant may last. */
  private static final Duration SECOND_PASS_DELAY = Duration.ofMinutes(1);

  private static final Duration FAILURE_DELAY = Duration.ofMinutes(1);
  private static final int MAX_LOCK_FAILURES = 10;

  private final Database database;
  private final TenantTables tables;
  private final AuditLog audit;
  private final InstantSource realTime;
  private final FailedItems failures;

  public TenantDeletionWorker(Database database, AuditLog audit, InstantSource realTime) {
    this.database = database;
    this.tables = new TenantTables(realTime);
    this.audit = audit;
    this.realTime = realTime;
    this.failures =
        new FailedItems(
            database, "tenant_deletion", TenantDeletionWorker::maxFailures, FAILURE_DELAY);
  }

  private static int maxFailures(Throwable failure) {
    return DatabaseFailures.isLockFailure(failure) ? MAX_LOCK_FAILURES : 1;
  }

  /**
   * Deletes one batch; false if nothing is due. Blocks a virtual thread. A deletion that fails
   * starts over after a minute; after an outage of the database it continues.
   */
  public boolean runOnce() {
    AtomicReference<@Nullable TenantDeletion> claimed = new AtomicReference<>();
    try {
      boolean found =
          database.inWorker(
              connection -> {
                Optional<TenantDeletion> due =
                    BoundedWait.await(TenantDeletionStore.next(connection, realTime.instant()));
                claimed.set(due.orElse(null));
                due.ifPresent(deletion -> process(connection, deletion));
                return due.isPresent();
              });
      TenantDeletion deletion = claimed.get();
      if (deletion != null) {
        failures.recordSuccess(List.of(deletion.tenantId()));
      }
      return found;
    } catch (Exception e) { // await also throws undeclared checked exceptions
      restart(claimed.get(), e);
      throw e;
    }
  }

  private void restart(@Nullable TenantDeletion failed, Exception failure) {
    if (failed == null || DatabaseFailures.isOutage(failure)) {
      return;
    }
    UUID id = failed.tenantId();
    Instant later = realTime.instant().plus(FAILURE_DELAY);
    try {
      BoundedWait.await(
          database.asWorker(connection -> TenantDeletionStore.restart(connection, id, later)));
      failures.recordFailure(id, IdKind.TENANT.format(id), failure);
    } catch (Exception e) {
      failure.addSuppressed(e);
    }
  }

  private void process(SqlConnection connection, TenantDeletion deletion) {
    UUID tenantId = deletion.tenantId();
    if (!deletion.isTenantRemoved()
        && BoundedWait.await(OverdueStore.hasUnreported(connection, tenantId))) {
      save(connection, deletion.postponedTo(realTime.instant().plus(CALL_DELAY)));
      return;
    }
    TenantTable table = tables.find(deletion.table());
    Optional<UUID> end =
        BoundedWait.await(table.deleteBatch(connection, tenantId, deletion.position()));
    if (end.isPresent()) {
      save(connection, deletion.at(table.name(), end.get()));
      return;
    }
    tables
        .after(table)
        .ifPresentOrElse(
            next -> save(connection, deletion.at(next.name(), TenantTable.START)),
            () -> endPass(connection, deletion));
  }

  private void endPass(SqlConnection connection, TenantDeletion deletion) {
    if (deletion.isTenantRemoved()) {
      BoundedWait.await(TenantDeletionStore.delete(connection, deletion));
      return;
    }
    Instant now = realTime.instant();
    BoundedWait.await(TenantStore.delete(connection, deletion.tenantId()));
    save(connection, deletion.removed(now, now.plus(SECOND_PASS_DELAY)));
    BoundedWait.await(
        audit.append(
            connection, AuditEvent.ofService(AuditAction.TENANT_DELETED, deletion.tenantId())));
  }

  private static void save(SqlConnection connection, TenantDeletion deletion) {
    BoundedWait.await(TenantDeletionStore.save(connection, deletion));
  }
}
