package eu.callorders.server.call;

import eu.callorders.core.call.Actor;
import eu.callorders.core.call.Attempt;
import eu.callorders.core.call.AttemptStatus;
import eu.callorders.core.call.Cause;
import eu.callorders.core.call.Conversation;
import eu.callorders.core.call.Disposition;
import eu.callorders.core.call.Findings;
import eu.callorders.core.call.PhoneNumber;
import eu.callorders.server.database.RowMapper;
import eu.callorders.server.json.Json;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** SQL of the attempts of call orders. */
public final class AttemptStore {
  private static final String BY_ORDERS =
      """
      SELECT id, tenant_id, order_id, subject_reference, phone, from_number, status, attempt_number,
             gateway_ref, intended_at, started_at, answered_at, ended_at, disposition, cause,
             ended_by, suppression_id, report::text, transcript_expires_at, report_due_at,
             not_after, reconcile_at, contact_day, dial_day, claim_key, decision::text
        FROM call_attempt
       WHERE order_id = ANY ($1)
       ORDER BY id
      """;

  private static final String FIND =
      """
      SELECT id, tenant_id, order_id, subject_reference, phone, from_number, status, attempt_number,
             gateway_ref, intended_at, started_at, answered_at, ended_at, disposition, cause,
             ended_by, suppression_id, report::text, transcript_expires_at, report_due_at,
             not_after, reconcile_at, contact_day, dial_day, claim_key, decision::text
        FROM call_attempt
       WHERE tenant_id = $1 AND id = $2
      """;

  private static final String INSERT =
      """
      INSERT INTO call_attempt (id, tenant_id, order_id, subject_reference, phone, from_number,
        status, intended_at, not_after, reconcile_at, contact_day, dial_day, claim_key, decision)
      SELECT id, tenant_id, order_id, subject_reference, phone, from_number,
             'placing', intended_at, not_after, reconcile_at, contact_day, dial_day, claim_key,
             decision::json
        FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::text[],
                    $7::timestamptz[], $8::timestamptz[], $9::timestamptz[], $10::date[],
                    $11::date[], $12::uuid[], $13::text[])
          AS new (id, tenant_id, order_id, subject_reference, phone, from_number, intended_at,
                  not_after, reconcile_at, contact_day, dial_day, claim_key, decision)
      """;

  private static final String UPDATE =
      """
      UPDATE call_attempt a
         SET status = c.status, attempt_number = c.attempt_number, gateway_ref = c.gateway_ref,
             started_at = c.started_at, answered_at = c.answered_at, ended_at = c.ended_at,
             disposition = c.disposition, cause = c.cause, ended_by = c.ended_by,
             suppression_id = c.suppression_id, report = c.report::json,
             transcript_expires_at = c.transcript_expires_at, report_due_at = c.report_due_at,
             reconcile_at = c.reconcile_at
        FROM unnest($1::uuid[], $2::text[], $3::int[], $4::text[], $5::timestamptz[],
                    $6::timestamptz[], $7::timestamptz[], $8::text[], $9::text[], $10::text[],
                    $11::uuid[], $12::text[], $13::timestamptz[], $14::timestamptz[],
                    $15::timestamptz[])
          AS c (id, status, attempt_number, gateway_ref, started_at, answered_at, ended_at,
                disposition, cause, ended_by, suppression_id, report, transcript_expires_at, report_due_at,
                reconcile_at)
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
             report_due_at = NULL, reconcile_at = NULL,
             claim_key = '00000000-0000-0000-0000-000000000000'
       WHERE tenant_id::text = $1::uuid::text AND id = ANY ($2)
      """;

  public record Owner(UUID tenantId, UUID orderId, String subjectReference) {}

  /** The attempts by order, oldest first; orders without attempts are absent. */
  public Future<Map<UUID, List<CallAttempt>>> byOrders(
      SqlConnection connection, Collection<UUID> orderIds) {
    return connection
        .preparedQuery(BY_ORDERS)
        .execute(Tuple.of((Object) orderIds.toArray(UUID[]::new)))
        .map(
            rows ->
                rows.stream()
                    .map(AttemptStore::read)
                    .collect(Collectors.groupingBy(attempt -> attempt.attempt().orderId())));
  }

  public Future<Optional<CallAttempt>> find(
      SqlConnection connection, UUID tenantId, UUID attemptId) {
    return connection
        .preparedQuery(FIND)
        .execute(Tuple.of(tenantId, attemptId))
        .map(rows -> rows.stream().map(AttemptStore::read).findFirst());
  }

  /** The owners of attempts; unknown attempts and those of erased subjects are absent. */
  public Future<Map<UUID, Owner>> owners(SqlConnection connection, Collection<UUID> attemptIds) {
    return connection
        .preparedQuery(OWNERS)
        .execute(Tuple.of((Object) attemptIds.toArray(UUID[]::new)))
        .map(
            rows ->
                rows.stream()
                    .collect(
                        Collectors.toMap(
                            row -> row.getUUID("id"),
                            row ->
                                new Owner(
                                    row.getUUID("tenant_id"),
                                    row.getUUID("order_id"),
                                    row.getString("subject_reference")))));
  }

  /** The highest attempt number of each order; orders without one are absent. */
  public Future<Map<UUID, Integer>> lastNumbers(
      SqlConnection connection, Collection<UUID> orderIds) {
    return connection
        .preparedQuery(LAST_NUMBERS)
        .execute(Tuple.of((Object) orderIds.toArray(UUID[]::new)))
        .map(
            rows ->
                rows.stream()
                    .collect(
                        Collectors.toMap(
                            row -> row.getUUID("order_id"),
                            row -> row.getInteger("attempt_number"))));
  }

  /** Sets the suppression of an attempt; false when it has one. */
  public Future<Boolean> setSuppression(
      SqlConnection connection, UUID attemptId, UUID suppressionId) {
    return connection
        .preparedQuery(OBJECTED)
        .execute(Tuple.of(attemptId, suppressionId))
        .map(result -> result.rowCount() == 1);
  }

  /** Writes intents: attempts that were not sent to the gateway yet. */
  public Future<Void> insert(SqlConnection connection, List<CallAttempt> intents) {
    if (intents.isEmpty()) {
      return Future.succeededFuture();
    }
    return connection
        .preparedQuery(INSERT)
        .execute(
            RowMapper.columns(
                column(intents, CallAttempt::id, new UUID[0]),
                column(intents, CallAttempt::tenantId, new UUID[0]),
                column(intents, intent -> intent.attempt().orderId(), new UUID[0]),
                column(intents, attempt -> attempt.intent().subjectReference(), new String[0]),
                column(intents, intent -> intent.attempt().phone().e164(), new String[0]),
                column(intents, attempt -> attempt.intent().callerId().e164(), new String[0]),
                times(intents, attempt -> attempt.intent().intendedAt()),
                times(intents, attempt -> attempt.intent().notAfter()),
                times(intents, attempt -> attempt.followUp().reconcileAt()),
                column(intents, attempt -> attempt.intent().contactDay(), new LocalDate[0]),
                column(intents, attempt -> attempt.intent().dialDay(), new LocalDate[0]),
                column(intents, attempt -> attempt.intent().claimKey(), new UUID[0]),
                column(intents, attempt -> attempt.intent().decision().toString(), new String[0])))
        .map(result -> RowMapper.requireRowCount(result, intents.size()));
  }

  public Future<Void> markOrdersGone(SqlConnection connection, Collection<UUID> attemptIds) {
    return connection
        .preparedQuery(ORDERS_GONE)
        .execute(Tuple.of((Object) attemptIds.toArray(UUID[]::new)))
        .map(result -> RowMapper.requireRowCount(result, attemptIds.size()));
  }

  /** Clears the mark of attempts whose orders were placed again. */
  public static Future<Void> clearOrdersGone(SqlConnection connection, Collection<UUID> orderIds) {
    return connection
        .preparedQuery(ORDERS_BACK)
        .execute(Tuple.of((Object) orderIds.toArray(UUID[]::new)))
        .mapEmpty();
  }

  public Future<Void> update(SqlConnection connection, List<CallAttempt> changed) {
    if (changed.isEmpty()) {
      return Future.succeededFuture();
    }
    return connection
        .preparedQuery(UPDATE)
        .execute(
            RowMapper.columns(
                column(changed, CallAttempt::id, new UUID[0]),
                column(changed, a -> a.attempt().status().wire(), new String[0]),
                column(changed, AttemptStore::number, new Integer[0]),
                column(changed, a -> a.attempt().gatewayRef(), new String[0]),
                times(changed, a -> a.attempt().startedAt()),
                times(changed, a -> a.attempt().answeredAt()),
                times(changed, a -> a.attempt().endedAt()),
                column(changed, AttemptStore::disposition, new String[0]),
                column(changed, AttemptStore::cause, new String[0]),
                column(changed, AttemptStore::endedBy, new String[0]),
                column(changed, CallAttempt::suppressionId, new UUID[0]),
                column(changed, AttemptStore::report, new String[0]),
                times(changed, CallAttempt::transcriptExpiresAt),
                times(changed, attempt -> attempt.followUp().reportDueAt()),
                times(changed, attempt -> attempt.followUp().reconcileAt())))
        .map(result -> RowMapper.requireRowCount(result, changed.size()));
  }

  /** The ids of the attempts of orders. */
  public static Future<List<UUID>> idsOfOrders(
      SqlConnection connection, UUID tenantId, Collection<UUID> orderIds) {
    return connection
        .preparedQuery(IDS_OF_ORDERS)
        .execute(RowMapper.tenantAndIds(tenantId, orderIds))
        .map(rows -> rows.stream().map(row -> row.getUUID("id")).toList());
  }

  /** Redacts what names the subject; returns the number of attempts. */
  public static Future<Integer> redact(
      SqlConnection connection, UUID tenantId, Collection<UUID> attemptIds) {
    return connection
        .preparedQuery(REDACT)
        .execute(RowMapper.tenantAndIds(tenantId, attemptIds))
        .map(result -> result.rowCount());
  }

  private static <T> Object[] column(
      List<CallAttempt> attempts, Function<CallAttempt, @Nullable T> member, T[] type) {
    return attempts.stream().map(member).toList().toArray(type);
  }

  private static Object[] times(
      List<CallAttempt> attempts, Function<CallAttempt, @Nullable Instant> member) {
    return attempts.stream()
        .map(attempt -> RowMapper.time(member.apply(attempt)))
        .toArray(OffsetDateTime[]::new);
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

  private static CallAttempt read(Row row) {
    String report = row.getString("report");
    AgentReport checked = report == null ? null : AgentReport.read(Json.parse(report));
    UUID suppressionId = row.getUUID("suppression_id");
    return new CallAttempt(
        intent(row),
        attempt(row, checked == null ? null : checked.conversation(), suppressionId),
        new CallAttempt.FollowUp(
            suppressionId,
            checked,
            RowMapper.instantOrNull(row, "transcript_expires_at"),
            RowMapper.instantOrNull(row, "report_due_at"),
            RowMapper.instantOrNull(row, "reconcile_at")));
  }

  private static CallAttempt.Intent intent(Row row) {
    return new CallAttempt.Intent(
        row.getUUID("tenant_id"),
        row.getString("subject_reference"),
        new PhoneNumber(row.getString("from_number")),
        RowMapper.instant(row, "intended_at"),
        RowMapper.instant(row, "not_after"),
        row.getLocalDate("contact_day"),
        row.getLocalDate("dial_day"),
        row.getUUID("claim_key"),
        Json.parse(row.getString("decision")));
  }

  private static Attempt attempt(
      Row row, @Nullable Conversation conversation, @Nullable UUID suppressionId) {
    Integer number = row.getInteger("attempt_number");
    String disposition = row.getString("disposition");
    String cause = row.getString("cause");
    String endedBy = row.getString("ended_by");
    return new Attempt(
        row.getUUID("id"),
        row.getUUID("order_id"),
        number == null ? 0 : number,
        new PhoneNumber(row.getString("phone")),
        AttemptStatus.of(row.getString("status")),
        row.getString("gateway_ref"),
        RowMapper.instantOrNull(row, "started_at"),
        RowMapper.instantOrNull(row, "answered_at"),
        RowMapper.instantOrNull(row, "ended_at"),
        disposition == null ? null : Disposition.of(disposition),
        cause == null ? null : Cause.of(cause),
        endedBy == null ? null : Actor.of(endedBy).orElse(Actor.UNKNOWN),
        withObjection(conversation, suppressionId),
        suppressionId != null);
  }

  /** A recorded objection overrides the report. */
  private static @Nullable Conversation withObjection(
      @Nullable Conversation conversation, @Nullable UUID suppressionId) {
    return conversation == null || suppressionId == null
        ? conversation
        : conversation.withObjection(new Findings.Objection("voice", suppressionId));
  }
}
