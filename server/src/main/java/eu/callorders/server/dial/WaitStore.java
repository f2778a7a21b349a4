package eu.callorders.server.dial;

import eu.callorders.server.database.RowMapper;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * Due orders that wait for the end of an active attempt, by the number of that attempt. {@link
 * OrderQueue} takes them up again; every other change of an order ends its wait.
 */
final class WaitStore {
  /** Under the locks of their persons, and seen there as scheduled. */
  private static final String SET_WAITING =
      """
      UPDATE call_order o
         SET waits_for_phone = waiting.phone
        FROM unnest($1::uuid[], $2::text[]) AS waiting (order_id, phone)
       WHERE o.id = waiting.order_id AND o.status = 'scheduled'
      """;

  /**
   * Looks at the next due orders of these tenants alone, so that many orders for one number leave
   * the queue without being loaded. Skips rows in use: this transaction must not wait for them.
   */
  static final String SET_WAITING_IF_BUSY =
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
   * Lets orders wait.
   *
   * @param phones the number that each order waits for
   */
  Future<Void> setWaiting(SqlConnection connection, Map<UUID, String> phones) {
    List<Map.Entry<UUID, String>> all = List.copyOf(phones.entrySet());
    return connection
        .preparedQuery(SET_WAITING)
        .execute(
            RowMapper.columns(
                all.stream().map(Map.Entry::getKey).toArray(UUID[]::new),
                all.stream().map(Map.Entry::getValue).toArray(String[]::new)))
        .map(result -> RowMapper.changed(result, all.size()));
  }

  /**
   * Lets those of the next due orders of each tenant wait whose number or person is in an active
   * attempt. Comes last in its transaction: it locks rows of persons whose locks others hold.
   *
   * @param limit how many orders of each tenant are looked at
   */
  Future<Integer> setWaitingIfBusy(
      SqlConnection connection, Collection<UUID> tenantIds, int limit) {
    return connection
        .preparedQuery(SET_WAITING_IF_BUSY)
        .execute(Tuple.of(tenantIds.toArray(UUID[]::new), limit))
        .map(result -> result.rowCount());
  }
}
