package eu.callorders.server.enrollment;

import eu.callorders.core.order.NextAttempt;
import eu.callorders.core.order.OrderCommand;
import eu.callorders.core.order.OrderState;
import eu.callorders.core.order.StopReason;
import eu.callorders.core.sequence.Fact;
import eu.callorders.server.concurrent.BoundedWait;
import eu.callorders.server.database.Locks;
import eu.callorders.server.order.CallOrder;
import eu.callorders.server.order.DecisionContext;
import eu.callorders.server.order.DecisionContextLoader;
import eu.callorders.server.order.OrderChange;
import eu.callorders.server.order.OrderStore;
import eu.callorders.server.order.OrderWriter;
import eu.callorders.server.suppression.Suppression;
import eu.callorders.server.suppression.SuppressionEnforcement;
import eu.callorders.server.suppression.SuppressionEnforcement.Item;
import eu.callorders.server.suppression.SuppressionEnforcementStore;
import eu.callorders.server.tenant.TenantStore;
import io.vertx.sqlclient.SqlConnection;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * Enforces one batch of a do-not-call entry: cancels waiting orders without an allowed phone, stops
 * ringing calls to a suppressed phone, lets conversations continue, and exits the subject's and the
 * phone's enrollments with their open orders.
 */
public final class SuppressionEnforcer {
  private static final OrderCommand STOP = new OrderCommand.Stop(StopReason.SUPPRESSED);

  private final OrderWriter orderWriter;
  private final DecisionContextLoader contextLoader;
  private final EnrollmentStore enrollments;
  private final EnrollmentWriter enrollmentWriter;
  private final InstantSource realTime;

  public SuppressionEnforcer(
      OrderWriter orderWriter,
      DecisionContextLoader contextLoader,
      EnrollmentStore enrollments,
      EnrollmentWriter enrollmentWriter,
      InstantSource realTime) {
    this.orderWriter = orderWriter;
    this.contextLoader = contextLoader;
    this.enrollments = enrollments;
    this.enrollmentWriter = enrollmentWriter;
    this.realTime = realTime;
  }

  /** Enforces the next batch, in the transaction that claimed it. */
  void run(SqlConnection connection, SuppressionEnforcement work) {
    List<Item> batch = BoundedWait.await(SuppressionEnforcementStore.next(connection, work));
    if (batch.isEmpty()) {
      BoundedWait.await(SuppressionEnforcementStore.finishPhase(connection, work));
      return;
    }
    BoundedWait.await(Locks.acquire(connection, subjectLocks(work.entry(), batch)));
    List<UUID> ids = batch.stream().map(Item::id).toList();
    if (work.phase().isOfOrders()) {
      endOrders(connection, work.entry(), ids);
    } else {
      exitEnrollments(connection, work.entry(), ids);
    }
    BoundedWait.await(
        SuppressionEnforcementStore.advance(connection, work, batch.getLast().position()));
  }

  private static Set<String> subjectLocks(Suppression entry, List<Item> batch) {
    return batch.stream()
        .map(item -> Locks.subject(entry.tenantId(), item.subjectReference()))
        .collect(Collectors.toUnmodifiableSet());
  }

  /** Exits their enrollments in the same transaction, or the end of an order starts a step. */
  private void endOrders(SqlConnection connection, Suppression entry, List<UUID> ids) {
    List<CallOrder> open =
        BoundedWait.await(OrderStore.loadWithoutContext(connection, ids)).stream()
            .filter(order -> !order.state().status().terminal())
            .toList();
    if (open.isEmpty()) {
      return;
    }
    DecisionContext context = BoundedWait.await(contextLoader.load(connection, open));
    List<OrderChange> changes =
        open.stream()
            .map(order -> stopIfSuppressed(orderWriter.open(order, context.now(order)), context))
            .toList();
    Set<UUID> owners =
        open.stream()
            .map(CallOrder::enrollmentId)
            .filter(Objects::nonNull)
            .collect(Collectors.toUnmodifiableSet());
    BoundedWait.await(
        enrollmentWriter.save(connection, exitChanges(connection, entry, owners), changes));
  }

  private void exitEnrollments(SqlConnection connection, Suppression entry, List<UUID> ids) {
    BoundedWait.await(enrollmentWriter.save(connection, exitChanges(connection, entry, ids)));
  }

  private List<EnrollmentChange> exitChanges(
      SqlConnection connection, Suppression entry, Collection<UUID> ids) {
    Instant now = BoundedWait.await(TenantStore.now(connection, entry.tenantId(), realTime));
    return BoundedWait.await(enrollments.load(connection, ids)).stream()
        .filter(Enrollment::running)
        .map(enrollment -> exitChanges(enrollment, now))
        .toList();
  }

  private static EnrollmentChange exitChanges(Enrollment enrollment, Instant now) {
    EnrollmentChange change = EnrollmentChange.of(enrollment, now);
    change.recordFact(Fact.Condition.DO_NOT_CALL);
    return change;
  }

  private static OrderChange stopIfSuppressed(OrderChange change, DecisionContext context) {
    if (isSuppressed(change.order(), context)) {
      change.apply(STOP);
    }
    return change;
  }

  private static boolean isSuppressed(CallOrder order, DecisionContext context) {
    return context.suppressed(order)
        || context.earliestAttempt(order, context.now(order)) instanceof NextAttempt.AllSuppressed
        || (order.state() instanceof OrderState.Dialing dialing
            && context.suppressed(order, order.attempt(dialing.attemptId()).attempt().phone()));
  }
}
