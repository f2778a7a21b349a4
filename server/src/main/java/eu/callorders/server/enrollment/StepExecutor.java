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

  StepExecutor(OrderAcceptor acceptance, CallingWindows windows) {
    this.acceptance = acceptance;
    this.windows = windows;
  }

  /** Executes the due steps of these enrollments. The transaction holds the subjects' locks. */
  void all(SqlConnection connection, List<EnrollmentChange> changes, Map<UUID, Tenant> tenants) {
    List<EnrollmentChange> calling =
        changes.stream()
            .filter(
                change ->
                    wantsAnOrder(
                        change,
                        Objects.requireNonNull(tenants.get(change.enrollment().tenantId()))))
            .toList();
    List<Order> wanted = withTheirNumbers(connection, withTheirPersons(connection, calling));
    create(connection, butLateEntries(connection, wanted));
  }

  /** Adds missing subject data; an enrollment without any fails. */
  private static List<Order> withTheirPersons(
      SqlConnection connection, List<EnrollmentChange> calling) {
    Map<Person, ObjectNode> found =
        BoundedWait.await(
            SubjectData.newest(
                connection,
                calling.stream()
                    .map(EnrollmentChange::enrollment)
                    .filter(one -> one.person() == null)
                    .map(Person::of)
                    .distinct()
                    .toList()));
    List<Order> orders = new ArrayList<>();
    for (EnrollmentChange change : calling) {
      ObjectNode told = change.enrollment().person();
      ObjectNode person = told == null ? found.get(Person.of(change.enrollment())) : told;
      if (person == null) {
        change.apply(new EnrollmentCommand.Fail("subject_data_missing"));
      } else {
        orders.add(new Order(change, person));
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
    CallingWindows.OfPerson person = windows.ofPerson(change.enrollment().person(), tenant);
    while (true) {
      Enrollment now = change.enrollment();
      EnrollmentDecision decision =
          change.apply(
              new EnrollmentCommand.Act(
                  person.zone(), person.window(), RetryPlan.chance(now.id(), now.shownStep() + 1)));
      if (!(decision instanceof EnrollmentDecision.Accept accept)) {
        return false;
      }
      if (accept.orders() == OrderAction.CREATE) {
        return true;
      }
    }
  }

  /** Those whose phone locks are free; the others are retried in the next run. */
  private static List<Order> withTheirNumbers(SqlConnection connection, List<Order> wanted) {
    if (wanted.isEmpty()) {
      return wanted;
    }
    List<Set<String>> numbers = wanted.stream().map(Order::locks).toList();
    Set<String> locked = BoundedWait.await(Locks.tryTakeShared(connection, numbers));
    return wanted.stream().filter(order -> locked.containsAll(order.locks())).toList();
  }

  private static List<Order> butLateEntries(SqlConnection connection, List<Order> wanted) {
    Set<UUID> barred =
        BoundedWait.await(
            SuppressionRecheck.barred(
                connection, wanted.stream().map(order -> order.change().enrollment()).toList()));
    List<Order> left = new ArrayList<>();
    for (Order order : wanted) {
      if (barred.contains(order.change().enrollment().id())) {
        order.change().learn(new Fact.DoNotCall());
      } else {
        left.add(order);
      }
    }
    return left;
  }

  private void create(SqlConnection connection, List<Order> orders) {
    if (orders.isEmpty()) {
      return;
    }
    Map<UUID, SignalKeys.SignalKey> signals =
        BoundedWait.await(
            SignalKeys.of(connection, orders.stream().map(Order::signal).distinct().toList()));
    List<Result> verdicts =
        BoundedWait.await(
            acceptance.accept(
                connection, orders.stream().map(order -> order.wanted(signals)).toList()));
    for (int place = 0; place < orders.size(); place++) {
      EnrollmentChange change = orders.get(place).change();
      if (change.enrollment().person() == null) {
        change.found(orders.get(place).person());
      }
      switch (verdicts.get(place)) {
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
