package eu.callorders.server.erasure;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.server.database.RowMapper;
import eu.callorders.server.json.Json;
import eu.callorders.server.order.GoneOrderKeyStore;
import eu.callorders.server.time.Timestamps;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.UUID;

/**
 * Redacts personal data of ended orders, signals and enrollments. What remains states what was
 * done, when, and with what result, but not the subject.
 */
final class PersonalDataRedactor {
  /** Personal members of a document; a simulated outcome may quote the subject too. */
  private static final List<String> PERSONAL_MEMBERS =
      List.of("subject", "contacts", "context", "simulate");

  private static final String LOAD =
      """
      SELECT o.id, b.document::text, r.result::text
        FROM unnest($2::uuid[]) AS requested (id)
        JOIN call_order o ON o.id = requested.id
        JOIN call_order_body b ON b.order_id = o.id
        JOIN call_order_result r ON r.order_id = o.id
       WHERE o.tenant_id = $1 AND o.redacted_at IS NULL
      """;

  private static final String ORDERS =
      """
      UPDATE call_order o
         SET subject_reference = '', redacted_at = $3, updated_at = $3, revision = revision + 1
        FROM unnest($2::uuid[]) AS requested (id)
       WHERE o.tenant_id = $1 AND o.id = requested.id AND o.ended_at IS NOT NULL
      """;

  private static final String BODIES =
      """
      UPDATE call_order_body b
         SET document = c.document::json, key_hashes = '{}'
        FROM unnest($2::uuid[], $3::text[]) AS c (order_id, document)
       WHERE b.tenant_id = $1 AND b.order_id = c.order_id
      """;

  private static final String RESULTS =
      """
      UPDATE call_order_result r
         SET result = c.result::json
        FROM unnest($2::uuid[], $3::text[]) AS c (order_id, result)
       WHERE r.tenant_id = $1 AND r.order_id = c.order_id
      """;

  // Comparing the tenant as text forces the index by id.

  private static final String ATTEMPTS_OF_ORDERS =
      """
      SELECT id
        FROM call_attempt
       WHERE tenant_id::text = $1::uuid::text AND order_id = ANY ($2)
      """;

  private static final String TRANSCRIPTS =
      """
      DELETE FROM transcript
       WHERE tenant_id::text = $1::uuid::text AND attempt_id = ANY ($2)
      """;

  private static final String FAILED_EVENTS =
      """
      DELETE FROM failed_work f
       USING call_attempt a
       WHERE a.tenant_id::text = $1::uuid::text AND a.id = ANY ($2) AND f.attempt_id = a.id
      """;

  private static final String ENQUEUE_GATEWAY_ERASURES =
      """
      INSERT INTO gateway_erasure (attempt_id, tenant_id, next_attempt_at)
      SELECT id, $1::uuid, $3::timestamptz
        FROM call_attempt
       WHERE tenant_id::text = $1::uuid::text AND id = ANY ($2)
      ON CONFLICT DO NOTHING
      """;

  private static final String ENQUEUE_UNKNOWN_CALLS =
      """
      INSERT INTO gateway_erasure (attempt_id, tenant_id, next_attempt_at)
      SELECT attempt_id, $1::uuid, $3::timestamptz FROM unknown_call WHERE order_id = ANY ($2)
      ON CONFLICT DO NOTHING
      """;

  private static final String UNKNOWN_CALLS =
      """
      DELETE FROM unknown_call
       WHERE order_id = ANY ($1) AND (priority = 1 OR objection_recorded)
      """;

  /**
   * Expedites objections without a do-not-call entry: the entry is created first, then the call is
   * deleted.
   */
  private static final String UNKNOWN_OBJECTIONS =
      """
      UPDATE unknown_call
         SET next_run_at = now()
       WHERE order_id = ANY ($1) AND priority = 0 AND NOT objection_recorded
      """;

  private static final String ATTEMPTS =
      """
      UPDATE call_attempt
         SET subject_reference = '', phone = '', report = NULL, transcript_expires_at = NULL,
             report_due_at = NULL, reconcile_at = NULL,
             claim_key = '00000000-0000-0000-0000-000000000000'
       WHERE tenant_id::text = $1::uuid::text AND id = ANY ($2)
      """;

  private static final String SIGNALS =
      """
      UPDATE signal s
         SET subject_reference = '', subject_data = NULL, subject_data_complete = false,
             redacted_at = $3
        FROM unnest($2::uuid[]) AS requested (id)
       WHERE s.tenant_id::text = $1::uuid::text AND s.id = requested.id AND s.redacted_at IS NULL
      """;

  private static final String ENROLLMENTS =
      """
      UPDATE enrollment e
         SET subject_reference = '', redacted_at = $3, revision = revision + 1
        FROM unnest($2::uuid[]) AS requested (id)
       WHERE e.tenant_id::text = $1::uuid::text
         AND e.id = requested.id
         AND e.ended_at IS NOT NULL
         AND e.redacted_at IS NULL
      """;

  private static final String ENROLLMENT_BODIES =
      """
      UPDATE enrollment_body SET subject_data = NULL
       WHERE tenant_id = $1 AND enrollment_id = ANY ($2)
      """;

  private PersonalDataRedactor() {}

  /**
   * Redacts ended orders of one tenant; returns how many, since a concurrent transaction may have
   * redacted some. The caller holds the subjects' locks.
   *
   * @param now the tenant's time
   * @param realNow when to request the erasure at the gateway
   */
  static Future<Integer> redactOrders(
      SqlConnection connection, UUID tenantId, Collection<UUID> ids, Instant now, Instant realNow) {
    return connection
        .preparedQuery(LOAD)
        .execute(tuple(tenantId, ids.toArray(UUID[]::new)))
        .map(rows -> rows.stream().toList())
        .compose(rows -> redactOrders(connection, tenantId, rows, now, realNow));
  }

  private static Future<Integer> redactOrders(
      SqlConnection connection, UUID tenantId, List<Row> rows, Instant now, Instant realNow) {
    UUID[] ids = rows.stream().map(row -> row.getUUID("id")).toArray(UUID[]::new);
    String[] documents =
        rows.stream()
            .map(row -> redactDocument(row.getString("document"), now))
            .toArray(String[]::new);
    String[] results =
        rows.stream().map(row -> redactResult(row.getString("result"))).toArray(String[]::new);
    List<Future<?>> writes = new ArrayList<>();
    writes.add(
        execute(connection, ORDERS, Tuple.of(tenantId, ids, RowMapper.time(now)))
            .map(changed -> requireAll(changed, ids.length)));
    writes.add(execute(connection, BODIES, Tuple.of(tenantId, ids, documents)));
    writes.add(execute(connection, RESULTS, Tuple.of(tenantId, ids, results)));
    writes.add(
        execute(
            connection, ENQUEUE_UNKNOWN_CALLS, Tuple.of(tenantId, ids, RowMapper.time(realNow))));
    writes.add(execute(connection, UNKNOWN_CALLS, Tuple.of((Object) ids)));
    writes.add(execute(connection, UNKNOWN_OBJECTIONS, Tuple.of((Object) ids)));
    writes.add(
        connection
            .preparedQuery(ATTEMPTS_OF_ORDERS)
            .execute(tuple(tenantId, ids))
            .map(found -> found.stream().map(row -> row.getUUID("id")).toArray(UUID[]::new))
            .compose(attempts -> redactAttempts(connection, tenantId, attempts, realNow)));
    return Future.join(writes).map(ids.length);
  }

  /** Redacts attempts of one tenant's lost orders; returns how many. */
  static Future<Integer> redactAttempts(
      SqlConnection connection, UUID tenantId, Collection<UUID> ids, Instant realNow) {
    return GoneOrderKeyStore.deleteOfAttempts(connection, ids)
        .compose(done -> redactAttempts(connection, tenantId, ids.toArray(UUID[]::new), realNow));
  }

  private static Future<Integer> redactAttempts(
      SqlConnection connection, UUID tenantId, UUID[] ids, Instant realNow) {
    return execute(connection, TRANSCRIPTS, tuple(tenantId, ids))
        .compose(done -> execute(connection, FAILED_EVENTS, tuple(tenantId, ids)))
        .compose(
            done ->
                execute(
                    connection,
                    ENQUEUE_GATEWAY_ERASURES,
                    Tuple.of(tenantId, ids, RowMapper.time(realNow))))
        .compose(done -> execute(connection, ATTEMPTS, tuple(tenantId, ids)));
  }

  /** What clients still see of an order, with the time of redaction. */
  private static String redactDocument(String stored, Instant now) {
    ObjectNode document = (ObjectNode) Json.parse(stored);
    document.remove(PERSONAL_MEMBERS);
    return document.put("redacted_at", Timestamps.format(now)).toString();
  }

  /** Keeps codes, dates and the objection with its do-not-call entry. */
  private static String redactResult(String stored) {
    ObjectNode result = (ObjectNode) Json.parse(stored);
    ((ObjectNode) result.path("termination")).remove("note");
    JsonNode objection = result.path("findings").path("objection");
    ObjectNode findings = Json.object();
    if (!objection.isMissingNode()) {
      findings.set("objection", objection);
    }
    result.set("findings", findings);
    return result.toString();
  }

  static Future<Integer> redactSignals(
      SqlConnection connection, UUID tenantId, Collection<UUID> ids, Instant now) {
    return execute(
        connection, SIGNALS, Tuple.of(tenantId, ids.toArray(UUID[]::new), RowMapper.time(now)));
  }

  static Future<Integer> redactEnrollments(
      SqlConnection connection, UUID tenantId, Collection<UUID> ids, Instant now) {
    UUID[] all = ids.toArray(UUID[]::new);
    return execute(connection, ENROLLMENTS, Tuple.of(tenantId, all, RowMapper.time(now)))
        .compose(
            changed -> execute(connection, ENROLLMENT_BODIES, tuple(tenantId, all)).map(changed));
  }

  private static Tuple tuple(UUID tenantId, UUID[] ids) {
    return Tuple.tuple().addUUID(tenantId).addArrayOfUUID(ids);
  }

  private static Future<Integer> execute(
      SqlConnection connection, String statement, Tuple arguments) {
    return connection.preparedQuery(statement).execute(arguments).map(rows -> rows.rowCount());
  }

  @SuppressWarnings("NullAway") // a Future<Void> carries null
  private static Void requireAll(int changed, int expected) {
    if (changed != expected) {
      throw new IllegalStateException("redacted " + changed + " rows instead of " + expected);
    }
    return null;
  }
}
