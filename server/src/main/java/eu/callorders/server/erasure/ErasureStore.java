package eu.callorders.server.erasure;

import eu.callorders.server.database.RowMapper;
import eu.callorders.server.database.Statements;
import eu.callorders.server.enrollment.SubjectCanceler;
import eu.callorders.server.list.Cursors.Position;
import eu.callorders.server.recovery.RecoveryHalt;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Pending erasures and the rows they cover. */
final class ErasureStore {
  private static final String REQUEST =
      """
      INSERT INTO erasure (id, tenant_id, subject_reference, requested_at, cutoff_at, next_run_at)
      VALUES ($1, $2, $3, $4, $5, $4)
      ON CONFLICT (tenant_id, subject_reference) WHERE completed_at IS NULL DO UPDATE
         SET cutoff_at = GREATEST(erasure.cutoff_at, excluded.cutoff_at),
             next_run_at = excluded.next_run_at,
             idempotency_key_cursor = '', withdrawal_phase = 'enrollments', withdrawn_at = NULL,
             withdrawn_id = NULL
      RETURNING id
      """;

  private static final String IS_PENDING =
      """
      SELECT EXISTS (SELECT FROM erasure
                      WHERE tenant_id = $1 AND subject_reference = $2 AND completed_at IS NULL)
      """;

  private static final String NEXT =
      """
      SELECT id, tenant_id, subject_reference, cutoff_at, idempotency_key_cursor, withdrawal_phase,
             withdrawn_at,
             withdrawn_id
        FROM erasure
       WHERE completed_at IS NULL AND next_run_at <= $1 AND
      """
          + RecoveryHalt.NOT_IN_FORCE
          + """
           ORDER BY next_run_at
           LIMIT 1
             FOR UPDATE SKIP LOCKED
          """;

  private static final String POSTPONE = "UPDATE erasure SET next_run_at = $2 WHERE id = $1";

  private static final String ORDERS =
      """
      SELECT id
        FROM call_order
       WHERE tenant_id = $1 AND subject_reference = $2 AND created_at <= $3
         AND ended_at IS NOT NULL
       ORDER BY created_at
       LIMIT $4
      """;

  /** Attempts of orders that a database restore lost. */
  private static final String ATTEMPTS_OF_GONE_ORDERS =
      """
      SELECT id
        FROM call_attempt
       WHERE tenant_id = $1 AND subject_reference = $2 AND intended_at <= $3 AND order_gone
         AND status IN ('ended', 'closed', 'refused')
       LIMIT $4
      """;

  private static final String SIGNALS =
      """
      (SELECT id FROM signal
        WHERE tenant_id = $1 AND subject_reference = $2 AND received_at <= $3
          AND subject_data_complete
        LIMIT $4)
      UNION ALL
      (SELECT id FROM signal
        WHERE tenant_id = $1 AND subject_reference = $2 AND received_at <= $3
          AND NOT subject_data_complete AND subject_reference <> ''
        LIMIT $4)
      """;

  private static final String ENROLLMENTS =
      """
      SELECT id
        FROM enrollment
       WHERE tenant_id = $1 AND subject_reference = $2 AND created_at <= $3
         AND ended_at IS NOT NULL
       LIMIT $4
      """;

  private static final String HAS_OPEN_WORK =
      """
      SELECT EXISTS (SELECT FROM call_order
                      WHERE tenant_id = $1 AND subject_reference = $2 AND created_at <= $3)
          OR EXISTS (SELECT FROM enrollment
                      WHERE tenant_id = $1 AND subject_reference = $2 AND created_at <= $3)
          OR EXISTS (SELECT FROM call_attempt
                      WHERE tenant_id = $1 AND subject_reference = $2 AND intended_at <= $3
                        AND order_gone
                        AND status IN ('placing', 'placed', 'ringing', 'answered'))
      """;

  private static final String SAVE_KEYS_AFTER =
      "UPDATE erasure SET idempotency_key_cursor = $2 WHERE id = $1";

  private static final String SAVE_CANCELLATION =
      """
      UPDATE erasure
         SET withdrawal_phase = $2, withdrawn_at = $3, withdrawn_id = $4
       WHERE id = $1
      """;

  private static final String MARK_DONE =
      "UPDATE erasure SET completed_at = $2, subject_reference = NULL WHERE id = $1";

  private ErasureStore() {}

  /**
   * An erasure in progress.
   *
   * @param until the tenant's time; later data stays
   * @param keysAfter last scanned key of the stored replies
   * @param phase current cancellation phase
   * @param before start of the phase's next page
   */
  record Job(
      UUID id,
      UUID tenantId,
      String reference,
      Instant until,
      String keysAfter,
      Phase phase,
      Position before) {}

  /** Cancellation phases before redaction, in order. */
  enum Phase {
    ENROLLMENTS,
    ORDERS,
    DONE
  }

  /** Requests an erasure; extends a pending one of the same subject. */
  static Future<UUID> request(
      SqlConnection connection,
      UUID id,
      UUID tenantId,
      String reference,
      Instant realNow,
      Instant until) {
    return connection
        .preparedQuery(REQUEST)
        .execute(Tuple.of(id, tenantId, reference, RowMapper.time(realNow), RowMapper.time(until)))
        .map(rows -> rows.iterator().next().getUUID("id"));
  }

  static Future<Boolean> isPending(SqlConnection connection, UUID tenantId, String reference) {
    return Statements.one(
        connection, IS_PENDING, Tuple.of(tenantId, reference), row -> row.getBoolean(0));
  }

  /** The next due erasure, locked for the transaction. */
  static Future<Optional<Job>> next(SqlConnection connection, Instant realNow) {
    return Statements.first(connection, NEXT, Tuple.of(RowMapper.time(realNow)), ErasureStore::job);
  }

  static Future<Void> postpone(SqlConnection connection, Job job, Instant until) {
    return Statements.updateOne(connection, POSTPONE, job.id(), RowMapper.time(until));
  }

  /** Saves the progress of the cancellation; null is the start of a phase. */
  static Future<Void> saveCancellation(
      SqlConnection connection, Job job, Phase phase, @Nullable Position before) {
    return Statements.updateOne(
        connection,
        SAVE_CANCELLATION,
        job.id(),
        phase.name().toLowerCase(Locale.ROOT),
        RowMapper.time(before == null ? null : before.at()),
        before == null ? null : before.id());
  }

  static Future<List<UUID>> orders(SqlConnection connection, Job job, int limit) {
    return ids(connection, ORDERS, job, limit);
  }

  /** Ended attempts of lost orders. */
  static Future<List<UUID>> goneOrderAttempts(SqlConnection connection, Job job, int limit) {
    return ids(connection, ATTEMPTS_OF_GONE_ORDERS, job, limit);
  }

  static Future<List<UUID>> signals(SqlConnection connection, Job job, int limit) {
    return ids(connection, SIGNALS, job, limit);
  }

  static Future<List<UUID>> enrollments(SqlConnection connection, Job job, int limit) {
    return ids(connection, ENROLLMENTS, job, limit);
  }

  private static Future<List<UUID>> ids(
      SqlConnection connection, String statement, Job job, int limit) {
    return connection
        .preparedQuery(statement)
        .execute(Tuple.of(job.tenantId(), job.reference(), RowMapper.time(job.until()), limit))
        .map(RowMapper.toList(row -> row.getUUID(0)));
  }

  /** Whether unredacted rows remain because a call is in progress. */
  static Future<Boolean> hasOpenWork(SqlConnection connection, Job job) {
    return connection
        .preparedQuery(HAS_OPEN_WORK)
        .execute(Tuple.of(job.tenantId(), job.reference(), RowMapper.time(job.until())))
        .map(rows -> rows.iterator().next().getBoolean(0));
  }

  static Future<Void> saveKeysAfter(SqlConnection connection, Job job, String keysAfter) {
    return Statements.updateOne(connection, SAVE_KEYS_AFTER, job.id(), keysAfter);
  }

  static Future<Void> markDone(SqlConnection connection, Job job, Instant realNow) {
    return Statements.updateOne(connection, MARK_DONE, job.id(), RowMapper.time(realNow));
  }

  private static Job job(Row row) {
    Instant until = RowMapper.instant(row, "cutoff_at");
    Instant canceledAt = RowMapper.instantOrNull(row, "withdrawn_at");
    return new Job(
        row.getUUID("id"),
        row.getUUID("tenant_id"),
        row.getString("subject_reference"),
        until,
        row.getString("idempotency_key_cursor"),
        Phase.valueOf(row.getString("withdrawal_phase").toUpperCase(Locale.ROOT)),
        canceledAt == null
            ? SubjectCanceler.until(until)
            : new Position(canceledAt, row.getUUID("withdrawn_id")));
  }
}
