package eu.callorders.server.database;

import static eu.callorders.server.TestNode.await;
import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.server.Await;
import eu.callorders.server.TestNode;
import eu.callorders.server.concurrent.LoopActivity;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.sqlclient.SqlClient;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class DatabaseHealthMonitorTest {
  private static final DatabaseHealthMonitor.Timeouts LONG_TIMEOUTS =
      new DatabaseHealthMonitor.Timeouts(
          Duration.ofMillis(20), Duration.ofSeconds(20), Duration.ofSeconds(20));

  private static final DatabaseHealthMonitor.Timeouts SHORT_TIMEOUTS =
      new DatabaseHealthMonitor.Timeouts(
          Duration.ofMillis(20), Duration.ofMillis(200), Duration.ofMillis(200));

  private static final Duration TURN = Duration.ofMillis(250);

  @AutoClose private final TestNode node = new TestNode();
  private final DatabaseClock clock = new DatabaseClock(InstantSource.system());
  private final AtomicBoolean refused = new AtomicBoolean(true);

  @Test
  void endsOutageAfterInternalFailure() {
    node.database.checkInstance(new Refusing());
    try (DatabaseHealthMonitor monitor =
        DatabaseHealthMonitor.start(
            node.vertx, node.database, LONG_TIMEOUTS, clock, outage -> {})) {
      Await.until("the database is away", node.database::isUnavailable);
      long steps = monitor.activity().steps();

      refused.set(false);

      Await.until("the database is back", () -> !node.database.isUnavailable());
      Await.until("the check has ended", () -> monitor.activity().steps() > steps);
    }
  }

  @Test
  void saturatedEventLoopIsNoOutage() {
    Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1));
    PgConnectOptions options = ConnectOptions.to(node.postgres.service());
    Database database = Database.open(vertx, options, 1);
    database.checkInstance(new Querying());
    try (DatabaseHealthMonitor monitor =
        DatabaseHealthMonitor.start(vertx, database, SHORT_TIMEOUTS, clock, duration -> {})) {
      Saturation saturation = new Saturation(vertx, database, monitor.activity());
      vertx.setTimer(1, saturation);
      Await.until("the loop is saturated", () -> saturation.begun);
      long steps = monitor.activity().steps();

      Await.until("three checks", () -> monitor.activity().steps() >= steps + 3);

      saturation.ended = true;
      assertThat(saturation.outage).isFalse();
    } finally {
      await(database.close());
      await(vertx.close());
    }
  }

  /**
   * Makes each turn of the event loop longer than the limits. Begins between two checks while the
   * database counts as available: on a slow machine, the connection may take longer than the
   * limits.
   */
  private static final class Saturation implements Handler<Long> {
    private final Vertx vertx;
    private final Database database;
    private final LoopActivity checks;
    private long seen;
    private volatile boolean begun;
    private volatile boolean outage;
    private volatile boolean ended;

    Saturation(Vertx vertx, Database database, LoopActivity checks) {
      this.vertx = vertx;
      this.database = database;
      this.checks = checks;
      this.seen = checks.steps();
    }

    @Override
    public void handle(Long timer) {
      long steps = checks.steps();
      if (steps > seen && !database.isUnavailable()) {
        begun = true;
      }
      seen = steps;
      if (begun) {
        spin();
        if (database.isUnavailable()) {
          outage = true;
        }
      }
      if (!ended) {
        vertx.setTimer(1, this);
      }
    }

    private static void spin() {
      long end = System.nanoTime() + TURN.toNanos();
      while (System.nanoTime() < end) {
        Thread.onSpinWait();
      }
    }
  }

  /** Asks the server, like the check of the service. */
  private static final class Querying implements InstanceCheck {
    @Override
    public Future<Boolean> isCurrent(SqlClient connection) {
      return connection.query("SELECT 1").execute().map(rows -> true);
    }

    @Override
    public Future<Void> settle() {
      return Future.succeededFuture();
    }

    @Override
    public void beforeNewEra(Runnable callback) {
      // this test has no cache
    }
  }

  /** Fails with an exception that cannot be logged. */
  private final class Refusing implements InstanceCheck {
    @Override
    public Future<Boolean> isCurrent(SqlClient connection) {
      return refused.get() ? Future.failedFuture(new Unloggable()) : Future.succeededFuture(true);
    }

    @Override
    public Future<Void> settle() {
      return Future.succeededFuture();
    }

    @Override
    public void beforeNewEra(Runnable callback) {
      // this test has no cache
    }
  }

  private static final class Unloggable extends RuntimeException {
    private static final long serialVersionUID = 1L;

    @Override
    public String getMessage() {
      throw new IllegalStateException("for the test");
    }
  }
}
