package eu.callorders.server.enrollment;

import eu.callorders.core.enrollment.EnrollmentCommand;
import eu.callorders.core.order.OrderCommand;
import eu.callorders.core.order.StopReason;
import eu.callorders.server.list.Cursors.Position;
import eu.callorders.server.order.CallOrder;
import eu.callorders.server.order.OrderChange;
import eu.callorders.server.order.OrderStore;
import eu.callorders.server.order.OrderWriter;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * Cancels a subject's enrollments with their open orders, then its orders, page by page, newest
 * first. A ringing call is stopped, a conversation continues.
 */
public final class SubjectCanceler {
  public static final int PAGE = 200;

  private static final OrderCommand STOP = new OrderCommand.Stop(StopReason.ENROLLMENT_CANCELED);
  private static final UUID LAST_ID = new UUID(-1, -1);

  private final OrderWriter orderWriter;
  private final EnrollmentStore enrollments;
  private final EnrollmentWriter enrollmentWriter;

  public SubjectCanceler(
      OrderWriter orderWriter, EnrollmentStore enrollments, EnrollmentWriter enrollmentWriter) {
    this.orderWriter = orderWriter;
    this.enrollments = enrollments;
    this.enrollmentWriter = enrollmentWriter;
  }

  /** The position before which everything created until an instant lies. */
  public static Position until(Instant instant) {
    return new Position(instant, LAST_ID);
  }

  /**
   * Cancels the enrollments of a page. The caller holds the subject's lock.
   *
   * @param before exclusive start of the page
   * @param now the tenant's time
   * @return start of the next page; empty after the last
   */
  public Future<Optional<Position>> cancelEnrollments(
      SqlConnection connection,
      UUID tenantId,
      String subjectReference,
      Position before,
      Instant now) {
    return EnrollmentStore.SUBJECT_PAGES
        .before(connection, tenantId, subjectReference, before, PAGE)
        .compose(
            page ->
                enrollments
                    .loadWithoutContext(connection, ids(page))
                    .map(
                        found ->
                            found.stream()
                                .filter(Enrollment::running)
                                .map(each -> cancel(each, now))
                                .toList())
                    .compose(changes -> enrollmentWriter.save(connection, changes))
                    .map(done -> next(page)));
  }

  /**
   * Cancels a page of orders. Run it after all enrollments, or the end of an order starts a step.
   */
  public Future<Optional<Position>> cancelOrders(
      SqlConnection connection,
      UUID tenantId,
      String subjectReference,
      Position before,
      Instant now) {
    return OrderStore.SUBJECT_PAGES
        .before(connection, tenantId, subjectReference, before, PAGE)
        .compose(
            page ->
                OrderStore.loadOpen(connection, ids(page))
                    .map(found -> found.stream().map(order -> stop(order, now)).toList())
                    .compose(changes -> orderWriter.save(connection, changes))
                    .map(done -> next(page)));
  }

  private static List<UUID> ids(List<Position> page) {
    return page.stream().map(Position::id).toList();
  }

  private static Optional<Position> next(List<Position> page) {
    return page.size() < PAGE ? Optional.empty() : Optional.of(page.getLast());
  }

  private static EnrollmentChange cancel(Enrollment enrollment, Instant now) {
    EnrollmentChange change = EnrollmentChange.of(enrollment, now);
    change.apply(new EnrollmentCommand.Cancel());
    return change;
  }

  private OrderChange stop(CallOrder order, Instant now) {
    OrderChange change = orderWriter.open(order, now);
    change.apply(STOP);
    return change;
  }
}
