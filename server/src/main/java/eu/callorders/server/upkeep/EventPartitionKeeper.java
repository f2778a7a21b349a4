package eu.callorders.server.upkeep;

import eu.callorders.server.database.Database;
import eu.callorders.server.event.EventRetention;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;

/**
 * Keeps a partition of events for each day: those of the days to come are there before they are
 * needed, expired ones go. Every step is a short transaction of its own, since each holds the feed
 * back while it runs. Any number of nodes may do this at once.
 */
public final class EventPartitionKeeper {
  private static final String CREATE =
      """
      SELECT count(*) FILTER (WHERE create_event_partition($1::date + ahead))
        FROM generate_series(0, $2::integer) AS ahead
      """;

  private static final String DROP = "SELECT drop_event_partitions($1)";

  private static final String DELETE_STRAYS =
      """
      DELETE FROM event_default
       WHERE ctid = ANY (ARRAY(
               SELECT ctid
                 FROM event_default
                WHERE recorded_at < LEAST($1, now() - interval '30 days')
                LIMIT $2))
      """;

  private static final int DAYS_AHEAD = 7;
  private static final long BATCH = 1_000;

  private final Database database;

  public EventPartitionKeeper(Database database) {
    this.database = database;
  }

  /**
   * Creates what is missing and removes what has expired, as of {@code now} in real time. Blocks a
   * virtual thread. Fails when a lock was not to be had at once; what was done until then stays.
   */
  public void runOnce(Instant now) {
    LocalDate today = LocalDate.ofInstant(now, ZoneOffset.UTC);
    OffsetDateTime expired = EventRetention.oldestKept(now).atOffset(ZoneOffset.UTC);
    database.asWorker(connection -> run(connection, CREATE, Tuple.of(today, DAYS_AHEAD))).await();
    database.asWorker(connection -> run(connection, DROP, Tuple.of(expired))).await();
    int deleted;
    do {
      deleted =
          database
              .asWorker(connection -> run(connection, DELETE_STRAYS, Tuple.of(expired, BATCH)))
              .await();
    } while (deleted == BATCH);
  }

  private static Future<Integer> run(SqlConnection connection, String statement, Tuple arguments) {
    return connection.preparedQuery(statement).execute(arguments).map(rows -> rows.rowCount());
  }
}
