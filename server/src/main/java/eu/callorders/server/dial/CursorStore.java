package eu.callorders.server.dial;

import eu.callorders.server.database.RowMapper;
import eu.callorders.server.database.Statements;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** SQL of the cursors in the gateways' logs, with the leases of their readers. */
public final class CursorStore {
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

  /**
   * The lease began with the page request. The first log id that is seen becomes the known one. At
   * another address than that of the log that was read last only the same id shows that log.
   */
  private static final String END =
      """
      WITH latest AS (
        SELECT coalesce(log_id <> $3::text, gateway <> $1) AS is_replaced
          FROM gateway_cursor
         WHERE (NOT foreign_log AND (cursor IS NOT NULL OR log_id IS NOT NULL))
            OR gateway = $1
         ORDER BY end_asked_at DESC NULLS LAST, gateway = $1
         LIMIT 1)
      UPDATE gateway_cursor
         SET end_asked_at = leased_until - interval '30 seconds',
             gap = gap OR is_replaced,
             foreign_log = foreign_log OR is_replaced,
             log_id = coalesce(log_id, $3),
             kept_since = coalesce($4, kept_since)
        FROM latest
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

  private CursorStore() {}

  /** A position in the log; a null cursor means the oldest stored event. */
  public record Position(@Nullable String cursor) {}

  /** Leases the gateway's log for 30 seconds; empty while another reader holds it. */
  public static Future<Optional<Position>> lease(
      SqlConnection connection, String gateway, UUID reader) {
    return Statements.first(
        connection, LEASE, Tuple.of(gateway, reader), row -> new Position(row.getString("cursor")));
  }

  /** Ends the reader's lease, so that another reader need not wait for its expiry. */
  public static Future<Void> release(SqlConnection connection, String gateway, UUID reader) {
    return connection.preparedQuery(RELEASE).execute(Tuple.of(gateway, reader)).mapEmpty();
  }

  /**
   * Records an empty page, requested when the lease was acquired.
   *
   * @param logId null when the gateway does not name its log
   */
  public static Future<Void> recordEnd(
      SqlConnection connection,
      String gateway,
      UUID reader,
      @Nullable String logId,
      @Nullable Instant keptSince) {
    return Statements.execute(
        connection, END, Tuple.of(gateway, reader, logId, RowMapper.time(keptSince)));
  }

  /**
   * Records that events are missing.
   *
   * @param foreign whether the log was replaced
   */
  public static Future<Void> recordGap(
      SqlConnection connection, String gateway, UUID reader, boolean foreign) {
    return connection.preparedQuery(GAP).execute(Tuple.of(gateway, reader, foreign)).mapEmpty();
  }

  public static Future<Boolean> advance(
      SqlConnection connection, String gateway, UUID reader, Position from, Position to) {
    return Statements.update(
            connection, ADVANCE, Tuple.of(gateway, reader, from.cursor(), to.cursor()))
        .map(count -> count == 1);
  }
}
