package eu.callorders.server.maintenance;

import eu.callorders.server.concurrent.BoundedWait;
import eu.callorders.server.database.Database;
import eu.callorders.server.event.EventRetention;
import eu.callorders.server.webhook.delivery.Delivery;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.function.UnaryOperator;

/**
 * Maintains one partition per day of a log: creates future ones in advance and drops expired ones,
 * each in a short transaction, since a long one holds back the feed. Several nodes may run it
 * concurrently.
 */
public final class PartitionRotator {
  private static final String CREATE =
      """
      SELECT count(*) FILTER (WHERE create_day_partition($1, $2::date + ahead))
        FROM generate_series(0, $3::integer) AS ahead
      """;

  private static final String DROP = "SELECT drop_day_partitions($1, $2)";

  private static final String DELETE_STRAYS =
      """
      DELETE FROM {log}_default
       WHERE ctid = ANY (ARRAY(
               SELECT ctid
                 FROM {log}_default
                WHERE {time} < LEAST($1, now() - interval '30 days')
                LIMIT $2))
      """;

  private static final int DAYS_AHEAD = 7;
  private static final long BATCH = 1_000;

  private final Database database;
  private final String log;
  private final String deleteStrays;
  private final UnaryOperator<Instant> oldestKept;

  private PartitionRotator(
      Database database, String log, String time, UnaryOperator<Instant> oldestKept) {
    this.database = database;
    this.log = log;
    this.deleteStrays = DELETE_STRAYS.replace("{log}", log).replace("{time}", time);
    this.oldestKept = oldestKept;
  }

  public static PartitionRotator ofEvents(Database database) {
    return new PartitionRotator(database, "event", "recorded_at", EventRetention::oldestStored);
  }

  public static PartitionRotator ofDeliveries(Database database) {
    return new PartitionRotator(
        database, "webhook_delivery", "created_at", now -> now.minus(Delivery.RETENTION));
  }

  /**
   * Creates missing partitions and, when {@code deletes}, removes expired data as of {@code now} in
   * real time. Blocks a virtual thread. Fails when a lock is not free; completed steps stay.
   */
  public void runOnce(Instant now, boolean deletes) {
    LocalDate today = LocalDate.ofInstant(now, ZoneOffset.UTC);
    BoundedWait.await(
        database.asWorker(connection -> run(connection, CREATE, Tuple.of(log, today, DAYS_AHEAD))));
    if (deletes) {
      delete(oldestKept.apply(now).atOffset(ZoneOffset.UTC));
    }
  }

  private void delete(OffsetDateTime expired) {
    BoundedWait.await(
        database.asWorker(connection -> run(connection, DROP, Tuple.of(log, expired))));
    int deleted;
    do {
      deleted =
          BoundedWait.await(
              database.asWorker(
                  connection -> run(connection, deleteStrays, Tuple.of(expired, BATCH))));
    } while (deleted == BATCH);
  }

  private static Future<Integer> run(SqlConnection connection, String statement, Tuple arguments) {
    return connection.preparedQuery(statement).execute(arguments).map(rows -> rows.rowCount());
  }
}
