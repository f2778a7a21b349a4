package eu.callorders.server.admin;

import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import java.util.List;

final class OverviewStore {
  /** Reads the counters that triggers maintain. */
  static final String ORDERS =
      """
      SELECT coalesce(sum(accepted), 0) AS accepted, coalesce(sum(scheduled), 0) AS scheduled,
             coalesce(sum(dialing), 0) AS dialing, coalesce(sum(in_progress), 0) AS in_progress,
             coalesce(sum(completed), 0) AS completed, coalesce(sum(expired), 0) AS expired,
             coalesce(sum(canceled), 0) AS canceled, coalesce(sum(failed), 0) AS failed
        FROM order_count
      """;

  /**
   * The lag of due orders: the oldest of each tenant, bounded per tenant and in total to run within
   * a second.
   */
  static final String DIAL_LAG =
      """
      WITH dialing AS MATERIALIZED (
        SELECT t.id AS tenant_id, now() + t.clock_offset_ms * interval '1 millisecond' AS now
          FROM dialing_tenant t),
      to_dial AS (
        SELECT d.now - due.next_attempt_at AS lag
          FROM dialing d
         CROSS JOIN LATERAL (
               SELECT o.next_attempt_at
                 FROM call_order o
                WHERE o.tenant_id = d.tenant_id
                  AND o.status = 'scheduled'
                  AND NOT o.held
                  AND o.halt_id IS NULL
                  AND o.waits_for_phone IS NULL
                  AND o.next_attempt_at <= d.now
                ORDER BY o.next_attempt_at
                LIMIT 10000) AS due
         LIMIT 100000)
      SELECT percentile_disc(0.5) WITHIN GROUP (ORDER BY millis) AS dial_p50,
             percentile_disc(0.99) WITHIN GROUP (ORDER BY millis) AS dial_p99,
             count(*) AS orders_due
        FROM (SELECT (extract(epoch FROM lag) * 1000)::bigint AS millis
                FROM to_dial) AS lags
      """;

  static final String SEND_LAG =
      """
      WITH to_send AS (
        (SELECT now() - due_at AS lag
           FROM webhook_delivery_queue
          WHERE due_at <= now() AND lease_until IS NULL
          ORDER BY due_at
          LIMIT 100000)
        UNION ALL
        (SELECT now() - recorded_at
           FROM webhook_event_queue
          ORDER BY recorded_at, event_id
          LIMIT 100000))
      SELECT percentile_disc(0.5) WITHIN GROUP (ORDER BY millis) AS send_p50,
             percentile_disc(0.99) WITHIN GROUP (ORDER BY millis) AS send_p99,
             count(*) AS webhooks_due
        FROM (SELECT GREATEST((extract(epoch FROM lag) * 1000)::bigint, 0) AS millis
                FROM to_send) AS lags
      """;

  static final String CALLS =
      """
      SELECT count(*) AS running
        FROM call_attempt
       WHERE status IN ('placing', 'placed', 'ringing', 'answered')
      """;

  static final String DEAD_LETTERS =
      """
      SELECT count(*) AS dead_letters
        FROM webhook_delivery
       WHERE undelivered AND status = 'failed'
      """;

  private static final String PENDING =
      """
      SELECT (SELECT count(*) FROM erasure WHERE completed_at IS NULL) AS erasures,
             (SELECT count(*) FROM gateway_erasure) AS gateway_erasures,
             (SELECT count(*) FROM suppression_enforcement) AS suppressions_pending,
             (SELECT count(*) FROM failed_work) AS failed_work,
             (SELECT count(*) FROM unknown_call WHERE NOT listed) AS unknown_calls,
             (SELECT count(*) FROM dial_halt
               WHERE kind = 'recovery' AND lifted_at IS NULL) AS recovery,
             (SELECT coalesce(extract(epoch FROM now() - min(halted_at)), 0) FROM dial_halt
               WHERE kind = 'operator' AND lifted_at IS NULL) AS halt_age
      """;

  /** Counts partitions from tomorrow on up to the first missing day, at most 30. */
  private static final String STORAGE =
      """
      SELECT min(ahead) FILTER (WHERE ahead > 30 OR to_regclass('event_' || day) IS NULL) - 1
               AS event_partitions,
             min(ahead) FILTER (WHERE ahead > 30
                                   OR to_regclass('webhook_delivery_' || day) IS NULL) - 1
               AS delivery_partitions,
             (SELECT max(split_part(version, '.', 1)::integer)
                FROM flyway_schema_history
               WHERE success) AS schema_release,
             pg_database_size(current_database()) AS database_bytes
        FROM generate_series(1, 31) AS ahead
       CROSS JOIN LATERAL (
             SELECT to_char((now() AT TIME ZONE 'UTC')::date + ahead, 'YYYYMMDD')) AS days (day)
      """;

  private static final String NODES =
      "SELECT id, started_at, last_seen_at FROM node ORDER BY started_at, id";

  private OverviewStore() {}

  interface Part {
    Future<Row> read(SqlConnection connection);
  }

  /** All parts; each can be read without the others. */
  static List<Part> parts() {
    return List.of(
        OverviewStore::pending,
        OverviewStore::storage,
        OverviewStore::orders,
        OverviewStore::calls,
        OverviewStore::dialLag,
        OverviewStore::sendLag,
        OverviewStore::deadLetters);
  }

  static Future<Row> orders(SqlConnection connection) {
    return row(connection, ORDERS);
  }

  static Future<Row> dialLag(SqlConnection connection) {
    return row(connection, DIAL_LAG);
  }

  static Future<Row> sendLag(SqlConnection connection) {
    return row(connection, SEND_LAG);
  }

  static Future<Row> calls(SqlConnection connection) {
    return row(connection, CALLS);
  }

  static Future<Row> deadLetters(SqlConnection connection) {
    return row(connection, DEAD_LETTERS);
  }

  private static Future<Row> pending(SqlConnection connection) {
    return row(connection, PENDING);
  }

  private static Future<Row> storage(SqlConnection connection) {
    return row(connection, STORAGE);
  }

  private static Future<Row> row(SqlConnection connection, String statement) {
    return connection.query(statement).execute().map(rows -> rows.iterator().next());
  }

  static Future<List<Row>> nodes(SqlConnection connection) {
    return connection.query(NODES).execute().map(rows -> rows.stream().toList());
  }
}
