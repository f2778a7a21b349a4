package eu.callorders.server.predial;

import eu.callorders.core.predial.PredialFailure;
import eu.callorders.server.database.BatchStatement;
import eu.callorders.server.database.RowMapper;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** SQL of questions about orders. Writers hold the locks of the orders' subjects. */
public final class QuestionStore {
  private static final String FIND =
      """
      SELECT q.tenant_id, q.order_id, q.question_id, q.entity_tag, q.asked_until, q.held_until,
             q.failure, q.failures, q.delete_after
        FROM unnest($1::uuid[], $2::uuid[]) AS wanted (tenant_id, order_id)
        JOIN predial_question q ON q.tenant_id = wanted.tenant_id AND q.order_id = wanted.order_id
      """;

  private static final String SAVE =
      """
      INSERT INTO predial_question AS q (tenant_id, order_id, question_id, entity_tag,
        asked_until, held_until, failure, failures, delete_after)
      SELECT tenant_id, order_id, question_id, entity_tag, asked_until, held_until, failure,
             failures, delete_after
        FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::int[], $5::timestamptz[],
                    $6::timestamptz[], $7::text[], $8::int[], $9::timestamptz[])
          AS new (tenant_id, order_id, question_id, entity_tag, asked_until, held_until, failure,
                  failures, delete_after)
      ON CONFLICT (tenant_id, order_id) DO UPDATE
         SET question_id = excluded.question_id, entity_tag = excluded.entity_tag,
             asked_until = excluded.asked_until, held_until = excluded.held_until,
             failure = excluded.failure, failures = excluded.failures,
             delete_after = excluded.delete_after
      """;

  private static final String DELETE =
      """
      DELETE FROM predial_question q
       USING unnest($1::uuid[], $2::uuid[], $3::uuid[])
          AS ended (tenant_id, order_id, question_id)
       WHERE q.tenant_id = ended.tenant_id
         AND q.order_id = ended.order_id
         AND q.question_id = ended.question_id
      """;

  private static final String PURGE =
      """
      DELETE FROM predial_question
       WHERE (tenant_id, order_id) IN (
             SELECT tenant_id, order_id
               FROM predial_question
              WHERE delete_after < $1
              ORDER BY delete_after
              LIMIT $2)
      """;

  private QuestionStore() {}

  /**
   * A question, by which its row is deleted: a newer one about the order stays.
   *
   * @param questionId its {@code webhook-id}
   */
  record QuestionKey(UUID tenantId, UUID orderId, UUID questionId) {
    static QuestionKey of(QuestionState state) {
      return new QuestionKey(state.tenantId(), state.orderId(), state.questionId());
    }

    static QuestionKey of(PredialQuestion question) {
      return new QuestionKey(question.tenantId(), question.orderId(), question.id());
    }
  }

  /** By order; orders without a row are absent. */
  static Future<Map<UUID, QuestionState>> find(SqlConnection connection, List<TenantOrder> orders) {
    return orders.isEmpty()
        ? Future.succeededFuture(Map.of())
        : BatchStatement.of(FIND, orders)
            .uuids(TenantOrder::tenantId)
            .uuids(TenantOrder::orderId)
            .execute(connection)
            .map(RowMapper.toMap(row -> row.getUUID("order_id"), QuestionStore::state));
  }

  /** An order of a tenant. */
  record TenantOrder(UUID tenantId, UUID orderId) {}

  /** Inserts or replaces the rows of these orders. */
  static Future<Void> save(SqlConnection connection, Collection<QuestionState> states) {
    return BatchStatement.of(SAVE, states)
        .uuids(QuestionState::tenantId)
        .uuids(QuestionState::orderId)
        .uuids(QuestionState::questionId)
        .ints(QuestionState::entityTag)
        .times(QuestionState::askedUntil)
        .times(QuestionState::heldUntil)
        .strings(each -> each.failure() == null ? null : each.failure().wire())
        .ints(QuestionState::failures)
        .times(QuestionState::deleteAfter)
        .update(connection);
  }

  /** Deletes the rows of these questions, unless a newer question has replaced one. */
  static Future<Void> delete(SqlConnection connection, Collection<QuestionKey> questions) {
    return questions.isEmpty()
        ? Future.succeededFuture()
        : BatchStatement.of(DELETE, questions)
            .uuids(QuestionKey::tenantId)
            .uuids(QuestionKey::orderId)
            .uuids(QuestionKey::questionId)
            .execute(connection)
            .mapEmpty();
  }

  /** Deletes at most {@code limit} rows that are no longer of use; returns how many. */
  public static Future<Integer> purge(SqlConnection connection, Instant now, int limit) {
    return connection
        .preparedQuery(PURGE)
        .execute(Tuple.of(RowMapper.time(now), limit))
        .map(deleted -> deleted.rowCount());
  }

  private static QuestionState state(Row row) {
    String failure = row.getString("failure");
    return new QuestionState(
        row.getUUID("tenant_id"),
        row.getUUID("order_id"),
        row.getUUID("question_id"),
        row.getInteger("entity_tag"),
        RowMapper.instantOrNull(row, "asked_until"),
        RowMapper.instantOrNull(row, "held_until"),
        failure == null ? null : PredialFailure.of(failure),
        row.getInteger("failures"),
        RowMapper.instant(row, "delete_after"));
  }
}
