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

  /**
   * Inserts for tables that are implied by others or may be empty; parameters are a tenant's id and
   * the number of rows.
   */
  private static final List<String> IMPLIED =
      List.of(
          """
          UPDATE enrollment e
             SET sequence_id = (SELECT s.id
                                  FROM sequence s
                                 WHERE s.tenant_id = e.tenant_id
                                 ORDER BY s.created_at DESC, s.id DESC
                                 LIMIT 1)
           WHERE NOT EXISTS (SELECT FROM sequence s
                              WHERE s.id = e.sequence_id AND s.tenant_id = e.tenant_id)
          """,
          """
          INSERT INTO enrollment_phone (tenant_id, phone, enrollment_id)
          SELECT tenant_id, '+4930' || row_number() OVER (), id FROM enrollment
          ON CONFLICT DO NOTHING
          """,
          """
          INSERT INTO gateway_erasure (attempt_id, tenant_id, next_attempt_at)
          SELECT id, tenant_id, now() + interval '1 year' FROM call_attempt
          """,
          // Due, but never claimed: there is no such endpoint.
          """
          INSERT INTO webhook_delivery_queue
            (tenant_id, created_at, delivery_id, endpoint_id, priority, due_at)
          SELECT '%1$s', now(), md5('due' || n)::uuid, md5('endpoint')::uuid, 0, now()
            FROM generate_series(1, %2$d) AS n
          """,
          "UPDATE audit_head SET entries = (SELECT max(position) FROM audit_entry)",
          """
          INSERT INTO unknown_call (attempt_id, order_id, priority, listed, next_run_at)
          SELECT md5('unknown' || n)::uuid, md5('order' || n)::uuid, 1, true,
                 now() + interval '1 year'
            FROM generate_series(1, %2$d) AS n
          """,
          """
          INSERT INTO unknown_call_event (attempt_id, event_id, document)
          SELECT attempt_id, 'event', '{}' FROM unknown_call
          """,
          """
          INSERT INTO gone_order_key (tenant_id, key_hash, order_id)
          SELECT '%1$s', md5('key' || n)::uuid, md5('order' || n)::uuid
            FROM generate_series(1, %2$d) AS n
          """,
          """
          INSERT INTO erased_contact
            (tenant_id, reference_hash, phone_hash, claim_hash, ended_at, contact_day, cause,
             answered, expires_at)
          SELECT '%1$s', md5('reference' || n)::uuid, md5('phone' || n)::uuid,
                 md5('claim' || n)::uuid, now(), now()::date, 'normal', false,
                 now() + interval '8 days'
            FROM generate_series(1, %2$d) AS n
          """,
          """
          INSERT INTO held_order (tenant_id, order_id, hold_id)
          SELECT tenant_id, md5('order' || id)::uuid, id FROM hold WHERE status = 'active'
          """,
          """
          INSERT INTO legal_hold (id, tenant_id, subject_reference, reason, created_at)
          SELECT md5('legal hold' || n)::uuid, '%1$s', 'litigant-' || n, 'none', now()
            FROM generate_series(1, %2$d) AS n
          """,
          """
          INSERT INTO call_evidence (call_id, tenant_id, created_at, jws, root, leaves, leaf, path)
          SELECT id, tenant_id, now(), 'jws', sha256('root'), 1, 0, '' FROM call_attempt
          ON CONFLICT DO NOTHING
          """,
          """
          INSERT INTO call_hangup (attempt_id, tenant_id, reason, requested_by, requested_at, pending)
          SELECT id, tenant_id, 'none', 'operator', now(), false FROM call_attempt
          ON CONFLICT DO NOTHING
          """,
          """
          INSERT INTO predial_question
            (tenant_id, order_id, question_id, entity_tag, held_until, delete_after)
          SELECT '%1$s', md5('order' || n)::uuid, md5('question' || n)::uuid, 1, now(),
                 now() + interval '1 year'
            FROM generate_series(1, %2$d) AS n
          """,
          """
          INSERT INTO failed_work (kind, item_id, attempt_id, error)
          SELECT 'gateway_event', n, md5('attempt' || n)::uuid, 'error'
            FROM generate_series(1, %2$d) AS n
          """,
          """
          INSERT INTO suppression_enforcement (suppression_id, tenant_id, next_run_at)
          SELECT md5('suppression' || n)::uuid, md5('tenant')::uuid, now() + interval '1 year'
            FROM generate_series(1, %2$d) AS n
          """,
          // One name, and the trigram of a text that few rows contain, in every row, at every age.
          """
          INSERT INTO search_text (id, tenant_id, kind, number, text, phones)
          SELECT md5('search' || n)::uuid, '%1$s', 'order', n - %2$d, 'person-1' || n || '-000', ''
            FROM generate_series(1, %2$d) AS n
          """,
          """
          INSERT INTO search_trigram (number, keys)
          SELECT t.number, ARRAY(
                   SELECT DISTINCT (t.number >> 12) << 24
                          | (ascii(substr(t.text, i)) * 257 + ascii(substr(t.text, i + 1))) * 257
                            + ascii(substr(t.text, i + 2))
                     FROM generate_series(1, length(t.text) - 2) AS i)
            FROM search_text t WHERE t.number <= 0
          """,
          """
          INSERT INTO dial_halt (id, tenant_id, reason, halted_at, lifted_at, released_at)
          SELECT md5('halt' || n)::uuid, '%1$s', 'none', now(), now(), now()
            FROM generate_series(1, %2$d) AS n
          """);

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
    for (String implied : IMPLIED) {
      execute(connection -> implied.formatted(tenants.getFirst(), rows));
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
