package eu.callorders.bench;

import eu.callorders.core.id.IdKind;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

/** A month of orders, written past the service: three copies of a canceled one to a planned one. */
final class OrderSeeder {
  private static final String COPIES =
      """
      WITH fresh AS MATERIALIZED (
        SELECT uuidv7(-n * interval '25 s') AS id, 'SUBJ-many-' || lpad(n::text, 7, '0') AS subject,
               'AZ-' || lpad(n::text, 7, '0') || '/m' AS reference,
               date_trunc('milliseconds', now() - n * interval '25 s') AS at,
               (SELECT id FROM call_order
                 WHERE status = CASE WHEN n % 4 = 0 THEN 'scheduled' ELSE 'canceled' END
                 ORDER BY id LIMIT 1) AS template
          FROM generate_series({first}, {last}) AS n
      ), orders AS (
        INSERT INTO call_order (id, tenant_id, status, order_type, order_type_version,
                                subject_reference, client_reference, created_at, updated_at,
                                ended_at, next_attempt_at, expires_at)
        SELECT f.id, o.tenant_id, o.status, o.order_type, o.order_type_version, f.subject,
               f.reference, f.at, f.at + interval '10 s',
               CASE WHEN o.ended_at IS NOT NULL THEN f.at + interval '10 s' END,
               o.next_attempt_at, o.expires_at
          FROM fresh f JOIN call_order o ON o.id = f.template
      ), bodies AS (
        INSERT INTO call_order_body (order_id, tenant_id, document, submitted_scheduling)
        SELECT f.id, o.tenant_id,
               replace(replace(b.document::text, o.subject_reference, f.subject),
                       '"' || o.client_reference || '"', '"' || f.reference || '"')::json,
               b.submitted_scheduling
          FROM fresh f
          JOIN call_order o ON o.id = f.template
          JOIN call_order_body b ON b.order_id = f.template
      )
      INSERT INTO call_order_result (order_id, tenant_id, result)
      SELECT f.id, r.tenant_id,
             jsonb_set(r.result::jsonb, '{ended_at}',
                       to_jsonb(to_char((f.at + interval '10 s') AT TIME ZONE 'UTC',
                                        'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))::json
        FROM fresh f JOIN call_order_result r ON r.order_id = f.template
      """;

  private static final String SOME_IDS = "SELECT id FROM call_order ORDER BY random() LIMIT 20000";

  private OrderSeeder() {}

  static void write(Server server, Api api, int count) throws Exception {
    createTemplates(server, api);
    try (SqlSession session = server.connect()) {
      copy(session, 1, count);
    }
  }

  /** Has a planned order and a canceled one accepted, of which the others are copies. */
  static void createTemplates(Server server, Api api) throws Exception {
    Orders orders = new Orders("template");
    order(api, orders.notBefore(tomorrow(server.sandbox())));
    cancel(api, order(api, orders.notBefore(tomorrow(server.sandbox()))));
    while (server.number("SELECT count(*) FROM call_order WHERE status = 'accepted'") > 0) {
      Thread.onSpinWait();
    }
  }

  /** Writes the copies of these numbers. */
  static void copy(SqlSession session, int first, int last) throws SQLException {
    session.execute(COPIES.replace("{first}", "" + first).replace("{last}", "" + last));
    session.execute("VACUUM ANALYZE call_order, call_order_body, call_order_result");
  }

  /** Identifiers of 20,000 orders by chance. */
  static List<String> someIds(Server server) throws SQLException {
    try (SqlSession session = server.connect()) {
      return session.rows(SOME_IDS, row -> IdKind.ORDER.format(row.getObject(1, UUID.class)));
    }
  }

  static Instant tomorrow(Sandbox sandbox) {
    return sandbox.tenantTime().plus(Duration.ofDays(1));
  }

  /** Orders a call; its identifier. */
  static String order(Api api, Orders.Keyed order) {
    return api.order(order).await().require(202).toJsonObject().getString("id");
  }

  static void cancel(Api api, String id) {
    api.post("/v1/call-orders/" + id + "/cancel", "{}").await().require(200);
  }
}
