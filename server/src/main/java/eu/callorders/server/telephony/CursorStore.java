package eu.callorders.server.telephony;

import eu.callorders.server.database.RowMapper;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** How far the logs of gateways have been read, and who reads them. */
final class CursorStore {
  private static final String LEASE =
      """
      INSERT INTO gateway_cursor AS c (gateway, reader, leased_until)
      VALUES ($1, $2, now() + interval '30 seconds')
      ON CONFLICT (gateway) DO UPDATE
         SET reader = $2, leased_until = now() + interval '30 seconds'
       WHERE c.reader = $2 OR c.leased_until <= now()
      RETURNING cursor
      """;

  private static final String ADVANCE =
      """
      UPDATE gateway_cursor
         SET cursor = $4, leased_until = now() + interval '30 seconds'
       WHERE gateway = $1 AND reader = $2 AND cursor IS NOT DISTINCT FROM $3
      """;

  /** The lease began when the page was asked for. The first log that is seen is the known one. */
  private static final String END =
      """
      UPDATE gateway_cursor
         SET end_asked_at = leased_until - interval '30 seconds',
             gap = gap OR (log_id IS NOT NULL AND $3::text IS NOT NULL AND log_id <> $3),
             foreign_log = foreign_log
               OR (log_id IS NOT NULL AND $3::text IS NOT NULL AND log_id <> $3),
             log_id = coalesce(log_id, $3),
             kept_since = coalesce($4, kept_since)
       WHERE gateway = $1 AND reader = $2
      """;

  private static final String GAP =
      """
      UPDATE gateway_cursor
         SET gap = true, foreign_log = foreign_log OR $3
       WHERE gateway = $1 AND reader = $2
      """;

  private static final String RELEASE =
      """
      UPDATE gateway_cursor SET leased_until = now() WHERE gateway = $1 AND reader = $2
      """;

  /**
   * Where to go on.
   *
   * @param cursor null: from the oldest that is kept
   */
  record Position(@Nullable String cursor) {}

  /** Takes the gateway's log for half a minute; empty while another reader has it. */
  Future<Optional<Position>> lease(SqlConnection connection, String gateway, UUID reader) {
    return connection
        .preparedQuery(LEASE)
        .execute(Tuple.of(gateway, reader))
        .map(rows -> rows.stream().map(row -> new Position(row.getString("cursor"))).findFirst());
  }

  /** Ends the lease of that reader, so that another need not wait for its end. */
  Future<Void> release(SqlConnection connection, String gateway, UUID reader) {
    return connection.preparedQuery(RELEASE).execute(Tuple.of(gateway, reader)).mapEmpty();
  }

  /**
   * Keeps that a page was empty, which was asked for when the lease was taken.
   *
   * @param logId null when the gateway does not name its log
   */
  Future<Void> end(
      SqlConnection connection,
      String gateway,
      UUID reader,
      @Nullable String logId,
      @Nullable Instant keptSince) {
    return connection
        .preparedQuery(END)
        .execute(Tuple.of(gateway, reader, logId, RowMapper.time(keptSince)))
        .mapEmpty();
  }

  /**
   * Keeps that events are missing.
   *
   * @param foreign whether the log is another one than was read before
   */
  Future<Void> gap(SqlConnection connection, String gateway, UUID reader, boolean foreign) {
    return connection.preparedQuery(GAP).execute(Tuple.of(gateway, reader, foreign)).mapEmpty();
  }

  /** Goes on from one place to the next; false when somebody else has done so. */
  Future<Boolean> advance(
      SqlConnection connection, String gateway, UUID reader, Position from, Position to) {
    return connection
        .preparedQuery(ADVANCE)
        .execute(Tuple.of(gateway, reader, from.cursor(), to.cursor()))
        .map(rows -> rows.rowCount() == 1);
  }
}
