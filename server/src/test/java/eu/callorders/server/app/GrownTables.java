package eu.callorders.server.app;

import eu.callorders.db.TestDatabase;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * Grows tables by copies of their rows. Copy {@code n} of a row gets other identifiers, the same in
 * all tables, so that copies refer to each other like the originals.
 */
final class GrownTables {
  /** Column expressions that make copies unique; {@code n} is the number of the copy. */
  private static final Map<String, String> COLUMNS =
      Map.ofEntries(
          Map.entry("subject_reference", "%s || '-' || n"),
          Map.entry("client_reference", "%s || '-' || n"),
          Map.entry("phone", "left(%s, 7) || n"),
          Map.entry("key", "%s || n"),
          Map.entry("sequence_key", "%s || n"),
          Map.entry("dedupe_key", "%s || n"),
          Map.entry("created_at", "%s - n * interval '1 millisecond'"),
          Map.entry("occurred_at", "%s - n * interval '1 millisecond'"),
          Map.entry("received_at", "%s - n * interval '1 millisecond'"),
          Map.entry("expires_at", "%s + n * interval '1 millisecond'"),
          Map.entry("verification_expires_at", "%s + n * interval '1 millisecond'"),
          Map.entry("next_attempt_at", "%s + n * interval '1 millisecond'"),
          Map.entry("next_action_at", "%s + n * interval '1 millisecond'"));

  /** Overrides of single tables, which put copies into a state that needs no work. */
  private static final Map<String, String> EXCEPTIONS =
      Map.ofEntries(
          Map.entry("audit_entry.position", "position + n * 10000"),
          Map.entry("audit_entry.hash", "sha256(hash || n::text::bytea)"),
          Map.entry("audit_entry.previous_hash", "sha256(previous_hash || n::text::bytea)"),
          Map.entry("call_attempt.reconcile_at", "NULL"),
          Map.entry("call_attempt.report_due_at", "NULL"),
          Map.entry("client_lockout.address", "'address-' || n"),
          Map.entry("client_lockout.last_authenticated_at", "now()"),
          Map.entry("client_lockout.registration_id", "registration_id"),
          Map.entry("client_lockout.tenant_id", "tenant_id"),
          Map.entry("dial_count.day", "day - n::integer"),
          Map.entry("dial_count.ends_at", "ends_at - n * interval '1 day'"),
          Map.entry("enrollment.sequence_key", "sequence_key"),
          Map.entry("enrollment.sequence_version", "1"),
          Map.entry("erasure.completed_at", "now()"),
          Map.entry("erasure.subject_reference", "NULL"),
          Map.entry("gateway_erasure.next_attempt_at", "now() + interval '1 year'"),
          Map.entry("hold.claim_value", "claim_value || n"),
          Map.entry("promise.breaks_at", "breaks_at + n * interval '1 millisecond'"),
          Map.entry("order_type.status", "'archived'"),
          Map.entry("sequence.status", "'archived'"),
          Map.entry("sequence_version.status", "'archived'"),
          Map.entry("sequence_version.activated_at", "now()"),
          Map.entry("sequence_version.signal_type", "signal_type"),
          Map.entry("webhook_delivery_queue.due_at", "now() + interval '1 year'"),
          Map.entry("webhook_delivery_queue.created_at", "created_at"),
          Map.entry("webhook_delivery_queue.lease_until", "NULL"),
          Map.entry("webhook_delivery_queue.owner", "NULL"),
          Map.entry("webhook_delivery_queue.endpoint_id", "endpoint_id"),
          Map.entry("webhook_delivery.created_at", "created_at"),
          Map.entry("webhook_delivery.endpoint_id", "endpoint_id"),
          Map.entry("webhook_replay.endpoint_id", "endpoint_id"),
          Map.entry("webhook_replay.state", "'done'"),
          Map.entry("webhook_replay.ended_at", "now()"),
          Map.entry("webhook_replay.tenant_id", "tenant_id"),
          Map.entry("webhook_secret.retires_at", "now()"),
          Map.entry("webhook_secret.tenant_id", "tenant_id"),
          Map.entry("webhook_endpoint.deleted_at", "now()"));

  private static final Map<String, String> AT_REST =
      Map.of(
          "call_order", "status NOT IN ('accepted', 'dialing', 'in_progress')",
          "call_attempt", "status = 'closed'",
          "enrollment", "NOT order_ended",
          "hold", "NOT wakes_orders");

  private static final List<String> TABLES =
      List.of(
          "order_type",
          "order_type_version",
          "suppression",
          "call_order",
          "call_order_body",
          "call_order_result",
          "call_order_phone",
          "call_attempt",
          "transcript",
          "promise",
          "hold",
          "event",
          "idempotency_record",
          "client_registration",
          "client_secret",
          "client_lockout",
          "sequence",
          "sequence_version",
          "signal",
          "signal_key",
          "enrollment",
          "enrollment_body",
          "erasure",
          "webhook_endpoint",
          "webhook_secret",
          "webhook_delivery",
          "webhook_delivery_queue",
          "webhook_replay",
          "dial_count",
          "audit_entry");

  /** Events of a tenant without endpoints, which the fan-out only dequeues. */
  private static final String QUEUED_EVENTS =
      """
      INSERT INTO webhook_event_queue (recorded_at, event_id, tenant_id, type)
      SELECT now(), gen_random_uuid(), md5('tenant')::uuid, 'call.none'
        FROM generate_series(1, %d)
      """;

  /** Loops query each tenant, and their runs are logged with all visited rows. */
  private static final int ROWS_PER_TENANT = 50;

  /** Rows of the event queue: dequeued ones are visited until vacuumed. */
  static final int QUEUED = 10_000;

  private static final String COLUMNS_OF =
      """
      SELECT column_name, data_type FROM information_schema.columns
       WHERE table_schema = 'public' AND table_name = ? AND is_generated = 'NEVER'
         AND column_name NOT IN ('xid', 'seq')
       ORDER BY ordinal_position
      """;

  private final TestDatabase database;
  private final List<UUID> tenants;

  /**
   * @param tenants owners of the copies, most of them the first one's
   */
  GrownTables(TestDatabase database, List<UUID> tenants) {
    this.database = database;
    this.tenants = tenants;
  }

  /** Grows every table to that many rows, {@code tenant} to a fiftieth. */
  void grow(int rows) {
    TABLES.parallelStream().forEach(table -> copy(table, rows));
    copy("tenant", rows / ROWS_PER_TENANT);
    for (String statement : ImpliedRows.statements(tenants.getFirst(), rows)) {
      execute(connection -> statement);
    }
  }

  /** Refills the event queue, which a running service empties. */
  void queueEvents() {
    execute(connection -> QUEUED_EVENTS.formatted(QUEUED));
  }

  private void copy(String table, int rows) {
    execute(connection -> copies(connection, table, rows));
  }

  private interface SqlText {
    String of(Connection connection) throws SQLException;
  }

  /** Without triggers and foreign keys. */
  private void execute(SqlText text) {
    try (Connection connection = database.connectAsSuperuser();
        Statement statement = connection.createStatement()) {
      statement.execute("SET session_replication_role = replica");
      statement.executeUpdate(text.of(connection));
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  private String copies(Connection connection, String table, int rows) throws SQLException {
    List<String> columns = new ArrayList<>();
    List<String> expressions = new ArrayList<>();
    try (PreparedStatement query = connection.prepareStatement(COLUMNS_OF)) {
      query.setString(1, table);
      ResultSet found = query.executeQuery();
      while (found.next()) {
        columns.add(found.getString(1));
        expressions.add(expression(table, found.getString(1), found.getString(2)));
      }
    }
    return """
    WITH originals AS MATERIALIZED (SELECT * FROM %1$s WHERE %2$s LIMIT 100)
    INSERT INTO %1$s (%3$s)
    SELECT %4$s
      FROM originals
     CROSS JOIN generate_series(1, %5$d / (SELECT nullif(count(*), 0) FROM originals)) AS n
    ON CONFLICT DO NOTHING
    """
        .formatted(
            table,
            AT_REST.getOrDefault(table, "true"),
            String.join(", ", columns),
            String.join(", ", expressions),
            rows);
  }

  private String expression(String table, String column, String type) {
    String exception = EXCEPTIONS.get(table + "." + column);
    if (exception != null) {
      return exception;
    }
    if (column.equals("tenant_id") && table.equals("sequence")) { // at most 200 per tenant
      return "CASE n WHEN 1 THEN '%s' WHEN 2 THEN '%s' ELSE gen_random_uuid() END::uuid"
          .formatted(tenants.getLast(), tenants.getFirst());
    }
    if (column.equals("tenant_id")) {
      return "CASE n %% 10 WHEN 0 THEN tenant_id WHEN 1 THEN '%s' ELSE '%s' END::uuid"
          .formatted(tenants.getLast(), tenants.getFirst());
    }
    if (type.equals("uuid")) {
      return "md5(%s::text || n)::uuid".formatted(column);
    }
    boolean moment = type.startsWith("timestamp");
    if (column.endsWith("_at") != moment) {
      return column;
    }
    return COLUMNS.getOrDefault(column, "%s").formatted(column);
  }
}
