package eu.callorders.server.capacity;

import eu.callorders.server.database.RowMapper;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.Collection;
import java.util.Map;
import java.util.UUID;

/** Counts open orders of tenants and those that wait for their first dial. */
public final class BacklogStore {
  private static final String LOADS =
      """
      SELECT t.id AS tenant_id, COALESCE(backlog.open, 0) AS open,
             COALESCE(backlog.undialed, 0) AS undialed, COALESCE(today.dials, 0) AS dials
        FROM tenant t
       CROSS JOIN LATERAL (
             SELECT sum(o.open)::int AS open, sum(o.undialed)::int AS undialed
               FROM order_count o
              WHERE o.tenant_id = t.id) AS backlog
        LEFT JOIN LATERAL (
             SELECT c.dials
               FROM dial_count c
              WHERE c.tenant_id = t.id
                AND c.ends_at > now() + t.clock_offset_ms * interval '1 millisecond'
              ORDER BY c.ends_at
              LIMIT 1) AS today ON true
       WHERE t.id = ANY ($1)
      """;

  /**
   * In this order: orders in the queue, those that wait for a phone, those parked for a halt, which
   * may end at any time, those parked for a hold that ends before, and unplanned ones. Each part
   * reads its own index, so that orders of other days and of longer holds are not visited.
   */
  static final String UNDIALED_UNTIL =
      """
      SELECT count(*)::int
        FROM ((SELECT o.id
                 FROM call_order o
                WHERE o.tenant_id = $1
                  AND o.status = 'scheduled'
                  AND NOT o.held
                  AND o.halt_id IS NULL
                  AND o.waits_for_phone IS NULL
                  AND o.next_attempt_at < $2
                  AND o.attempt_count = 0
                LIMIT $3)
              UNION
              (SELECT o.id
                 FROM call_order o
                WHERE o.tenant_id = $1
                  AND o.status = 'scheduled'
                  AND NOT o.held
                  AND o.halt_id IS NULL
                  AND o.waits_for_phone IS NOT NULL
                  AND o.attempt_count = 0
                LIMIT $3)
              UNION
              (SELECT o.id
                 FROM dial_halt h
                 JOIN call_order o ON o.halt_id = h.id
                WHERE h.lifted_at IS NULL
                  AND (h.tenant_id = $1 OR h.tenant_id IS NULL)
                  AND o.tenant_id = $1
                  AND o.status = 'scheduled'
                  AND NOT o.held
                  AND o.attempt_count = 0
                LIMIT $3)
              UNION
              (SELECT o.id
                 FROM hold h
                 JOIN held_order w ON w.tenant_id = h.tenant_id AND w.hold_id = h.id
                 JOIN call_order o ON o.id = w.order_id
                WHERE h.tenant_id = $1
                  AND h.status = 'active'
                  AND h.until < $2
                  AND o.status = 'scheduled'
                  AND NOT o.held
                  AND o.attempt_count = 0
                LIMIT $3)
              UNION
              (SELECT o.id
                 FROM call_order o
                WHERE o.tenant_id = $1
                  AND o.status = 'accepted'
                  AND NOT o.held
                  AND o.attempt_count = 0
                  AND COALESCE(
                        (SELECT (b.document #>> '{scheduling,window,not_before}')::timestamptz
                           FROM call_order_body b
                          WHERE b.order_id = o.id), '-infinity') < $2
                LIMIT $3)) AS due
      """;

  private BacklogStore() {}

  /**
   * The backlog of a tenant.
   *
   * @param orders open orders
   * @param undialed orders without a dial
   * @param dials dials on the tenant's local day
   */
  public record Backlog(int orders, int undialed, int dials) {}

  /** The backlogs of these tenants, from committed changes only. */
  public static Future<Map<UUID, Backlog>> load(
      SqlConnection connection, Collection<UUID> tenantIds) {
    return connection
        .preparedQuery(LOADS)
        .execute(Tuple.of((Object) tenantIds.toArray(UUID[]::new)))
        .map(
            RowMapper.toMap(
                row -> row.getUUID("tenant_id"),
                row ->
                    new Backlog(
                        row.getInteger("open"),
                        row.getInteger("undialed"),
                        row.getInteger("dials"))));
  }

  /**
   * Counts orders whose first dial is due before {@code end}, including unplanned ones that may be
   * due. Orders that holds keep beyond that are not due. Exact up to {@code limit}.
   */
  public static Future<Integer> countUndialed(
      SqlConnection connection, UUID tenantId, Instant end, int limit) {
    return connection
        .preparedQuery(UNDIALED_UNTIL)
        .execute(Tuple.of(tenantId, RowMapper.time(end), limit))
        .map(rows -> rows.iterator().next().getInteger(0));
  }
}
