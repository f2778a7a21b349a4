package eu.callorders.server.enrollment;

import eu.callorders.core.enrollment.EnrollmentCommand;
import eu.callorders.core.enrollment.EnrollmentDecision;
import eu.callorders.core.enrollment.OrderAction;
import eu.callorders.core.order.RetryPlan;
import eu.callorders.core.problem.Problem;
import eu.callorders.core.problem.ProblemCode;
import eu.callorders.core.sequence.Fact;
import eu.callorders.server.concurrent.BoundedWait;
import eu.callorders.server.country.CountryRules;
import eu.callorders.server.database.Locks;
import eu.callorders.server.order.CallingWindows;
import eu.callorders.server.order.OrderAcceptor;
import eu.callorders.server.order.OrderAcceptor.Result;
import eu.callorders.server.tenant.Tenant;
import eu.callorders.server.tenant.TenantSubject;
import io.vertx.sqlclient.SqlConnection;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;

/**
 * Executes due steps of enrollments. Their orders pass regular acceptance, batched; a rejection
 * affects only its own enrollment.
 */
final class StepExecutor {
  private final OrderAcceptor acceptor;
  private final CountryRules countries;

  StepExecutor(OrderAcceptor acceptor, CountryRules countries) {
    this.acceptor = acceptor;
    this.countries = countries;
  }

  /** Executes the due steps of these enrollments. The transaction holds the subjects' locks. */
  void executeAll(
      SqlConnection connection, List<EnrollmentChange> changes, Map<UUID, Tenant> tenants) {
    List<EnrollmentChange> pending =
        changes.stream()
            .filter(
                change ->
                    advanceToOrder(
                        change,
                        Objects.requireNonNull(tenants.get(change.enrollment().tenantId()))))
            .toList();
    List<PendingOrder> orders = withPhoneLocks(connection, withSubjectData(connection, pending));
    create(connection, withoutSuppressed(connection, orders));
  }

  /** Adds missing subject data; an enrollment without any fails. */
  private static List<PendingOrder> withSubjectData(
      SqlConnection connection, List<EnrollmentChange> pending) {
    Map<TenantSubject, SubjectData> found =
        BoundedWait.await(
            SubjectData.loadNewest(
                connection,
                pending.stream()
                    .map(EnrollmentChange::enrollment)
                    .filter(enrollment -> enrollment.subjectData() == null)
                    .map(Enrollment::subject)
                    .distinct()
                    .toList()));
    List<PendingOrder> orders = new ArrayList<>();
    for (EnrollmentChange change : pending) {
      SubjectData existing = change.enrollment().subjectData();
      SubjectData subjectData =
          existing == null ? found.get(change.enrollment().subject()) : existing;
      if (subjectData == null) {
        change.apply(new EnrollmentCommand.Fail("subject_data_missing"));
      } else {
        orders.add(new PendingOrder(change, subjectData));
      }
    }
    return orders;
  }

  /** An order to create, whose subject data may be newly loaded. */
  private record PendingOrder(EnrollmentChange change, SubjectData subjectData) {

    Set<String> locks() {
      return subjectData.contact().phoneLocks(change.enrollment().tenantId());
    }

    UUID signalId() {
      return change.enrollment().origin().signalId();
    }

    OrderAcceptor.NewOrder toNewOrder(
        OrderAcceptor acceptor, Map<UUID, SignalKeys.StartSignalKey> signals) {
      return StepOrderMapper.toNewOrder(
          acceptor,
          change.enrollment(),
          subjectData,
          signals.getOrDefault(signalId(), SignalKeys.StartSignalKey.of(signalId())));
    }
  }

  private boolean advanceToOrder(EnrollmentChange change, Tenant tenant) {
    SubjectData subjectData = change.enrollment().subjectData();
    CallingWindows.SubjectWindow subjectWindow =
        new CallingWindows(countries.windows())
            .forSubject(subjectData == null ? null : subjectData.contact(), tenant);
    while (true) {
      Enrollment enrollment = change.enrollment();
      EnrollmentDecision decision =
          change.apply(
              new EnrollmentCommand.Advance(
                  subjectWindow.zone(),
                  subjectWindow.window(),
                  RetryPlan.randomFor(enrollment.id(), enrollment.currentStep() + 1)));
      if (!(decision instanceof EnrollmentDecision.Accept accept)) {
        return false;
      }
      if (accept.orders() == OrderAction.CREATE) {
        return true;
      }
    }
  }

  /** Those whose phone locks are free; the others are retried in the next run. */
  private static List<PendingOrder> withPhoneLocks(
      SqlConnection connection, List<PendingOrder> orders) {
    if (orders.isEmpty()) {
      return orders;
    }
    List<Set<String>> phoneLocks = orders.stream().map(PendingOrder::locks).toList();
    Set<String> locked = BoundedWait.await(Locks.tryAcquireShared(connection, phoneLocks));
    return orders.stream().filter(order -> locked.containsAll(order.locks())).toList();
  }

  private static List<PendingOrder> withoutSuppressed(
      SqlConnection connection, List<PendingOrder> orders) {
    Set<UUID> suppressed =
        BoundedWait.await(
            SuppressionRecheck.findPhoneSuppressed(
                connection, orders.stream().map(order -> order.change().enrollment()).toList()));
    List<PendingOrder> allowed = new ArrayList<>();
    for (PendingOrder order : orders) {
      if (suppressed.contains(order.change().enrollment().id())) {
        order.change().recordFact(Fact.Condition.DO_NOT_CALL);
      } else {
        allowed.add(order);
      }
    }
    return allowed;
  }

  private void create(SqlConnection connection, List<PendingOrder> orders) {
    if (orders.isEmpty()) {
      return;
    }
    Map<UUID, SignalKeys.StartSignalKey> signals =
        BoundedWait.await(
            SignalKeys.load(
                connection, orders.stream().map(PendingOrder::signalId).distinct().toList()));
    List<Result> results =
        BoundedWait.await(
            acceptor.accept(
                connection,
                orders.stream().map(order -> order.toNewOrder(acceptor, signals)).toList()));
    for (int index = 0; index < orders.size(); index++) {
      EnrollmentChange change = orders.get(index).change();
      if (change.enrollment().subjectData() == null) {
        change.addSubjectData(orders.get(index).subjectData());
      }
      switch (results.get(index)) {
        case Result.Accepted accepted -> change.applyOrderAccepted(accepted.order().id());
        case Result.Rejected(Problem problem) -> handleRejection(change, problem);
      }
    }
  }

  private static void handleRejection(EnrollmentChange change, Problem problem) {
    if (problem.retryAfter() != null) {
      change.apply(new EnrollmentCommand.PostponeOrder(change.now().plus(problem.retryAfter())));
    } else if (problem.code() == ProblemCode.SUBJECT_SUPPRESSED) {
      change.recordFact(Fact.Condition.DO_NOT_CALL);
    } else {
      change.apply(new EnrollmentCommand.Fail(StepOrderMapper.exitReason(problem)));
    }
  }
}
