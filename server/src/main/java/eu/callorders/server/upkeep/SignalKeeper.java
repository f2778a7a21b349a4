package eu.callorders.server.upkeep;

import eu.callorders.server.concurrent.BoundedWait;
import eu.callorders.server.database.Database;
import eu.callorders.server.signal.SignalStore;
import java.time.InstantSource;

/** Deletes the keys of signals that may be taken again; the signals stay. */
public final class SignalKeeper {
  /** Small enough that no transaction of it holds back the feed. */
  private static final int BATCH = 1_000;

  private final Database database;
  private final SignalStore signals = new SignalStore();
  private final InstantSource realTime;

  public SignalKeeper(Database database, InstantSource realTime) {
    this.database = database;
    this.realTime = realTime;
  }

  /** Deletes all of them, in small transactions; blocks a virtual thread. */
  public void runOnce() {
    int deleted = BATCH;
    while (deleted == BATCH) {
      deleted =
          database.inWorker(
              connection ->
                  BoundedWait.await(signals.purgeKeys(connection, realTime.instant(), BATCH)));
    }
  }
}
