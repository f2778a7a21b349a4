package eu.callorders.server.hold;

import eu.callorders.core.hold.OrderHolds;
import eu.callorders.server.database.BatchStatement;
import eu.callorders.server.database.SubjectClaims;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.Collection;
import java.util.List;
import java.util.UUID;

/** Orders that wait for the end of holds. The order's own row says that it is out of the queue. */
public final class HeldOrderStore {
  private static final String INSERT =
      """
      INSERT INTO held_order (tenant_id, order_id, hold_id)
      SELECT tenant_id, order_id, hold_id
        FROM unnest($1::uuid[], $2::uuid[], $3::uuid[]) AS held (tenant_id, order_id, hold_id)
      ON CONFLICT DO NOTHING
      """;

  private static final String DELETE =
      """
      DELETE FROM held_order h
       USING unnest($1::uuid[], $2::uuid[]) AS woken (tenant_id, order_id)
       WHERE h.tenant_id = woken.tenant_id AND h.order_id = woken.order_id
      """;

  /** Round-robin by tenant. */
  static final String WOKEN =
      """
      SELECT woken.id, t.id AS tenant_id, woken.subject_reference
        FROM tenant t
       CROSS JOIN LATERAL (
             SELECT o.id, o.subject_reference, row_number() OVER (ORDER BY o.id) AS place
               FROM call_order o
              WHERE o.id IN (
                    SELECT w.order_id
                      FROM hold h
                      JOIN held_order w ON w.tenant_id = h.tenant_id AND w.hold_id = h.id
                     WHERE h.tenant_id = t.id
                       AND h.wakes_orders
                       AND w.order_id <> ALL ($2::uuid[])
                     LIMIT $1)) AS woken
       ORDER BY woken.place, t.id
       LIMIT $1
      """;

  private static final String COMPLETE =
      """
      UPDATE hold
         SET wakes_orders = false
       WHERE id IN (
             SELECT h.id
               FROM hold h
              WHERE h.wakes_orders
                AND NOT EXISTS (SELECT FROM held_order w
                                 WHERE w.tenant_id = h.tenant_id AND w.hold_id = h.id)
              LIMIT $1
                FOR UPDATE SKIP LOCKED)
      """;

  private HeldOrderStore() {}

  public record OrderId(UUID tenantId, UUID orderId) {}

  /** An order and the last hold to end of one of its phones, or of several. */
  public record HeldOrder(UUID tenantId, UUID orderId, UUID holdId) {
    public static List<HeldOrder> of(OrderId order, OrderHolds holds) {
      return holds.last().stream()
          .map(hold -> new HeldOrder(order.tenantId(), order.orderId(), hold.id()))
          .toList();
    }
  }

  /** The caller holds the locks of a dial of these orders: no hold of them ends meanwhile. */
  public static Future<Void> insert(SqlConnection connection, Collection<HeldOrder> orders) {
    return orders.isEmpty()
        ? Future.succeededFuture()
        : BatchStatement.of(INSERT, orders)
            .uuids(HeldOrder::tenantId)
            .uuids(HeldOrder::orderId)
            .uuids(HeldOrder::holdId)
            .execute(connection)
            .mapEmpty();
  }

  /** Forgets the holds of orders that have ended or are woken. */
  public static Future<Void> delete(SqlConnection connection, Collection<OrderId> orders) {
    return orders.isEmpty()
        ? Future.succeededFuture()
        : BatchStatement.of(DELETE, orders)
            .uuids(OrderId::tenantId)
            .uuids(OrderId::orderId)
            .execute(connection)
            .mapEmpty();
  }

  /** Claims orders of which a hold has ended. */
  public static Future<List<UUID>> claimWoken(
      SqlConnection connection, int limit, UUID[] excluded) {
    return SubjectClaims.claim(
        connection, WOKEN, Tuple.tuple().addInteger(limit).addArrayOfUUID(excluded));
  }

  /** Marks up to {@code limit} ended holds that no order waits for any more. */
  public static Future<Void> complete(SqlConnection connection, int limit) {
    return connection.preparedQuery(COMPLETE).execute(Tuple.of(limit)).mapEmpty();
  }
}
