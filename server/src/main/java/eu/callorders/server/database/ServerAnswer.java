package eu.callorders.server.database;

import io.vertx.core.Future;
import io.vertx.core.VertxException;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import java.time.Instant;

/**
 * What a server that accepts writes answered.
 *
 * @param asked time of the question, by {@link System#nanoTime}
 * @param arrived time of the answer, by {@link System#nanoTime}
 * @param time of the server, between the two
 * @param timeline higher after each promotion
 */
public record ServerAnswer(long asked, long arrived, Instant time, int timeline) {
  private static final String ASK =
      """
      SELECT current_setting('transaction_read_only') AS read_only,
             clock_timestamp() AS server_time,
             CASE WHEN NOT pg_is_in_recovery() THEN
               ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::integer
             END AS timeline
      """;

  /** Fails if the server is read-only. */
  static Future<ServerAnswer> of(SqlClient server) {
    long asked = System.nanoTime();
    return server
        .query(ASK)
        .execute()
        .map(
            rows -> {
              Row row = rows.iterator().next();
              if (row.getString("read_only").equals("on")) {
                throw new VertxException("the server is read-only", true);
              }
              return new ServerAnswer(
                  asked,
                  System.nanoTime(),
                  row.getOffsetDateTime("server_time").toInstant(),
                  row.getInteger("timeline"));
            });
  }
}
