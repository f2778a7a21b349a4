package eu.callorders.server;

import eu.callorders.db.TestDatabase;
import eu.callorders.server.database.ConnectOptions;
import eu.callorders.server.database.Database;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Instant;
import java.util.concurrent.TimeUnit;

/** A Vert.x instance, a fresh database and a stopped clock for one test class. */
public final class TestNode implements AutoCloseable {
  public static final Instant START = Instant.parse("2026-03-02T09:00:00Z");

  public final Vertx vertx = Vertx.vertx();
  public final SettableClock clock = new SettableClock(START);
  public final TestDatabase postgres = TestDatabase.create();
  public final Database database = Database.open(vertx, ConnectOptions.to(postgres.service()), 4);

  /** Waits for a future, on a thread of the test. */
  public static <T> T await(Future<T> future) {
    try {
      return future.await(30, TimeUnit.SECONDS);
    } catch (java.util.concurrent.TimeoutException e) {
      throw new AssertionError("not completed within 30 s", e);
    }
  }

  /** The failure of a future that must fail. */
  public static Throwable failure(Future<?> future) {
    return await(
        future.transform(
            result ->
                result.failed()
                    ? Future.succeededFuture(result.cause())
                    : Future.failedFuture("succeeded with " + result.result())));
  }

  @Override
  public void close() {
    await(database.close());
    await(vertx.close());
    postgres.close();
  }
}
