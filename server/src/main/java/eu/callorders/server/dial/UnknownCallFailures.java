package eu.callorders.server.dial;

import eu.callorders.core.telephony.GatewayEvent;
import eu.callorders.core.telephony.GatewayEvent.Facts;
import eu.callorders.core.telephony.ObjectionCheck;
import eu.callorders.server.concurrent.BoundedWait;
import eu.callorders.server.database.Database;
import eu.callorders.server.database.DatabaseFailures;
import eu.callorders.server.database.FailedWork;
import eu.callorders.server.dial.UnknownCallStore.FailureCount;
import eu.callorders.server.dial.UnknownCallStore.UnknownCall;
import eu.callorders.server.tenant.TenantStore;
import io.vertx.sqlclient.SqlConnection;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Handles calls that cannot be recorded, so that they block neither other calls nor dialing. After
 * some failures a call is parked and its phone and subject are suppressed; an operator may delete
 * that entry. An objection in the call gets an entry of its own, also when it arrives later.
 */
final class UnknownCallFailures {
  private static final Logger LOG = LoggerFactory.getLogger(UnknownCallFailures.class);
  private static final int MAX_FAILURES = 3;

  /** Limit for transient failures such as lock timeouts. */
  private static final int MAX_PASSING_FAILURES = 10;

  private static final Set<String> ONE_ACTIVE_ATTEMPT =
      Set.of("one_active_attempt_per_number", "one_active_attempt_per_subject");

  private final Database database;
  private final UnknownCallOwners owners;
  private final UnknownObjectionWriter objections;

  UnknownCallFailures(
      Database database, UnknownCallOwners owners, UnknownObjectionWriter objections) {
    this.database = database;
    this.owners = owners;
    this.objections = objections;
  }

  /**
   * Counts a failure of the call. False when the database is unavailable: the call is not at fault.
   *
   * @param deployment this database
   */
  boolean recordFailure(UnknownCall call, @Nullable UUID deployment, Exception failure) {
    UUID id = call.attemptId();
    FailureCount failures;
    try {
      if (DatabaseFailures.isConstraintViolation(failure, ONE_ACTIVE_ATTEMPT)) {
        LOG.info("unknown call {} waits for the end of another attempt", id);
        database.inWorker(
            connection ->
                BoundedWait.await(UnknownCallStore.retrySoon(connection, List.of(id)).map(true)));
        return true;
      }
      failures =
          database.inWorker(
              connection -> BoundedWait.await(UnknownCallStore.countFailure(connection, id)));
    } catch (Exception outage) {
      failure.addSuppressed(outage);
      return false;
    }
    LOG.error("unknown call {} failed {} times", id, failures.count(), failure);
    int limit = DatabaseFailures.isTransient(failure) ? MAX_PASSING_FAILURES : MAX_FAILURES;
    if (failures.parked() || failures.count() >= limit) {
      parkOrLog(call, deployment, failures, failure);
    }
    return true;
  }

  private void parkOrLog(
      UnknownCall call, @Nullable UUID deployment, FailureCount failures, Exception failure) {
    try {
      database.inWorker(connection -> park(connection, call, deployment, failures, failure));
    } catch (Exception again) { // recovery keeps dialing halted until the call is parked
      LOG.error("parking of unknown call {} failed", call.attemptId(), again);
    }
  }

  private boolean park(
      SqlConnection connection,
      UnknownCall call,
      @Nullable UUID deployment,
      FailureCount failures,
      Exception failure) {
    UUID id = call.attemptId();
    List<GatewayEvent> stored =
        BoundedWait.await(UnknownCallEventStore.loadReadable(connection, id));
    UnknownCallOwner owner = owners.find(connection, stored).get(id);
    boolean objected = ObjectionCheck.hasObjection(stored);
    if (owner != null && (objected || !failures.parked())) {
      suppress(connection, call, owner, deployment, objected);
    }
    BoundedWait.await(UnknownCallStore.park(connection, id));
    BoundedWait.await(FailedWork.save(connection, "unknown_call", id.toString(), "", id, failure));
    return true;
  }

  private void suppress(
      SqlConnection connection,
      UnknownCall call,
      UnknownCallOwner owner,
      @Nullable UUID deployment,
      boolean objected) {
    Facts facts = owner.facts();
    if (facts == null
        || facts.isForeign(deployment)
        || BoundedWait.await(TenantStore.find(connection, owner.tenantId())).isEmpty()) {
      return;
    }
    UUID id = call.attemptId();
    if (!objected) {
      objections.writeForFailure(connection, id, facts, owner.reference());
    } else if (!call.objectionRecorded()) {
      objections.write(connection, id, facts, owner.reference());
      BoundedWait.await(UnknownCallStore.objectionRecorded(connection, id));
    }
  }
}
