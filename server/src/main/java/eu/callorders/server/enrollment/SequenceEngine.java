package eu.callorders.server.enrollment;

import eu.callorders.core.enrollment.EnrollmentCommand.OrderEnded;
import eu.callorders.core.sequence.Fact;
import eu.callorders.server.concurrent.BoundedWait;
import eu.callorders.server.country.CountryRules;
import eu.callorders.server.database.BatchWorker;
import eu.callorders.server.database.Database;
import eu.callorders.server.order.OrderAcceptor;
import eu.callorders.server.tenant.Tenant;
import eu.callorders.server.tenant.TenantStore;
import io.vertx.sqlclient.SqlConnection;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * Advances enrollments as far as possible now, in one transaction with the orders of their steps.
 */
public final class SequenceEngine {
  private static final int BATCH = 100;

  private final Database database;
  private final BatchWorker batchWorker;
  private final EnrollmentStore store;
  private final EnrollmentWriter writer;
  private final StepExecutor stepExecutor;
  private final InstantSource realTime;

  public SequenceEngine(
      Database database,
      EnrollmentStore store,
      EnrollmentWriter writer,
      OrderAcceptor acceptor,
      CountryRules countries,
      InstantSource realTime) {
    this.database = database;
    this.batchWorker = EnrollmentQueue.batches(database);
    this.store = store;
    this.writer = writer;
    this.stepExecutor = new StepExecutor(acceptor, countries);
    this.realTime = realTime;
  }

  /** Processes the claimable enrollments; returns how many have changed. */
  public int runOnce() {
    return advance(
            (connection, excluded) ->
                BoundedWait.await(EnrollmentQueue.orderEnded(connection, BATCH, excluded)))
        + advance(
            (connection, excluded) ->
                BoundedWait.await(EnrollmentQueue.due(connection, BATCH, excluded)));
  }

  public Optional<Duration> untilNextDue() {
    return database.inWorker(
        connection -> BoundedWait.await(EnrollmentQueue.untilNextDue(connection)));
  }

  int advance(BatchWorker.Claim claim) {
    return batchWorker.run(claim, this::advance).stream().mapToInt(Integer::intValue).sum();
  }

  private int advance(SqlConnection connection, List<UUID> claimed) {
    List<Enrollment> running =
        BoundedWait.await(store.load(connection, claimed)).stream()
            .filter(Enrollment::running)
            .toList();
    Set<UUID> ids = running.stream().map(Enrollment::tenantId).collect(Collectors.toSet());
    Map<UUID, Tenant> tenantsById = BoundedWait.await(TenantStore.findAll(connection, ids));
    List<EnrollmentChange> changes = new ArrayList<>();
    for (Enrollment enrollment : running) {
      changes.add(EnrollmentChange.of(enrollment, tenant(enrollment, tenantsById).now(realTime)));
    }
    exitSuppressed(connection, changes);
    applyOrderEnds(connection, changes);
    stepExecutor.executeAll(
        connection,
        changes.stream()
            .filter(change -> mayExecuteSteps(tenant(change.enrollment(), tenantsById)))
            .toList(),
        tenantsById);
    BoundedWait.await(writer.save(connection, changes));
    return (int) changes.stream().filter(EnrollmentChange::changed).count();
  }

  /** Runs before ends of orders are applied, which would start the next step. */
  private static void exitSuppressed(SqlConnection connection, List<EnrollmentChange> changes) {
    Set<UUID> suppressed =
        BoundedWait.await(
            SuppressionRecheck.findSuppressed(
                connection, changes.stream().map(EnrollmentChange::enrollment).toList()));
    for (EnrollmentChange change : changes) {
      if (suppressed.contains(change.enrollment().id())) {
        change.recordFact(Fact.Condition.DO_NOT_CALL);
      }
    }
  }

  /** Rereads the flag: another transaction may have processed it before the claim got its lock. */
  private static void applyOrderEnds(SqlConnection connection, List<EnrollmentChange> changes) {
    List<Enrollment> ended =
        changes.stream()
            .map(EnrollmentChange::enrollment)
            .filter(Enrollment::running)
            .filter(Enrollment::orderEnded)
            .toList();
    Map<UUID, OrderEnded> results = BoundedWait.await(StepResults.load(connection, ended));
    for (EnrollmentChange change : changes) {
      if (change.enrollment().running() && change.enrollment().orderEnded()) {
        change.applyOrderEnd(Objects.requireNonNull(results.get(change.enrollment().id())));
      }
    }
  }

  private static boolean mayExecuteSteps(Tenant tenant) {
    return tenant.sequencesEnabled() && !tenant.disabled();
  }

  private static Tenant tenant(Enrollment enrollment, Map<UUID, Tenant> tenantsById) {
    return Objects.requireNonNull(tenantsById.get(enrollment.tenantId()));
  }
}
