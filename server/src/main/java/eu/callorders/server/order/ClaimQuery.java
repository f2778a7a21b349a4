package eu.callorders.server.order;

import eu.callorders.core.hold.ClaimNumbers;
import eu.callorders.server.database.RowMapper;
import eu.callorders.server.list.Cursors.Position;
import eu.callorders.server.tenant.TenantSubject;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Queries the numbers of the claims of orders. */
public final class ClaimQuery {
  /** The position before all orders. */
  public static final Position NEWEST =
      new Position(Instant.parse("9999-12-31T00:00:00Z"), new UUID(-1, -1));

  private static final String NUMBERS =
      """
      b.document #>> '{context,claim,reference,case_number}' AS case_number,
             b.document #>> '{context,claim,reference,contract_number}' AS contract_number,
             b.document #>> '{context,claim,reference,invoice_number}' AS invoice_number\
      """;

  private static final String OF_ORDERS =
      "SELECT b.order_id, " + NUMBERS + " FROM call_order_body b WHERE b.order_id = ANY ($1)";

  private static final String OF_CALLS =
      "SELECT a.id, "
          + NUMBERS
          + """

            FROM call_attempt a
            JOIN call_order_body b ON b.order_id = a.order_id
           WHERE a.id = ANY ($1)
          """;

  static final String OPEN_OF_SUBJECT =
      "SELECT o.id, o.created_at, "
          + NUMBERS
          + """

            FROM call_order o
            JOIN call_order_body b ON b.order_id = o.id
           WHERE o.tenant_id = $1
             AND o.subject_reference = $2
             AND (o.created_at, o.id) < ($3, $4)
             AND o.ended_at IS NULL
             AND o.enrollment_id IS NULL
           ORDER BY o.created_at DESC, o.id DESC
           LIMIT $5
          """;

  private static final String CLAIMED_PAID =
      "SELECT a.ended_at, "
          + NUMBERS
          + """

            FROM call_attempt a
            JOIN call_order_body b ON b.order_id = a.order_id
           WHERE a.tenant_id = $1
             AND a.subject_reference = $2
             AND a.ended_at >= $3
             AND a.report ->> 'summary_code' = 'payment_claimed'
           ORDER BY a.ended_at DESC
           LIMIT $4
          """;

  private ClaimQuery() {}

  /** A claim that a subject says to have paid, in a call that ended at that time. */
  public record ClaimedPayment(Instant endedAt, ClaimNumbers claim) {}

  public record OrderClaim(Position position, ClaimNumbers claim) {
    public UUID orderId() {
      return position.id();
    }
  }

  /** The claims of orders; unknown orders are absent. */
  public static Future<Map<UUID, ClaimNumbers>> ofOrders(
      SqlConnection connection, Collection<UUID> ids) {
    return connection
        .preparedQuery(OF_ORDERS)
        .execute(Tuple.of((Object) ids.toArray(UUID[]::new)))
        .map(RowMapper.toMap(row -> row.getUUID("order_id"), ClaimQuery::numbers));
  }

  /** The claims of the orders of calls, by call; calls of unknown orders are absent. */
  public static Future<Map<UUID, ClaimNumbers>> ofCalls(
      SqlConnection connection, Collection<UUID> ids) {
    return ids.isEmpty()
        ? Future.succeededFuture(Map.of())
        : connection
            .preparedQuery(OF_CALLS)
            .execute(Tuple.of((Object) ids.toArray(UUID[]::new)))
            .map(RowMapper.toMap(row -> row.getUUID("id"), ClaimQuery::numbers));
  }

  /** The next open orders of a subject without an enrollment, newest first. */
  public static Future<List<OrderClaim>> openOfSubject(
      SqlConnection connection, TenantSubject subject, Position before, int limit) {
    return connection
        .preparedQuery(OPEN_OF_SUBJECT)
        .execute(
            Tuple.of(
                subject.tenantId(),
                subject.subjectReference(),
                RowMapper.time(before.at()),
                before.id(),
                limit))
        .map(RowMapper.toList(ClaimQuery::read));
  }

  /** What a subject says to have paid in the calls that have ended since, newest first. */
  public static Future<List<ClaimedPayment>> claimedPayments(
      SqlConnection connection, TenantSubject subject, Instant since, int limit) {
    return connection
        .preparedQuery(CLAIMED_PAID)
        .execute(
            Tuple.of(subject.tenantId(), subject.subjectReference(), RowMapper.time(since), limit))
        .map(
            RowMapper.toList(
                row -> new ClaimedPayment(RowMapper.instant(row, "ended_at"), numbers(row))));
  }

  private static OrderClaim read(Row row) {
    return new OrderClaim(
        new Position(RowMapper.instant(row, "created_at"), row.getUUID("id")), numbers(row));
  }

  private static ClaimNumbers numbers(Row row) {
    return ClaimNumbers.of(
        row.getString("case_number"),
        row.getString("contract_number"),
        row.getString("invoice_number"));
  }
}
