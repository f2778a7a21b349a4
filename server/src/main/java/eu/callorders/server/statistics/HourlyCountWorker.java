package eu.callorders.server.statistics;

import eu.callorders.server.concurrent.BoundedWait;
import eu.callorders.server.database.Database;
import java.time.Duration;

/** Adds queued counts to the hourly ones. Several nodes may run it concurrently. */
public final class HourlyCountWorker {
  /** Reads of statistics go through the queue, so it stays short. */
  private static final Duration PAUSE = Duration.ofSeconds(5);

  /** Small, so that no transaction holds back the feed for long. */
  static final int BATCH = 1_000;

  private final Database database;

  public HourlyCountWorker(Database database) {
    this.database = database;
  }

  /** Adds one batch; returns how long the loop may sleep. Blocks a virtual thread. */
  public Duration runOnce() {
    int added =
        BoundedWait.await(
            database.asWorker(connection -> HourlyCountStore.fold(connection, BATCH)));
    return added == BATCH ? Duration.ZERO : PAUSE;
  }
}
