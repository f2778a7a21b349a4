package eu.callorders.server.recovery;

import eu.callorders.server.concurrent.BoundedWait;
import eu.callorders.server.database.Database;
import eu.callorders.server.database.RowMapper;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.UUID;

/**
 * Records that this node is alive, and deletes nodes without a recent heartbeat. The database's
 * clock bounds its times: a node whose clock is ahead deletes no live node, and {@code known_until}
 * of an era is not in the future.
 */
public final class Heartbeat {
  public static final Duration INTERVAL = Duration.ofSeconds(5);

  /** A node settles the newest era before any other statement. */
  private static final String BEAT =
      """
      INSERT INTO node (id, started_at, last_seen_at, settled_era)
      VALUES ($1, LEAST($2, now()), LEAST($3, now()), (SELECT max(number) FROM era))
      ON CONFLICT (id) DO UPDATE SET last_seen_at = excluded.last_seen_at
      """;

  private static final String FORGET =
      "DELETE FROM node WHERE last_seen_at < LEAST($1, now()) - interval '1 hour'";

  private static final String LEAVE = "DELETE FROM node WHERE id = $1";

  private final Database database;
  private final UUID node;
  private final Instant startedAt;
  private final InstantSource realTime;

  public Heartbeat(Database database, UUID node, InstantSource realTime) {
    this.database = database;
    this.node = node;
    this.startedAt = realTime.instant();
    this.realTime = realTime;
  }

  /** Writes one heartbeat. Blocks a virtual thread. */
  public void runOnce() {
    Instant now = realTime.instant();
    run(BEAT, Tuple.of(node, RowMapper.time(startedAt), RowMapper.time(now)));
    run(FORGET, Tuple.of(RowMapper.time(now)));
  }

  /** Deletes this node's row. Blocks. */
  public void deregister() {
    run(LEAVE, Tuple.of(node));
  }

  private void run(String statement, Tuple arguments) {
    BoundedWait.await(database.workers().preparedQuery(statement).execute(arguments));
  }
}
