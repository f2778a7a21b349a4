package eu.callorders.server.database;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.server.Await;
import eu.callorders.server.TestNode;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class DatabaseHealthMonitorTest {
  private static final DatabaseHealthMonitor.Timeouts LONG_TIMEOUTS =
      new DatabaseHealthMonitor.Timeouts(
          Duration.ofMillis(20), Duration.ofSeconds(20), Duration.ofSeconds(20));

  @AutoClose private final TestNode node = new TestNode();
  private final AtomicBoolean refused = new AtomicBoolean(true);

  @Test
  void endsOutageAfterInternalFailure() {
    node.database.checkInstance(new Refusing());
    try (DatabaseHealthMonitor monitor =
        DatabaseHealthMonitor.start(
            node.vertx, node.database, ConnectOptions.to(node.postgres.service()), LONG_TIMEOUTS)) {
      Await.until("the database is away", node.database::isUnavailable);
      long steps = monitor.activity().steps();

      refused.set(false);

      Await.until("the database is back", () -> !node.database.isUnavailable());
      assertThat(monitor.activity().steps()).isGreaterThan(steps);
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
