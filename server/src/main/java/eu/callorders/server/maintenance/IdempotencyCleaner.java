package eu.callorders.server.maintenance;

import eu.callorders.server.concurrent.BoundedWait;
import eu.callorders.server.database.Database;
import eu.callorders.server.idempotency.IdempotencyStore;
import java.time.Instant;

/** Deletes expired idempotency records. */
public final class IdempotencyCleaner {
  /** Small, so that no transaction holds back the feed for long. */
  private static final int BATCH = 1_000;

  private final Database database;
  private final IdempotencyStore store = new IdempotencyStore();

  public IdempotencyCleaner(Database database) {
    this.database = database;
  }

  /** Deletes all expired records in small transactions. Blocks a virtual thread. */
  public void runOnce(Instant now) {
    int deleted = BATCH;
    while (deleted == BATCH) {
      deleted =
          database.inWorker(connection -> BoundedWait.await(store.purge(connection, now, BATCH)));
    }
  }
}
