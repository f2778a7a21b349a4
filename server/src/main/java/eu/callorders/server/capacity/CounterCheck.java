package eu.callorders.server.capacity;

import eu.callorders.server.database.Statements;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * Compares the counters of a tenant with the rows that they count. Each statement sees both in one
 * snapshot, and every change commits together with its count: any difference is an error, except
 * while the tenant is being deleted.
 */
public final class CounterCheck {
  private static final String NEXT_TENANT =
      """
      SELECT id FROM tenant WHERE id > $1 ORDER BY id LIMIT 1
      """;

  private static final String ORDERS =
      """
      SELECT 'order_count' AS counter,
             to_jsonb(counted)::text AS counted, to_jsonb(actual)::text AS actual
        FROM (SELECT coalesce(sum(open), 0) AS open, coalesce(sum(undialed), 0) AS undialed,
                     coalesce(sum(accepted), 0) AS accepted,
                     coalesce(sum(scheduled), 0) AS scheduled,
                     coalesce(sum(dialing), 0) AS dialing,
                     coalesce(sum(in_progress), 0) AS in_progress,
                     coalesce(sum(completed), 0) AS completed,
                     coalesce(sum(expired), 0) AS expired,
                     coalesce(sum(canceled), 0) AS canceled,
                     coalesce(sum(failed), 0) AS failed
                FROM order_count
               WHERE tenant_id = $1) AS counted
       CROSS JOIN (
              SELECT count(*) FILTER (WHERE is_open(status)) AS open,
                     count(*) FILTER (WHERE is_undialed(status, attempt_count)) AS undialed,
                     count(*) FILTER (WHERE status = 'accepted') AS accepted,
                     count(*) FILTER (WHERE status = 'scheduled') AS scheduled,
                     count(*) FILTER (WHERE status = 'dialing') AS dialing,
                     count(*) FILTER (WHERE status = 'in_progress') AS in_progress,
                     count(*) FILTER (WHERE status = 'completed') AS completed,
                     count(*) FILTER (WHERE status = 'expired') AS expired,
                     count(*) FILTER (WHERE status = 'canceled') AS canceled,
                     count(*) FILTER (WHERE status = 'failed') AS failed
                FROM call_order
               WHERE tenant_id = $1) AS actual
       WHERE to_jsonb(counted) <> to_jsonb(actual)
         AND NOT EXISTS (SELECT FROM tenant_deletion WHERE tenant_id = $1)
       LIMIT 1
      """;

  private static final String DIALS =
      """
      SELECT 'dial_count of ' || coalesce(counted.day, actual.day) AS counter,
             coalesce(counted.dials, 0)::text AS counted, coalesce(actual.dials, 0)::text AS actual
        FROM (SELECT day, dials FROM dial_count WHERE tenant_id = $1) AS counted
        FULL JOIN (
              SELECT dial_day AS day, count(*) AS dials
                FROM call_attempt
               WHERE tenant_id = $1 AND status <> 'refused'
               GROUP BY dial_day) AS actual ON counted.day = actual.day
       WHERE coalesce(counted.dials, 0) <> coalesce(actual.dials, 0)
         AND NOT EXISTS (SELECT FROM tenant_deletion WHERE tenant_id = $1)
       ORDER BY counter DESC
       LIMIT 10
      """;

  private static final String HOLDS =
      """
      SELECT 'hold_count' AS counter,
             counted.standing::text AS counted, actual.standing::text AS actual
        FROM (SELECT coalesce(sum(standing), 0) AS standing
                FROM hold_count
               WHERE tenant_id = $1) AS counted
       CROSS JOIN (
              SELECT count(*) AS standing
                FROM hold
               WHERE tenant_id = $1 AND status = 'active' AND source = 'api') AS actual
       WHERE counted.standing <> actual.standing
         AND NOT EXISTS (SELECT FROM tenant_deletion WHERE tenant_id = $1)
       LIMIT 1
      """;

  private CounterCheck() {}

  /**
   * A counter that differs from its rows.
   *
   * @param counter its table, and the day of a count of dials
   * @param counted what the counter says: a number, or the numbers of orders as JSON
   * @param actual what the rows say
   */
  public record Deviation(String counter, String counted, String actual) {}

  /** The tenant with the next greater id. */
  public static Future<Optional<UUID>> tenantAfter(SqlConnection connection, UUID tenantId) {
    return Statements.first(connection, NEXT_TENANT, Tuple.of(tenantId), row -> row.getUUID("id"));
  }

  public static Future<List<Deviation>> ofOrders(SqlConnection connection, UUID tenantId) {
    return deviations(connection, ORDERS, tenantId);
  }

  /** Reads all attempts of the tenant; returns the newest deviations. */
  public static Future<List<Deviation>> ofDials(SqlConnection connection, UUID tenantId) {
    return deviations(connection, DIALS, tenantId);
  }

  public static Future<List<Deviation>> ofHolds(SqlConnection connection, UUID tenantId) {
    return deviations(connection, HOLDS, tenantId);
  }

  private static Future<List<Deviation>> deviations(
      SqlConnection connection, String statement, UUID tenantId) {
    return Statements.list(
        connection,
        statement,
        Tuple.of(tenantId),
        row ->
            new Deviation(
                row.getString("counter"), row.getString("counted"), row.getString("actual")));
  }
}
