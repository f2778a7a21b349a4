package eu.callorders.server.database;

import eu.callorders.server.concurrent.BoundedWait;
import eu.callorders.server.logging.LogField;
import eu.callorders.server.logging.LogLine;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Pauses the deletion of old rows while the clock of this node or of the database, whichever is
 * later, is more than 24 hours ahead of the latest time that maintenance has recorded.
 */
public final class MaintenanceClock {
  private static final Logger LOG = LoggerFactory.getLogger(MaintenanceClock.class);

  private static final String ADVANCE =
      """
      INSERT INTO maintenance_clock AS c (latest_seen) VALUES (GREATEST($1::timestamptz, now()))
      ON CONFLICT (singleton) DO UPDATE
        SET latest_seen = GREATEST(c.latest_seen, excluded.latest_seen)
        WHERE NOT clock_has_jumped(c.latest_seen, excluded.latest_seen)
      """;

  private static final String RESUME =
      """
      UPDATE maintenance_clock
         SET latest_seen = GREATEST($1::timestamptz, now()), resumed_at = now(), resumed_why = $2
       WHERE clock_has_jumped(latest_seen, GREATEST($1::timestamptz, now()))
      """;

  private static final String STATE =
      """
      SELECT max(latest_seen) AS latest_seen, GREATEST($1::timestamptz, now()) AS present,
             clock_has_jumped(GREATEST($1::timestamptz, now())) AS held
        FROM maintenance_clock
      """;

  private final Database database;
  private final AtomicBoolean held = new AtomicBoolean();

  /**
   * The state of the clocks.
   *
   * @param present the later of the clocks of this node and the database
   * @param latestSeen null before the first round
   */
  public record State(boolean held, Instant present, @Nullable Instant latestSeen) {}

  public MaintenanceClock(Database database) {
    this.database = database;
  }

  /** Records the present time; false when rows must not be deleted by it. Blocks. */
  public boolean permitsDeletion(Instant now) {
    boolean permitted =
        database.inWorker(
            connection ->
                BoundedWait.await(
                            connection
                                .preparedQuery(ADVANCE)
                                .execute(Tuple.of(RowMapper.time(now))))
                        .rowCount()
                    > 0);
    if (held.getAndSet(!permitted) == permitted) {
      log(permitted, now);
    }
    return permitted;
  }

  private static void log(boolean permitted, Instant now) {
    if (permitted) {
      LOG.info("deletion of old rows resumed");
    } else {
      LogLine.error(LOG)
          .with(LogField.NOW, now)
          .log("clock jumped ahead: deletion of old rows paused until `maintenance resume`");
    }
  }

  /** Whether deletion was paused in this node's last round. */
  public boolean isHeld() {
    return held.get();
  }

  /** Accepts the present time; false when deletion is not paused. */
  public static Future<Boolean> resume(SqlConnection connection, Instant now, String reason) {
    return Statements.update(connection, RESUME, Tuple.of(RowMapper.time(now), reason))
        .map(count -> count > 0);
  }

  public static Future<State> state(SqlConnection connection, Instant now) {
    return connection
        .preparedQuery(STATE)
        .execute(Tuple.of(RowMapper.time(now)))
        .map(
            rows -> {
              Row row = rows.iterator().next();
              return new State(
                  row.getBoolean("held"),
                  RowMapper.instant(row, "present"),
                  RowMapper.instantOrNull(row, "latest_seen"));
            });
  }
}
