package eu.callorders.server.enrollment;

import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.enrollment.EnrollmentCommand;
import eu.callorders.core.enrollment.EnrollmentDecision;
import eu.callorders.core.enrollment.OrderAction;
import eu.callorders.core.order.RetryPlan;
import eu.callorders.core.problem.Problem;
import eu.callorders.core.problem.ProblemCode;
import eu.callorders.core.sequence.Fact;
import eu.callorders.server.concurrent.BoundedWait;
import eu.callorders.server.database.Locks;
import eu.callorders.server.enrollment.EnrollmentStore.Person;
import eu.callorders.server.order.CallOrder;
import eu.callorders.server.order.CallingWindows;
import eu.callorders.server.order.OrderAcceptor;
import eu.callorders.server.order.OrderAcceptor.Result;
import eu.callorders.server.tenant.Tenant;
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
  private final OrderAcceptor acceptance;
  private final CallingWindows windows;

  StepExecutor(OrderAcceptor acceptor, CallingWindows windows) {
    this.acceptance = acceptor;
    this.windows = windows;
  }

  /** Executes the due steps of these enrollments. The transaction holds the subjects' locks. */
  void all(SqlConnection connection, List<EnrollmentChange> changes, Map<UUID, Tenant> tenants) {
    List<EnrollmentChange> pending =
        changes.stream()
            .filter(
                change ->
                    wantsAnOrder(
                        change,
                        Objects.requireNonNull(tenants.get(change.enrollment().tenantId()))))
            .toList();
    List<Order> orders = withTheirNumbers(connection, withTheirPersons(connection, pending));
    create(connection, butLateEntries(connection, orders));
  }

  /** Adds missing subject data; an enrollment without any fails. */
  private static List<Order> withTheirPersons(
      SqlConnection connection, List<EnrollmentChange> pending) {
    Map<Person, ObjectNode> found =
        BoundedWait.await(
            SubjectData.newest(
                connection,
                pending.stream()
                    .map(EnrollmentChange::enrollment)
                    .filter(enrollment -> enrollment.person() == null)
                    .map(Person::of)
                    .distinct()
                    .toList()));
    List<Order> orders = new ArrayList<>();
    for (EnrollmentChange change : pending) {
      ObjectNode existing = change.enrollment().person();
      ObjectNode subjectData =
          existing == null ? found.get(Person.of(change.enrollment())) : existing;
      if (subjectData == null) {
        change.apply(new EnrollmentCommand.Fail("subject_data_missing"));
      } else {
        orders.add(new Order(change, subjectData));
      }
    }
    return orders;
  }

  /** An order to create, whose subject data may be newly loaded. */
  private record Order(EnrollmentChange change, ObjectNode person) {

    Set<String> locks() {
      return SubjectData.numberLocks(change.enrollment().tenantId(), person);
    }

    UUID signal() {
      return change.enrollment().origin().signalId();
    }

    OrderAcceptor.NewOrder wanted(Map<UUID, SignalKeys.SignalKey> signals) {
      return StepOrderMapper.wanted(
          change.enrollment(),
          person,
          signals.getOrDefault(signal(), SignalKeys.SignalKey.of(signal())));
    }
  }

  private boolean wantsAnOrder(EnrollmentChange change, Tenant tenant) {
    CallingWindows.OfPerson subjectWindow = windows.ofPerson(change.enrollment().person(), tenant);
    while (true) {
      Enrollment enrollment = change.enrollment();
      EnrollmentDecision decision =
          change.apply(
              new EnrollmentCommand.Act(
                  subjectWindow.zone(),
                  subjectWindow.window(),
                  RetryPlan.chance(enrollment.id(), enrollment.shownStep() + 1)));
      if (!(decision instanceof EnrollmentDecision.Accept accept)) {
        return false;
      }
      if (accept.orders() == OrderAction.CREATE) {
        return true;
      }
    }
  }

  /** Those whose phone locks are free; the others are retried in the next run. */
  private static List<Order> withTheirNumbers(SqlConnection connection, List<Order> orders) {
    if (orders.isEmpty()) {
      return orders;
    }
    List<Set<String>> phoneLocks = orders.stream().map(Order::locks).toList();
    Set<String> locked = BoundedWait.await(Locks.tryTakeShared(connection, phoneLocks));
    return orders.stream().filter(order -> locked.containsAll(order.locks())).toList();
  }

  private static List<Order> butLateEntries(SqlConnection connection, List<Order> orders) {
    Set<UUID> suppressed =
        BoundedWait.await(
            SuppressionRecheck.barred(
                connection, orders.stream().map(order -> order.change().enrollment()).toList()));
    List<Order> allowed = new ArrayList<>();
    for (Order order : orders) {
      if (suppressed.contains(order.change().enrollment().id())) {
        order.change().learn(new Fact.DoNotCall());
      } else {
        allowed.add(order);
      }
    }
    return allowed;
  }

  private void create(SqlConnection connection, List<Order> orders) {
    if (orders.isEmpty()) {
      return;
    }
    Map<UUID, SignalKeys.SignalKey> signals =
        BoundedWait.await(
            SignalKeys.of(connection, orders.stream().map(Order::signal).distinct().toList()));
    List<Result> results =
        BoundedWait.await(
            acceptance.accept(
                connection, orders.stream().map(order -> order.wanted(signals)).toList()));
    for (int index = 0; index < orders.size(); index++) {
      EnrollmentChange change = orders.get(index).change();
      if (change.enrollment().person() == null) {
        change.found(orders.get(index).person());
      }
      switch (results.get(index)) {
        case Result.Accepted(CallOrder order) -> change.ordered(order.id());
        case Result.Rejected(Problem problem) -> refused(change, problem);
      }
    }
  }

  private static void refused(EnrollmentChange change, Problem problem) {
    if (problem.retryAfter() != null) {
      change.apply(new EnrollmentCommand.PostponeOrder(change.now().plus(problem.retryAfter())));
    } else if (problem.code() == ProblemCode.SUBJECT_SUPPRESSED) {
      change.learn(new Fact.DoNotCall());
    } else {
      change.apply(new EnrollmentCommand.Fail(StepOrderMapper.reason(problem)));
    }
  }
}
