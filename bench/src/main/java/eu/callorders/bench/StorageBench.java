package eu.callorders.bench;

import java.sql.SQLException;

/** Bytes on disk and in the write-ahead log, for an order and for an attempt. */
final class StorageBench extends ApiBench {
  private static final int CLIENTS = 16;
  private static final int COUNT = Scale.of(20_000);
  private static final int UNLIMITED = 1_000_000;

  private final Orders orders = new Orders("storage");

  StorageBench() throws Exception {
    super("storage", CLIENTS);
  }

  @Override
  void measure() throws Exception {
    AttemptRates attempts = new AttemptRates(api);
    server.sandbox().channels(UNLIMITED);
    Scale.warmUp(() -> dial(attempts, Scale.of(500)));
    server.stopFullPageImages();

    long before = position();
    ClosedLoop.times(api, CLIENTS, COUNT, 202, () -> api.order(orders.forTomorrow())).requireAll();
    figures.add("log of an order", perOrder(position() - before), "bytes");

    long size = size();
    before = position();
    dial(attempts, COUNT);
    figures.add("log of an order with its attempt", perOrder(position() - before), "bytes");
    figures.add("disk of an ended order", perOrder(size() - size), "bytes");
  }

  /** Orders that are dialed at once, until all have ended. */
  private void dial(AttemptRates attempts, int count) throws InterruptedException {
    attempts.begin();
    ClosedLoop.times(api, CLIENTS, count, 202, () -> api.order(orders.next())).requireAll();
    attempts.await(count);
  }

  private static double perOrder(long bytes) {
    return (double) bytes / COUNT;
  }

  /** Of the log, in bytes. */
  private long position() throws SQLException {
    return server.number("SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::bigint");
  }

  /** Of all tables, without room that ended transactions have left. */
  private long size() throws SQLException {
    server.execute("VACUUM");
    return server.number("SELECT pg_database_size(current_database())");
  }
}
