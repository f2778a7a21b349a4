package eu.callorders.server.enrollment;

import eu.callorders.core.enrollment.EnrollmentCommand;
import eu.callorders.core.order.OrderCommand;
import eu.callorders.core.order.StopReason;
import eu.callorders.server.enrollment.EnrollmentStore.Person;
import eu.callorders.server.order.CallOrder;
import eu.callorders.server.order.OrderBook;
import eu.callorders.server.order.OrderChange;
import eu.callorders.server.order.OrderStore;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

/**
 * Cancels everything that is under way for a person. A call that rings is stopped, a conversation
 * goes on.
 */
public final class Withdrawal {
  private static final OrderCommand STOP = new OrderCommand.Stop(StopReason.ENROLLMENT_CANCELED);

  private final OrderStore orders;
  private final OrderBook orderBook;
  private final EnrollmentStore enrollments;
  private final EnrollmentBook book;

  public Withdrawal(
      OrderStore orders, OrderBook orderBook, EnrollmentStore enrollments, EnrollmentBook book) {
    this.orders = orders;
    this.orderBook = orderBook;
    this.enrollments = enrollments;
    this.book = book;
  }

  /**
   * Ends it. The caller holds the person's lock.
   *
   * @param now the tenant's time
   */
  public Future<Void> withdraw(
      SqlConnection connection, UUID tenantId, String subjectReference, Instant now) {
    Person person = new Person(tenantId, subjectReference);
    return enrollments
        .running(connection, List.of(person))
        .map(found -> found.getOrDefault(person, List.of()))
        .map(found -> found.stream().map(each -> cancel(each, now)).toList())
        .compose(
            changes ->
                orders
                    .openOf(connection, tenantId, subjectReference)
                    .map(open -> open.stream().map(order -> stop(order, now)).toList())
                    .compose(stopped -> book.save(connection, changes, stopped)));
  }

  private static EnrollmentChange cancel(Enrollment enrollment, Instant now) {
    EnrollmentChange change = EnrollmentChange.of(enrollment, now);
    change.apply(new EnrollmentCommand.Cancel());
    return change;
  }

  private OrderChange stop(CallOrder order, Instant now) {
    OrderChange change = orderBook.open(order, now);
    change.apply(STOP);
    return change;
  }
}
