package eu.callorders.server.maintenance;

import eu.callorders.server.call.ErasedContactStore;
import eu.callorders.server.concurrent.BoundedWait;
import eu.callorders.server.database.Database;
import eu.callorders.server.order.GoneOrderKeyStore;
import eu.callorders.server.signal.SignalStore;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.Instant;
import java.util.function.Function;

/** Deletes expired keys of signals and gone orders, and expired contacts of erased subjects. */
public final class SignalKeyCleaner {
  /** Small, so that no transaction holds back the feed for long. */
  private static final int BATCH = 1_000;

  private final Database database;
  private final SignalStore signals = new SignalStore();
  private final GoneOrderKeyStore goneOrders = new GoneOrderKeyStore();

  public SignalKeyCleaner(Database database) {
    this.database = database;
  }

  /** Deletes all of them in small transactions. Blocks a virtual thread. */
  public void runOnce(Instant now) {
    runInBatches(connection -> signals.purgeKeys(connection, now, BATCH));
    runInBatches(connection -> goneOrders.purge(connection, BATCH));
    runInBatches(connection -> ErasedContactStore.deleteExpired(connection, now, BATCH));
  }

  private void runInBatches(Function<SqlConnection, Future<Integer>> purge) {
    int deleted = BATCH;
    while (deleted == BATCH) {
      deleted = database.inWorker(connection -> BoundedWait.await(purge.apply(connection)));
    }
  }
}
