package eu.callorders.server.dial;

import eu.callorders.server.concurrent.BoundedWait;
import eu.callorders.server.database.Database;
import eu.callorders.server.order.WaitStore;
import java.time.InstantSource;

/** Releases orders that were parked for halts lifted since. */
public final class HaltReleaseWorker {
  private static final String HAS_LIFTED =
      """
      SELECT EXISTS (SELECT FROM dial_halt WHERE lifted_at IS NOT NULL AND released_at IS NULL)
      """;

  private static final int BATCH = 1_000;

  private final Database database;
  private final InstantSource realTime;

  public HaltReleaseWorker(Database database, InstantSource realTime) {
    this.database = database;
    this.realTime = realTime;
  }

  /** Releases one batch; returns the number of orders. Blocks a virtual thread. */
  public int runOnce() {
    boolean any =
        BoundedWait.await(database.workers().query(HAS_LIFTED).execute())
            .iterator()
            .next()
            .getBoolean(0);
    return any
        ? database.inWorker(
            connection -> {
              int released = BoundedWait.await(WaitStore.release(connection, BATCH));
              BoundedWait.await(HaltStore.complete(connection, BATCH, realTime.instant()));
              return released;
            })
        : 0;
  }
}
