package eu.callorders.server.maintenance;

import eu.callorders.server.concurrent.BoundedWait;
import eu.callorders.server.database.Database;
import eu.callorders.server.idempotency.IdempotencyStore;
import java.time.Instant;

/** Deletes the answers to idempotency keys that are too old to be given again. */
public final class IdempotencyCleaner {
  /** Small enough that no transaction of it holds back the feed. */
  private static final int BATCH = 1_000;

  private final Database database;
  private final IdempotencyStore store = new IdempotencyStore();

  public IdempotencyCleaner(Database database) {
    this.database = database;
  }

  /** Deletes all of them, in small transactions; blocks a virtual thread. */
  public void runOnce(Instant now) {
    int deleted = BATCH;
    while (deleted == BATCH) {
      deleted =
          database.inWorker(connection -> BoundedWait.await(store.purge(connection, now, BATCH)));
    }
  }
}
