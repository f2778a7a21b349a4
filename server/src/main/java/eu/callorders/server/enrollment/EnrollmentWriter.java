package eu.callorders.server.enrollment;

import eu.callorders.core.enrollment.OrderAction;
import eu.callorders.core.order.OrderCommand;
import eu.callorders.core.order.OrderState;
import eu.callorders.core.order.StopReason;
import eu.callorders.server.event.EventStore;
import eu.callorders.server.order.CallOrder;
import eu.callorders.server.order.DecisionContext;
import eu.callorders.server.order.DecisionContextLoader;
import eu.callorders.server.order.OrderChange;
import eu.callorders.server.order.OrderStore;
import eu.callorders.server.order.OrderWriter;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Saves changed enrollments together with the effects on their orders. The caller holds the
 * subjects' locks.
 */
public final class EnrollmentWriter {
  private final EnrollmentStore enrollments;
  private final OrderWriter orderWriter;
  private final DecisionContextLoader contextLoader;
  private final EventStore events;

  public EnrollmentWriter(
      EnrollmentStore enrollments,
      OrderWriter orderWriter,
      DecisionContextLoader contextLoader,
      EventStore events) {
    this.enrollments = enrollments;
    this.orderWriter = orderWriter;
    this.contextLoader = contextLoader;
    this.events = events;
  }

  Future<Void> save(SqlConnection connection, Collection<EnrollmentChange> changes) {
    return save(connection, changes, List.of());
  }

  /**
   * Saves changes of enrollments and orders together.
   *
   * @param open orders that the transaction has already opened, of any enrollment or none
   */
  Future<Void> save(
      SqlConnection connection, Collection<EnrollmentChange> changes, List<OrderChange> open) {
    List<EnrollmentChange> changed = changes.stream().filter(EnrollmentChange::changed).toList();
    List<OrderChange> touched = new ArrayList<>(open);
    return stop(connection, changed, touched)
        .compose(done -> hold(connection, changed))
        .compose(done -> release(connection, changed, touched))
        .compose(done -> orderWriter.save(connection, touched))
        .compose(done -> write(connection, changed));
  }

  /** Ends pending orders and stops unanswered calls; a conversation continues. */
  private Future<Void> stop(
      SqlConnection connection, List<EnrollmentChange> changed, List<OrderChange> touched) {
    Map<UUID, EnrollmentChange> ended =
        changed.stream()
            .filter(change -> isStop(change.orderAction()))
            .collect(Collectors.toMap(change -> change.enrollment().id(), Function.identity()));
    if (ended.isEmpty()) {
      return Future.succeededFuture();
    }
    List<UUID> opened = touched.stream().map(change -> change.order().id()).toList();
    return OrderStore.loadOpenOfEnrollments(connection, ended.keySet())
        .map(
            found -> {
              found.stream()
                  .filter(order -> !opened.contains(order.id()))
                  .map(order -> orderWriter.open(order, changeOf(order, ended).now()))
                  .forEach(touched::add);
              touched.stream()
                  .filter(change -> ended.containsKey(change.order().enrollmentId()))
                  .forEach(change -> change.apply(stop(changeOf(change.order(), ended))));
              return null;
            });
  }

  private static boolean isStop(OrderAction action) {
    return action == OrderAction.STOP_EXITED || action == OrderAction.STOP_CANCELED;
  }

  private static EnrollmentChange changeOf(CallOrder order, Map<UUID, EnrollmentChange> changes) {
    return Objects.requireNonNull(changes.get(order.enrollmentId()));
  }

  private static OrderCommand stop(EnrollmentChange change) {
    return new OrderCommand.Stop(
        change.orderAction() == OrderAction.STOP_CANCELED
            ? StopReason.ENROLLMENT_CANCELED
            : StopReason.SEQUENCE_EXITED);
  }

  private Future<Void> hold(SqlConnection connection, List<EnrollmentChange> changed) {
    List<UUID> paused = ids(changed, OrderAction.HOLD);
    return paused.isEmpty()
        ? Future.succeededFuture()
        : OrderStore.setHeld(connection, paused, true);
  }

  private Future<Void> release(
      SqlConnection connection, List<EnrollmentChange> changed, List<OrderChange> touched) {
    List<UUID> resumed = ids(changed, OrderAction.RELEASE);
    return resumed.isEmpty()
        ? Future.succeededFuture()
        : OrderStore.setHeld(connection, resumed, false)
            .compose(done -> OrderStore.loadOpenOfEnrollments(connection, resumed))
            .compose(
                released ->
                    contextLoader
                        .load(connection, released)
                        .map(context -> replan(released, context, touched)));
  }

  /** Replans released orders: their instant may have passed and calling hours may have changed. */
  @SuppressWarnings("NullAway") // a Future<Void> carries null
  private Void replan(
      List<CallOrder> released, DecisionContext context, List<OrderChange> touched) {
    for (CallOrder order : released) {
      if (order.state() instanceof OrderState.Accepted
          || order.state() instanceof OrderState.Scheduled) {
        OrderChange change = orderWriter.open(order, context.now(order));
        change.apply(new OrderCommand.Plan(context.nextAttempt(order)));
        touched.add(change);
      }
    }
    return null;
  }

  private static List<UUID> ids(List<EnrollmentChange> changed, OrderAction action) {
    return changed.stream()
        .filter(change -> change.orderAction() == action)
        .map(change -> change.enrollment().id())
        .toList();
  }

  /** Updates before inserts: a replaced enrollment must end before its replacement starts. */
  private Future<Void> write(SqlConnection connection, List<EnrollmentChange> changed) {
    List<Enrollment> updated =
        changed.stream()
            .filter(change -> !change.isNew())
            .map(EnrollmentChange::enrollment)
            .toList();
    Future<Void> written =
        updated.isEmpty() ? Future.succeededFuture() : enrollments.update(connection, updated);
    List<Enrollment> started =
        changed.stream().filter(EnrollmentChange::isNew).map(EnrollmentChange::enrollment).toList();
    if (!started.isEmpty()) {
      written = written.compose(done -> enrollments.insert(connection, started));
    }
    for (EnrollmentChange change : changed) {
      if (change.subjectDataAdded() && !change.isNew()) {
        Enrollment enrollment = change.enrollment();
        written = written.compose(done -> enrollments.updateSubjectData(connection, enrollment));
      }
    }
    List<Enrollment> ended =
        changed.stream()
            .filter(EnrollmentChange::justEnded)
            .map(EnrollmentChange::enrollment)
            .toList();
    return written
        .compose(done -> EnrollmentPhoneStore.delete(connection, ended))
        .compose(
            done ->
                events.append(
                    connection,
                    changed.stream().flatMap(change -> change.events().stream()).toList()));
  }
}
