package eu.callorders.server.signal;

import eu.callorders.core.hold.ClaimNumbers;
import eu.callorders.core.order.OrderCommand;
import eu.callorders.core.order.StopReason;
import eu.callorders.server.list.Cursors.Position;
import eu.callorders.server.order.CallOrder;
import eu.callorders.server.order.ClaimQuery;
import eu.callorders.server.order.ClaimQuery.OrderClaim;
import eu.callorders.server.order.OrderChange;
import eu.callorders.server.order.OrderStore;
import eu.callorders.server.order.OrderWriter;
import eu.callorders.server.tenant.TenantSubject;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.function.Predicate;

/**
 * Cancels the open orders of a subject about a claim, except those of enrollments, page by page in
 * one transaction. A ringing call is stopped, a conversation continues.
 */
final class ClaimOrderCanceler {
  private static final int PAGE = 200;

  private final OrderWriter writer;

  ClaimOrderCanceler(OrderWriter writer) {
    this.writer = writer;
  }

  /**
   * Cancels the orders whose claim matches. The caller holds the subject's lock.
   *
   * @param now the tenant's time
   */
  Future<Void> cancel(
      SqlConnection connection,
      TenantSubject subject,
      Predicate<ClaimNumbers> matches,
      StopReason reason,
      Instant now) {
    return cancel(connection, subject, matches, reason, now, ClaimQuery.NEWEST);
  }

  private Future<Void> cancel(
      SqlConnection connection,
      TenantSubject subject,
      Predicate<ClaimNumbers> matches,
      StopReason reason,
      Instant now,
      Position before) {
    return ClaimQuery.openOfSubject(connection, subject, before, PAGE)
        .compose(
            page ->
                stop(connection, matching(page, matches), reason, now)
                    .compose(
                        done ->
                            page.size() < PAGE
                                ? Future.succeededFuture()
                                : cancel(
                                    connection,
                                    subject,
                                    matches,
                                    reason,
                                    now,
                                    page.getLast().position())));
  }

  private static List<UUID> matching(List<OrderClaim> page, Predicate<ClaimNumbers> matches) {
    return page.stream()
        .filter(order -> matches.test(order.claim()))
        .map(OrderClaim::orderId)
        .toList();
  }

  private Future<Void> stop(
      SqlConnection connection, List<UUID> ids, StopReason reason, Instant now) {
    return ids.isEmpty()
        ? Future.succeededFuture()
        : OrderStore.loadOpen(connection, ids)
            .map(found -> found.stream().map(order -> stopped(order, reason, now)).toList())
            .compose(changes -> writer.save(connection, changes));
  }

  private OrderChange stopped(CallOrder order, StopReason reason, Instant now) {
    OrderChange change = writer.open(order, now);
    change.apply(new OrderCommand.Stop(reason));
    return change;
  }
}
