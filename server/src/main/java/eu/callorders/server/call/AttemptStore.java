package eu.callorders.server.call;

import eu.callorders.core.call.Actor;
import eu.callorders.core.call.Cause;
import eu.callorders.core.call.Disposition;
import eu.callorders.server.database.BatchStatement;
import eu.callorders.server.database.RowMapper;
import eu.callorders.server.database.Statements;
import eu.callorders.server.list.Cursors.Position;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** SQL of the attempts of call orders. */
public final class AttemptStore {
  private static final String LOAD =
      """
      SELECT id, tenant_id, order_id, subject_reference, phone, from_number, status, attempt_number,
             gateway_ref, intended_at, started_at, answered_at, ended_at, disposition, cause,
             ended_by, suppression_id, report::text, transcript_expires_at, report_due_at,
             not_after, reconcile_at, contact_day, dial_day, claim_key, decision::text,
             simulator_node, gateway_events::text
        FROM call_attempt
      """;

  private static final String BY_ORDERS = LOAD + "WHERE order_id = ANY ($1) ORDER BY id";

  private static final String FIND = LOAD + "WHERE tenant_id = $1 AND id = $2";

  private static final String INSERT =
      """
      INSERT INTO call_attempt (id, tenant_id, order_id, subject_reference, phone, from_number,
        status, intended_at, not_after, reconcile_at, contact_day, dial_day, claim_key, decision,
        simulator_node)
      SELECT id, tenant_id, order_id, subject_reference, phone, from_number,
             'placing', intended_at, not_after, reconcile_at, contact_day, dial_day, claim_key,
             decision::json, simulator_node
        FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::text[],
                    $7::timestamptz[], $8::timestamptz[], $9::timestamptz[], $10::date[],
                    $11::date[], $12::uuid[], $13::text[], $14::uuid[])
          AS new (id, tenant_id, order_id, subject_reference, phone, from_number, intended_at,
                  not_after, reconcile_at, contact_day, dial_day, claim_key, decision,
                  simulator_node)
      """;

  private static final String OF_GONE_ORDERS =
      LOAD
          + """
          WHERE tenant_id = $1 AND subject_reference = $2 AND order_gone
            AND (intended_at, id) > ($3, $4)
          ORDER BY intended_at, id
          LIMIT $5
          """;

  private static final String UPDATE =
      """
      UPDATE call_attempt a
         SET status = c.status, attempt_number = c.attempt_number, gateway_ref = c.gateway_ref,
             started_at = c.started_at, answered_at = c.answered_at, ended_at = c.ended_at,
             disposition = c.disposition, cause = c.cause, ended_by = c.ended_by,
             suppression_id = c.suppression_id, report = c.report::json,
             transcript_expires_at = c.transcript_expires_at, report_due_at = c.report_due_at,
             reconcile_at = c.reconcile_at, gateway_events = c.gateway_events::json
        FROM unnest($1::uuid[], $2::text[], $3::int[], $4::text[], $5::timestamptz[],
                    $6::timestamptz[], $7::timestamptz[], $8::text[], $9::text[], $10::text[],
                    $11::uuid[], $12::text[], $13::timestamptz[], $14::timestamptz[],
                    $15::timestamptz[], $16::text[])
          AS c (id, status, attempt_number, gateway_ref, started_at, answered_at, ended_at,
                disposition, cause, ended_by, suppression_id, report, transcript_expires_at, report_due_at,
                reconcile_at, gateway_events)
       WHERE a.id = c.id
      """;

  private static final String LAST_NUMBERS =
      """
      SELECT order_id, max(attempt_number) AS attempt_number
        FROM call_attempt
       WHERE order_id = ANY ($1) AND attempt_number IS NOT NULL
       GROUP BY order_id
      """;

  private static final String OWNERS =
      """
      SELECT id, tenant_id, order_id, subject_reference
        FROM call_attempt
       WHERE id = ANY ($1) AND subject_reference <> ''
      """;

  private static final String OBJECTED =
      """
      UPDATE call_attempt SET suppression_id = $2 WHERE id = $1 AND suppression_id IS NULL
      """;

  private static final String ORDERS_GONE =
      "UPDATE call_attempt SET order_gone = true WHERE id = ANY ($1)";

  private static final String ORDERS_BACK =
      """
      UPDATE call_attempt SET order_gone = false WHERE order_id = ANY ($1) AND order_gone
      """;

  /** Comparing the tenant as text forces the index by id. */
  private static final String IDS_OF_ORDERS =
      """
      SELECT id
        FROM call_attempt
       WHERE tenant_id::text = $1::uuid::text AND order_id = ANY ($2)
      """;

  /** Comparing the tenant as text forces the index by id. */
  private static final String REDACT =
      """
      UPDATE call_attempt
         SET subject_reference = '', phone = '', report = NULL, transcript_expires_at = NULL,
             report_due_at = NULL, reconcile_at = NULL, gateway_events = NULL,
             claim_key = '00000000-0000-0000-0000-000000000000'
       WHERE tenant_id::text = $1::uuid::text AND id = ANY ($2)
      """;

  public record Owner(UUID tenantId, UUID orderId, String subjectReference) {}

  private AttemptStore() {}

  /** The attempts by order, oldest first; orders without attempts are absent. */
  public static Future<Map<UUID, List<CallAttempt>>> byOrders(
      SqlConnection connection, Collection<UUID> orderIds) {
    return connection
        .preparedQuery(BY_ORDERS)
        .execute(Tuple.of((Object) orderIds.toArray(UUID[]::new)))
        .map(
            rows ->
                rows.stream()
                    .map(AttemptRow::read)
                    .collect(Collectors.groupingBy(attempt -> attempt.attempt().orderId())));
  }

  public static Future<Optional<CallAttempt>> find(
      SqlConnection connection, UUID tenantId, UUID attemptId) {
    return Statements.first(connection, FIND, Tuple.of(tenantId, attemptId), AttemptRow::read);
  }

  /** The next attempts of a subject whose orders a database restore lost, oldest first. */
  public static Future<List<CallAttempt>> ofGoneOrders(
      SqlConnection connection, UUID tenantId, String subjectReference, Position after, int limit) {
    return Statements.list(
        connection,
        OF_GONE_ORDERS,
        Tuple.of(tenantId, subjectReference, RowMapper.time(after.at()), after.id(), limit),
        AttemptRow::read);
  }

  /** The owners of attempts; unknown attempts and those of erased subjects are absent. */
  public static Future<Map<UUID, Owner>> owners(
      SqlConnection connection, Collection<UUID> attemptIds) {
    return connection
        .preparedQuery(OWNERS)
        .execute(Tuple.of((Object) attemptIds.toArray(UUID[]::new)))
        .map(
            RowMapper.toMap(
                row -> row.getUUID("id"),
                row ->
                    new Owner(
                        row.getUUID("tenant_id"),
                        row.getUUID("order_id"),
                        row.getString("subject_reference"))));
  }

  /** The highest attempt number of each order; orders without one are absent. */
  public static Future<Map<UUID, Integer>> lastNumbers(
      SqlConnection connection, Collection<UUID> orderIds) {
    return connection
        .preparedQuery(LAST_NUMBERS)
        .execute(Tuple.of((Object) orderIds.toArray(UUID[]::new)))
        .map(
            RowMapper.toMap(
                row -> row.getUUID("order_id"), row -> row.getInteger("attempt_number")));
  }

  /** Sets the suppression of an attempt; false when it has one. */
  public static Future<Boolean> setSuppression(
      SqlConnection connection, UUID attemptId, UUID suppressionId) {
    return Statements.update(connection, OBJECTED, Tuple.of(attemptId, suppressionId))
        .map(count -> count == 1);
  }

  /** Writes intents: attempts that were not sent to the gateway yet. */
  public static Future<Void> insert(SqlConnection connection, List<CallAttempt> intents) {
    if (intents.isEmpty()) {
      return Future.succeededFuture();
    }
    return BatchStatement.of(INSERT, intents)
        .uuids(CallAttempt::id)
        .uuids(CallAttempt::tenantId)
        .uuids(intent -> intent.attempt().orderId())
        .strings(attempt -> attempt.intent().subjectReference())
        .strings(intent -> intent.attempt().phone().e164())
        .strings(attempt -> attempt.intent().callerId().e164())
        .times(attempt -> attempt.intent().intendedAt())
        .times(attempt -> attempt.intent().notAfter())
        .times(attempt -> attempt.followUp().reconcileAt())
        .dates(attempt -> attempt.intent().contactDay())
        .dates(attempt -> attempt.intent().dialDay())
        .uuids(attempt -> attempt.intent().claimKey())
        .strings(attempt -> attempt.intent().decision().toString())
        .uuids(attempt -> attempt.intent().simulatorNode())
        .update(connection);
  }

  public static Future<Void> markOrdersGone(SqlConnection connection, Collection<UUID> attemptIds) {
    return connection
        .preparedQuery(ORDERS_GONE)
        .execute(Tuple.of((Object) attemptIds.toArray(UUID[]::new)))
        .map(result -> Statements.requireRowCount(result, attemptIds.size()));
  }

  /** Clears the mark of attempts whose orders were placed again. */
  public static Future<Void> clearOrdersGone(SqlConnection connection, Collection<UUID> orderIds) {
    return Statements.execute(
        connection, ORDERS_BACK, Tuple.of((Object) orderIds.toArray(UUID[]::new)));
  }

  public static Future<Void> update(SqlConnection connection, List<CallAttempt> changed) {
    if (changed.isEmpty()) {
      return Future.succeededFuture();
    }
    return BatchStatement.of(UPDATE, changed)
        .uuids(CallAttempt::id)
        .strings(a -> a.attempt().status().wire())
        .ints(AttemptStore::number)
        .strings(a -> a.attempt().gatewayRef())
        .times(a -> a.attempt().startedAt())
        .times(a -> a.attempt().answeredAt())
        .times(a -> a.attempt().endedAt())
        .strings(AttemptStore::disposition)
        .strings(AttemptStore::cause)
        .strings(AttemptStore::endedBy)
        .uuids(CallAttempt::suppressionId)
        .strings(AttemptStore::report)
        .times(CallAttempt::transcriptExpiresAt)
        .times(attempt -> attempt.followUp().reportDueAt())
        .times(attempt -> attempt.followUp().reconcileAt())
        .strings(attempt -> GatewayEventsJson.write(attempt.followUp().gatewayEvents()))
        .update(connection);
  }

  public static Future<List<UUID>> idsOfOrders(
      SqlConnection connection, UUID tenantId, Collection<UUID> orderIds) {
    return connection
        .preparedQuery(IDS_OF_ORDERS)
        .execute(RowMapper.tenantAndIds(tenantId, orderIds))
        .map(RowMapper.toList(row -> row.getUUID("id")));
  }

  /** Redacts what names the subject; returns the number of attempts. */
  public static Future<Integer> redact(
      SqlConnection connection, UUID tenantId, Collection<UUID> attemptIds) {
    return Statements.update(connection, REDACT, RowMapper.tenantAndIds(tenantId, attemptIds));
  }

  private static @Nullable Integer number(CallAttempt attempt) {
    return attempt.attempt().attemptNumber() == 0
        ? null
        : (Integer) attempt.attempt().attemptNumber();
  }

  private static @Nullable String disposition(CallAttempt attempt) {
    Disposition disposition = attempt.attempt().disposition();
    return disposition == null ? null : disposition.wire();
  }

  private static @Nullable String cause(CallAttempt attempt) {
    Cause cause = attempt.attempt().cause();
    return cause == null ? null : cause.wire();
  }

  private static @Nullable String endedBy(CallAttempt attempt) {
    Actor endedBy = attempt.attempt().endedBy();
    return endedBy == null ? null : endedBy.wire();
  }

  private static @Nullable String report(CallAttempt attempt) {
    AgentReport report = attempt.report();
    return report == null ? null : report.toJson().toString();
  }
}
