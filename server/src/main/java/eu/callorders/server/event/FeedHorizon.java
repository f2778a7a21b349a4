package eu.callorders.server.event;

import eu.callorders.server.database.Database;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/**
 * Age of the oldest running write transaction in any database of the server, which holds back the
 * feed, for the metric {@code callorders_feed_horizon_age_seconds}.
 *
 * <p>Only members of {@code pg_read_all_stats} see the start of other roles' transactions, so the
 * time for which the horizon has not moved between measurements counts too.
 */
public final class FeedHorizon {
  private static final String MEASURE =
      """
      SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS horizon,
             count(*) > 0 AS held,
             COALESCE(max(extract(epoch FROM clock_timestamp() - since)), 0)::float8 AS seconds
        FROM (SELECT xact_start AS since FROM pg_stat_activity WHERE backend_xid IS NOT NULL
               UNION ALL
              SELECT prepared FROM pg_prepared_xacts) AS writing
      """;

  private static final double MILLIS = 1e3;

  private final Database database;
  private final InstantSource realTime;
  private String horizon = "";
  private Instant unchangedSince = Instant.MAX;
  private volatile Duration latest = Duration.ZERO;

  public FeedHorizon(Database database, InstantSource realTime) {
    this.database = database;
    this.realTime = realTime;
  }

  /** Measures the age; zero when no write transaction is running. */
  public Future<Duration> age() {
    return database
        .workers()
        .query(MEASURE)
        .execute()
        .map(rows -> age(rows.iterator().next()))
        .onSuccess(measured -> latest = measured);
  }

  /** The last measurement. */
  public Duration latest() {
    return latest;
  }

  private synchronized Duration age(Row row) {
    Instant now = realTime.instant();
    if (!row.getString("horizon").equals(horizon)) {
      horizon = row.getString("horizon");
      unchangedSince = now;
    }
    if (!row.getBoolean("held")) {
      unchangedSince = now;
    }
    Duration reported = Duration.ofMillis((long) (row.getDouble("seconds") * MILLIS));
    Duration unchanged = Duration.between(unchangedSince, now);
    return reported.compareTo(unchanged) > 0 ? reported : unchanged;
  }
}
