package eu.callorders.server.order;

import eu.callorders.core.call.PhoneNumber;
import eu.callorders.server.database.BatchStatement;
import eu.callorders.server.database.Statements;
import eu.callorders.server.tenant.TenantPhone;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * SQL of due orders that are out of the queue: those that wait for a phone, as it is in an active
 * attempt or has no contact left today, and those parked for a halt or a hold. Any other change of
 * an order ends its wait for a phone.
 */
public final class WaitStore {
  /** Runs under the locks of the subjects, as {@link #PARK}, for orders read as scheduled. */
  private static final String SET_WAITING =
      """
      UPDATE call_order o
         SET waits_for_phone = waiting.phone
        FROM unnest($1::uuid[], $2::text[]) AS waiting (order_id, phone)
       WHERE o.id = waiting.order_id AND o.status = 'scheduled'
      """;

  private static final String PARK =
      """
      UPDATE call_order o
         SET halt_id = aside.halt_id
        FROM unnest($1::uuid[], $2::uuid[]) AS aside (order_id, halt_id)
       WHERE o.id = aside.order_id AND o.status = 'scheduled'
      """;

  private static final String RELEASE =
      """
      WITH free AS MATERIALIZED (
        SELECT o.id
          FROM dial_halt h
          JOIN call_order o ON o.halt_id = h.id
         WHERE h.lifted_at IS NOT NULL AND h.released_at IS NULL
         LIMIT $1
           FOR UPDATE OF o SKIP LOCKED)
      UPDATE call_order o SET halt_id = NULL FROM free WHERE o.id = free.id
      """;

  private static final String UNPARK =
      """
      UPDATE call_order o SET halt_id = NULL WHERE o.id = ANY ($1) AND o.halt_id IS NOT NULL
      """;

  /**
   * Checks only the next due orders of these tenants, so that many orders for one phone leave the
   * queue without being loaded. Skips locked rows: this transaction must not wait for them.
   */
  private static final String SET_WAITING_IF_BUSY =
      """
      UPDATE call_order o
         SET waits_for_phone = COALESCE(
               (SELECT a.phone
                  FROM call_attempt a
                 WHERE a.tenant_id = o.tenant_id
                   AND a.phone = o.next_phone
                   AND a.status IN ('placing', 'placed', 'ringing', 'answered')
                 LIMIT 1),
               (SELECT a.phone
                  FROM call_attempt a
                 WHERE a.tenant_id = o.tenant_id
                   AND a.subject_reference = o.subject_reference
                   AND a.status IN ('placing', 'placed', 'ringing', 'answered')
                 LIMIT 1))
       WHERE o.id = ANY (ARRAY(
               SELECT busy.id
                 FROM tenant t
                CROSS JOIN LATERAL (
                      SELECT d.id
                        FROM call_order d
                       WHERE d.tenant_id = t.id
                         AND d.status = 'scheduled'
                         AND NOT d.held
                         AND d.halt_id IS NULL
                         AND d.waits_for_phone IS NULL
                         AND d.next_attempt_at
                               <= now() + t.clock_offset_ms * interval '1 millisecond'
                       ORDER BY d.next_attempt_at
                       LIMIT $2) AS due
                CROSS JOIN LATERAL (
                      SELECT b.id
                        FROM call_order b
                       WHERE b.id = due.id
                         AND b.status = 'scheduled'
                         AND b.waits_for_phone IS NULL
                         AND (EXISTS (SELECT FROM call_attempt a
                                       WHERE a.tenant_id = b.tenant_id
                                         AND a.phone = b.next_phone
                                         AND a.status IN
                                               ('placing', 'placed', 'ringing', 'answered'))
                              OR EXISTS (SELECT FROM call_attempt a
                                          WHERE a.tenant_id = b.tenant_id
                                            AND a.subject_reference = b.subject_reference
                                            AND a.status IN
                                                  ('placing', 'placed', 'ringing', 'answered')))
                         FOR NO KEY UPDATE OF b SKIP LOCKED) AS busy
                WHERE t.id = ANY ($1)))
      """;

  /**
   * As above, for numbers without a contact left today. Of each of them a round claims one order,
   * which is postponed.
   */
  private static final String SET_WAITING_FOR_NUMBERS =
      """
      UPDATE call_order o
         SET waits_for_phone = o.next_phone
       WHERE o.id = ANY (ARRAY(
               SELECT late.id
                 FROM (SELECT tenant_id, array_agg(phone) AS phones
                         FROM unnest($1::uuid[], $2::text[]) AS spent (tenant_id, phone)
                        GROUP BY tenant_id) AS spent
                 JOIN tenant t ON t.id = spent.tenant_id
                CROSS JOIN LATERAL (
                      SELECT d.id
                        FROM call_order d
                       WHERE d.tenant_id = t.id
                         AND d.status = 'scheduled'
                         AND NOT d.held
                         AND d.halt_id IS NULL
                         AND d.waits_for_phone IS NULL
                         AND d.next_attempt_at
                               <= now() + t.clock_offset_ms * interval '1 millisecond'
                       ORDER BY d.next_attempt_at
                       LIMIT $3) AS due
                CROSS JOIN LATERAL (
                      SELECT l.id
                        FROM call_order l
                       WHERE l.id = due.id
                         AND l.status = 'scheduled'
                         AND l.waits_for_phone IS NULL
                         AND l.next_phone = ANY (spent.phones)
                         FOR NO KEY UPDATE OF l SKIP LOCKED) AS late))
      """;

  private WaitStore() {}

  public static Future<Void> setWaiting(SqlConnection connection, Map<UUID, PhoneNumber> phones) {
    List<Map.Entry<UUID, PhoneNumber>> all = List.copyOf(phones.entrySet());
    return BatchStatement.of(SET_WAITING, all)
        .uuids(Map.Entry::getKey)
        .strings(each -> each.getValue().e164())
        .update(connection);
  }

  /**
   * Parks those of the next due orders whose phone or subject is in an active attempt. Must be the
   * last statement of its transaction: it locks rows whose subject locks other transactions hold.
   *
   * @param limit orders checked per tenant
   */
  public static Future<Integer> setWaitingIfBusy(
      SqlConnection connection, Collection<UUID> tenantIds, int limit) {
    return Statements.update(
        connection, SET_WAITING_IF_BUSY, Tuple.of(tenantIds.toArray(UUID[]::new), limit));
  }

  /**
   * Takes those of the next due orders out of the queue that would meet these numbers next. As
   * {@link #setWaitingIfBusy}, after all statements that change orders.
   *
   * @param limit orders checked per tenant
   */
  public static Future<Void> setWaitingForNumbers(
      SqlConnection connection, Collection<TenantPhone> numbers, int limit) {
    return numbers.isEmpty()
        ? Future.succeededFuture()
        : BatchStatement.of(SET_WAITING_FOR_NUMBERS, numbers)
            .uuids(TenantPhone::tenantId)
            .strings(number -> number.phone().e164())
            .value(limit)
            .execute(connection)
            .mapEmpty();
  }

  /**
   * Takes orders out of the queue while their halts are in force or their holds stand.
   *
   * @param parked halts and holds, by order
   */
  public static Future<Void> park(SqlConnection connection, Map<UUID, UUID> parked) {
    List<Map.Entry<UUID, UUID>> all = List.copyOf(parked.entrySet());
    return BatchStatement.of(PARK, all)
        .uuids(Map.Entry::getKey)
        .uuids(Map.Entry::getValue)
        .update(connection);
  }

  /** Puts orders back into the queue that no hold bars any more. */
  public static Future<Void> unpark(SqlConnection connection, List<UUID> orders) {
    return orders.isEmpty()
        ? Future.succeededFuture()
        : Statements.execute(connection, UNPARK, Tuple.of((Object) orders.toArray(UUID[]::new)));
  }

  /** Releases up to {@code limit} orders of lifted halts; returns the number of orders. */
  public static Future<Integer> release(SqlConnection connection, int limit) {
    return Statements.update(connection, RELEASE, Tuple.of(limit));
  }
}
