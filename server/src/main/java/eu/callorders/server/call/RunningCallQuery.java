package eu.callorders.server.call;

import eu.callorders.core.call.AttemptStatus;
import eu.callorders.server.database.RowMapper;
import eu.callorders.server.database.Statements;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The calls of a tenant that are under way. */
public final class RunningCallQuery {
  private static final String COLUMNS =
      """
      a.id, a.order_id, a.subject_reference, a.phone, a.from_number, a.status, a.intended_at,
             a.answered_at
      """;

  /** First all running calls, by their index: their ids are in no order. */
  private static final String LIST =
      """
      WITH running AS MATERIALIZED (
        SELECT {columns}
          FROM call_attempt a
         WHERE a.tenant_id = $1 AND a.status IN ('placing', 'placed', 'ringing', 'answered'))
      SELECT a.*, h.requested_at
        FROM running a
        LEFT JOIN call_hangup h ON h.attempt_id = a.id
       WHERE a.id < $2
       ORDER BY a.id DESC
       LIMIT $3
      """
          .replace("{columns}", COLUMNS.strip());

  private static final String FIND =
      """
      SELECT {columns}, h.requested_at
        FROM call_attempt a
        LEFT JOIN call_hangup h ON h.attempt_id = a.id
       WHERE a.tenant_id = $1 AND a.id = $2
      """
          .replace("{columns}", COLUMNS.strip());

  /** Greater than every identifier. */
  private static final UUID LAST = new UUID(-1, -1);

  private RunningCallQuery() {}

  /**
   * An attempt. Instants are the tenant's time, but for the last.
   *
   * @param subjectReference empty once redacted, as is {@code phone}
   * @param intendedAt when the dial was decided
   * @param hangupRequestedAt when an operator has asked to end it, in real time; null when none has
   */
  public record RunningCall(
      UUID id,
      UUID orderId,
      String subjectReference,
      String phone,
      String callerId,
      AttemptStatus status,
      Instant intendedAt,
      @Nullable Instant answeredAt,
      @Nullable Instant hangupRequestedAt) {

    public RunningCall withHangup(Instant requestedAt) {
      return new RunningCall(
          id,
          orderId,
          subjectReference,
          phone,
          callerId,
          status,
          intendedAt,
          answeredAt,
          requestedAt);
    }
  }

  /** The newest running calls older than {@code before}, newest first. */
  public static Future<List<RunningCall>> list(
      SqlConnection connection, UUID tenantId, @Nullable UUID before, int limit) {
    return connection
        .preparedQuery(LIST)
        .execute(Tuple.of(tenantId, before == null ? LAST : before, limit))
        .map(RowMapper.toList(RunningCallQuery::read));
  }

  /** An attempt of the tenant, running or over. */
  public static Future<Optional<RunningCall>> find(
      SqlConnection connection, UUID tenantId, UUID attemptId) {
    return Statements.first(
        connection, FIND, Tuple.of(tenantId, attemptId), RunningCallQuery::read);
  }

  private static RunningCall read(Row row) {
    return new RunningCall(
        row.getUUID("id"),
        row.getUUID("order_id"),
        row.getString("subject_reference"),
        row.getString("phone"),
        row.getString("from_number"),
        AttemptStatus.of(row.getString("status")),
        RowMapper.instant(row, "intended_at"),
        RowMapper.instantOrNull(row, "answered_at"),
        RowMapper.instantOrNull(row, "requested_at"));
  }
}
