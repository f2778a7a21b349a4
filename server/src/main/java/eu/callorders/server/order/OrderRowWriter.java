package eu.callorders.server.order;

import eu.callorders.core.call.PhoneNumber;
import eu.callorders.core.order.OrderState;
import eu.callorders.core.order.Result;
import eu.callorders.core.order.RetryPlan;
import eu.callorders.core.order.StopReason;
import eu.callorders.server.database.BatchStatement;
import eu.callorders.server.database.RowMapper;
import eu.callorders.server.database.Statements;
import eu.callorders.server.json.Json;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.SqlConnection;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Inserts and updates the rows of call orders. */
final class OrderRowWriter {
  private static final String INSERT =
      """
      INSERT INTO call_order (id, tenant_id, status, revision, plannings, order_type,
        order_type_version, subject_reference, client_reference, enrollment_id, sequence_step_id,
        created_at, updated_at, expires_at, next_attempt_at, next_phone)
      SELECT id, tenant_id, status, revision, plannings, order_type, order_type_version,
             subject_reference, client_reference, enrollment_id, sequence_step_id, created_at,
             updated_at, expires_at, next_attempt_at, next_phone
        FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::int[], $5::int[], $6::text[],
                    $7::int[], $8::text[], $9::text[], $10::uuid[], $11::text[],
                    $12::timestamptz[], $13::timestamptz[], $14::timestamptz[],
                    $15::timestamptz[], $16::text[])
          AS new (id, tenant_id, status, revision, plannings, order_type, order_type_version,
                  subject_reference, client_reference, enrollment_id, sequence_step_id, created_at,
                  updated_at, expires_at, next_attempt_at, next_phone)
      """;

  private static final String INSERT_BODY =
      """
      INSERT INTO call_order_body (order_id, tenant_id, document, submitted_scheduling, key_hashes)
      SELECT order_id, tenant_id, convert_from(document, 'UTF8')::json, submitted_scheduling::json,
             key_hashes::uuid[]
        FROM unnest($1::uuid[], $2::uuid[], $3::bytea[], $4::text[], $5::text[])
          AS new (order_id, tenant_id, document, submitted_scheduling, key_hashes)
      """;

  private static final String UPDATE =
      """
      UPDATE call_order o
         SET status = c.status, revision = c.revision, attempt_count = c.attempt_count,
             consecutive_refusals = c.consecutive_refusals, next_attempt_at = c.next_attempt_at,
             current_attempt_id = c.current_attempt_id, stop_reason = c.stop_reason,
             updated_at = c.updated_at, ended_at = c.ended_at, next_phone = c.next_phone,
             plannings = c.plannings, waits_for_phone = NULL
        FROM unnest($1::uuid[], $2::text[], $3::int[], $4::int[], $5::int[], $6::timestamptz[],
                    $7::uuid[], $8::text[], $9::timestamptz[], $10::timestamptz[], $11::text[],
                    $12::int[])
          AS c (id, status, revision, attempt_count, consecutive_refusals, next_attempt_at,
                current_attempt_id, stop_reason, updated_at, ended_at, next_phone, plannings)
       WHERE o.id = c.id AND o.revision = c.revision - 1
      """;

  private static final String UPDATE_BODY =
      """
      UPDATE call_order_body
         SET document = $3::text::json, submitted_scheduling = $4::text::json,
             accepted_document = COALESCE(accepted_document, document)
       WHERE tenant_id = $1 AND order_id = $2
      """;

  private static final String UPDATE_EXPIRY =
      """
      UPDATE call_order SET expires_at = $3 WHERE tenant_id = $1 AND id = $2
      """;

  private static final String INSERT_RESULT =
      """
      INSERT INTO call_order_result (order_id, tenant_id, result)
      SELECT order_id, tenant_id, result::json
        FROM unnest($1::uuid[], $2::uuid[], $3::text[]) AS new (order_id, tenant_id, result)
      """;

  private OrderRowWriter() {}

  /** Inserts orders that are accepted or scheduled. */
  static Future<Void> insert(SqlConnection connection, List<CallOrder> orders) {
    Future<Void> rows =
        BatchStatement.of(INSERT, orders)
            .uuids(CallOrder::id)
            .uuids(CallOrder::tenantId)
            .strings(o -> o.state().status().wire())
            .ints(CallOrder::revision)
            .ints(CallOrder::planningRevisions)
            .strings(CallOrder::orderType)
            .ints(CallOrder::orderTypeVersion)
            .strings(CallOrder::subjectReference)
            .strings(o -> o.document().clientReference().orElse(null))
            .uuids(CallOrder::enrollmentId)
            .strings(CallOrder::sequenceStepId)
            .times(CallOrder::createdAt)
            .times(CallOrder::updatedAt)
            .times(CallOrder::expiresAt)
            .times(o -> nextAttemptAt(o.state()))
            .strings(OrderRowWriter::nextPhone)
            .update(connection);
    Future<Void> bodies =
        BatchStatement.of(INSERT_BODY, orders)
            .uuids(CallOrder::id)
            .uuids(CallOrder::tenantId)
            .buffers(OrderRowWriter::documentBytes)
            .strings(o -> o.document().givenScheduling().toString())
            .strings(OrderRowWriter::keyHashes)
            .update(connection);
    Future<Void> phones = OrderPhoneStore.insert(connection, orders);
    return Future.join(rows, bodies, phones).mapEmpty();
  }

  /** Saves the state of changed orders, each from the previous revision. */
  static Future<Void> update(SqlConnection connection, List<CallOrder> changed) {
    return BatchStatement.of(UPDATE, changed)
        .uuids(CallOrder::id)
        .strings(o -> o.state().status().wire())
        .ints(CallOrder::revision)
        .ints(CallOrder::attemptCount)
        .ints(CallOrder::consecutiveRefusals)
        .times(o -> nextAttemptAt(o.state()))
        .uuids(o -> currentAttempt(o.state()))
        .strings(o -> stopReason(o.state()))
        .times(CallOrder::updatedAt)
        .times(o -> endedAt(o.state()))
        .strings(OrderRowWriter::nextPhone)
        .ints(CallOrder::planningRevisions)
        .update(connection);
  }

  static Future<Void> insertResults(SqlConnection connection, List<CallOrder> ended) {
    return BatchStatement.of(INSERT_RESULT, ended)
        .uuids(CallOrder::id)
        .uuids(CallOrder::tenantId)
        .strings(order -> ResultJson.write(result(order)).toString())
        .update(connection);
  }

  /** Saves an edited document and the expiry that follows from it. */
  static Future<Void> updateDocument(SqlConnection connection, CallOrder order) {
    Future<Void> expiry =
        Statements.updateOne(
            connection,
            UPDATE_EXPIRY,
            order.tenantId(),
            order.id(),
            RowMapper.time(order.expiresAt()));
    Future<Void> body =
        Statements.updateOne(
            connection,
            UPDATE_BODY,
            order.tenantId(),
            order.id(),
            order.document().json().toString(),
            order.document().givenScheduling().toString());
    return expiry.compose(ignored -> body);
  }

  private static Buffer documentBytes(CallOrder order) {
    return Buffer.buffer(Json.bytes(order.document().json()));
  }

  /** A PostgreSQL array literal. */
  private static String keyHashes(CallOrder order) {
    return order.origin().keyHashes().stream()
        .map(UUID::toString)
        .collect(Collectors.joining(",", "{", "}"));
  }

  static Result result(CallOrder order) {
    if (order.state() instanceof OrderState.Ended ended) {
      return ended.result();
    }
    throw new IllegalArgumentException("the order has not ended");
  }

  private static @Nullable Instant nextAttemptAt(OrderState state) {
    return state instanceof OrderState.Scheduled scheduled ? scheduled.nextAttemptAt() : null;
  }

  private static @Nullable String nextPhone(CallOrder order) {
    return order.state() instanceof OrderState.Scheduled
        ? RetryPlan.nextInRotation(order.phones(), order.history())
            .map(PhoneNumber::e164)
            .orElse(null)
        : null;
  }

  private static @Nullable Instant endedAt(OrderState state) {
    return state instanceof OrderState.Ended ended ? ended.result().endedAt() : null;
  }

  private static @Nullable UUID currentAttempt(OrderState state) {
    return switch (state) {
      case OrderState.Dialing dialing -> dialing.attemptId();
      case OrderState.InProgress inProgress -> inProgress.attemptId();
      case OrderState.Accepted _, OrderState.Scheduled _, OrderState.Ended _ -> null;
    };
  }

  private static @Nullable String stopReason(OrderState state) {
    StopReason stop =
        switch (state) {
          case OrderState.Dialing dialing -> dialing.stop();
          case OrderState.InProgress inProgress -> inProgress.stop();
          case OrderState.Accepted _, OrderState.Scheduled _, OrderState.Ended _ -> null;
        };
    return stop == null ? null : stop.wire();
  }
}
