package eu.callorders.server.dial;

import eu.callorders.server.database.RowMapper;
import eu.callorders.server.database.Statements;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The progress of reading a gateway's log.
 *
 * @param endReachedAt when the latest empty page was requested; the database's clock; null for none
 * @param keptSince the log is complete since then; null when the gateway does not state it
 * @param gap whether events were deleted unread, or the log was replaced
 * @param isReplaced whether the log was replaced
 * @param unrecorded calls that are neither recorded nor listed yet
 */
public record LogProgress(
    @Nullable Instant endReachedAt,
    @Nullable Instant keptSince,
    boolean gap,
    boolean isReplaced,
    long unrecorded) {
  private static final String LOAD =
      """
      SELECT max(end_asked_at) AS end_asked_at, max(kept_since) AS kept_since, bool_or(gap) AS gap,
             bool_or(foreign_log) AS foreign_log,
             (SELECT count(*) FROM unknown_call WHERE NOT listed) AS unrecorded
        FROM gateway_cursor
       WHERE gateway = $1
      """;

  /** Serializes with a gap found in a new era, so that the halt of that era is visible. */
  private static final String LOCK_GAP =
      "SELECT gap FROM gateway_cursor WHERE gateway = $1 AND gap FOR UPDATE";

  private static final String ACCEPT_GAP =
      """
      UPDATE gateway_cursor
         SET gap = false, foreign_log = false, log_id = NULL
       WHERE gateway = $1
         AND gap
         AND NOT EXISTS (SELECT FROM dial_halt h
                          WHERE h.kind = 'recovery' AND h.lifted_at IS NULL)
      """;

  /**
   * Whether the log completes the database up to an instant: it was read to its end after it, and
   * every call in it is recorded.
   *
   * @param since when the era was granted, on the database's clock
   * @param knownUntil the newest timestamp in the database; null for none
   */
  public boolean isComplete(Instant since, @Nullable Instant knownUntil) {
    return !hasGap(knownUntil)
        && unrecorded == 0
        && endReachedAt != null
        && endReachedAt.isAfter(since);
  }

  boolean hasGap(@Nullable Instant knownUntil) {
    return gap
        || (endReachedAt != null && LogContinuity.isGap(keptSince, knownUntil, endReachedAt));
  }

  /** Accepts a gap for the operator. Without effect while a recovery halt is in force. */
  static Future<Void> acceptGap(SqlConnection connection, String gateway) {
    return connection
        .preparedQuery(LOCK_GAP)
        .execute(Tuple.of(gateway))
        .compose(locked -> Statements.execute(connection, ACCEPT_GAP, Tuple.of(gateway)));
  }

  static Future<Instant> databaseTime(SqlConnection connection) {
    return connection
        .query("SELECT clock_timestamp() AS now")
        .execute()
        .map(rows -> RowMapper.instant(rows.iterator().next(), "now"));
  }

  /** Empty before the first page. */
  public static Future<Optional<LogProgress>> load(SqlConnection connection, String gateway) {
    return connection
        .preparedQuery(LOAD)
        .execute(Tuple.of(gateway))
        .map(
            rows ->
                rows.stream()
                    .filter(row -> row.getBoolean("gap") != null)
                    .map(LogProgress::read)
                    .findFirst());
  }

  private static LogProgress read(Row row) {
    return new LogProgress(
        RowMapper.instantOrNull(row, "end_asked_at"),
        RowMapper.instantOrNull(row, "kept_since"),
        row.getBoolean("gap"),
        row.getBoolean("foreign_log"),
        row.getLong("unrecorded"));
  }
}
