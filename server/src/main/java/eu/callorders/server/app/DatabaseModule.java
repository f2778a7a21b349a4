package eu.callorders.server.app;

import eu.callorders.db.DatabaseAddress;
import eu.callorders.server.admin.Metrics;
import eu.callorders.server.concurrent.BoundedWait;
import eu.callorders.server.database.Database;
import eu.callorders.server.database.DatabaseClock;
import eu.callorders.server.database.DatabaseHealthMonitor;
import eu.callorders.server.database.PoolSizes;
import eu.callorders.server.database.PoolerCheck;
import eu.callorders.server.database.PrimaryServer;
import eu.callorders.server.worker.Loops;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.time.InstantSource;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The connections of a node to its database, their monitor, and the clock of the database. */
final class DatabaseModule implements AutoCloseable {
  private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(4);
  private static final String MONITOR = "database-watch";

  private final Vertx vertx;
  private final PrimaryServer server;
  private final Database database;
  private final DatabaseClock clock = new DatabaseClock(InstantSource.system());
  private volatile @Nullable DatabaseHealthMonitor monitor;

  /** Opens the pools, without a connection. */
  DatabaseModule(Vertx vertx, DatabaseAddress address, PoolSizes sizes, Duration requestWait) {
    this.vertx = vertx;
    this.server = PrimaryServer.of(address, requestWait);
    this.database = Database.open(vertx, server, sizes, requestWait);
  }

  /** Waits for the server and checks a pooler before it. */
  void connect(StartupRetry retry, Metrics metrics) {
    metrics.gauge(
        "callorders_database_up",
        "Whether the database responds",
        () -> database.isUnavailable() ? 0 : 1);
    clock.correct(
        retry.run(() -> BoundedWait.await(server.find(vertx, PrimaryServer.START_LIMIT))));
    retry.run(() -> BoundedWait.await(PoolerCheck.run(vertx, server)));
    metrics.gauge(
        "callorders_clock_deviation_seconds",
        "Time by which the clock of the node's machine is ahead of the database's",
        clock::wallClockDeviation);
  }

  /**
   * @param onOutage receives the duration of an outage, repeatedly
   */
  void startMonitor(DatabaseHealthMonitor.Timeouts timeouts, Consumer<Duration> onOutage) {
    DatabaseHealthMonitor started =
        DatabaseHealthMonitor.start(vertx, database, timeouts, clock, onOutage);
    monitor = started;
    Loops.add(vertx, MONITOR, started.activity());
  }

  PrimaryServer server() {
    return server;
  }

  Database database() {
    return database;
  }

  DatabaseClock clock() {
    return clock;
  }

  @Override
  public void close() {
    DatabaseHealthMonitor started = monitor;
    try {
      if (started != null) {
        Loops.remove(vertx, MONITOR);
        started.close();
      }
    } finally {
      BoundedWait.await(database.close(), CLOSE_TIMEOUT);
    }
  }
}
