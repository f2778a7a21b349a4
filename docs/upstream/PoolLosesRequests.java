import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.internal.pool.ConnectionPool;
import io.vertx.core.internal.pool.PoolConnection;
import io.vertx.core.internal.pool.PoolWaiter;
import io.vertx.pgclient.PgBuilder;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.PoolOptions;
import io.vertx.sqlclient.SqlConnection;
import java.lang.reflect.Field;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;

/**
 * Forces the race between the time-out of a request for a connection and the failure of its connect.
 * Needs no database: {@code java -cp <jars> PoolLosesRequests.java [TRIALS]}.
 */
public final class PoolLosesRequests {
  private static final int TIMEOUT_MILLIS = 100;

  private PoolLosesRequests() {}

  public static void main(String[] arguments) throws Exception {
    int trials = arguments.length == 0 ? 40 : Integer.parseInt(arguments[0]);
    Vertx vertx = Vertx.vertx();
    int lost = 0;
    for (int trial = 0; trial < trials; trial++) {
      Promise<PgConnectOptions> connect = Promise.promise();
      Pool pool = pool(vertx, connect);
      if (!completes(race(vertx, pool, connect))) {
        lost++;
      }
    }
    System.out.printf("%d requests, %d never completed%n", trials, lost);
    System.exit(lost == 0 ? 0 : 1);
  }

  /** A pool of one whose connects end when {@code connect} does. */
  private static Pool pool(Vertx vertx, Promise<PgConnectOptions> connect) {
    PoolOptions options =
        new PoolOptions()
            .setMaxSize(1)
            .setConnectionTimeout(TIMEOUT_MILLIS)
            .setConnectionTimeoutUnit(TimeUnit.MILLISECONDS);
    return PgBuilder.pool()
        .using(vertx)
        .with(options)
        .connectingTo(() -> connect.future().map(found -> found))
        .build();
  }

  /** Answers the future of a request whose timer fires while the failure of its connect queues. */
  private static Future<SqlConnection> race(
      Vertx vertx, Pool pool, Promise<PgConnectOptions> connect) throws Exception {
    Context context = vertx.getOrCreateContext();
    Promise<Void> fired = Promise.promise();
    Promise<SqlConnection> request = Promise.promise();
    context.runOnContext(
        ignored -> {
          pool.getConnection().onComplete(request);
          vertx.setTimer(2 * TIMEOUT_MILLIS, late -> fired.complete());
        });
    ConnectionPool<Object> inner = inner(pool);
    while ((int) read(inner, "requests") == 0) {
      Thread.onSpinWait();
    }
    CountDownLatch entered = new CountDownLatch(1);
    CountDownLatch release = new CountDownLatch(1);
    BiFunction<PoolWaiter<Object>, List<PoolConnection<Object>>, PoolConnection<Object>> selector =
        read(inner, "selector");
    inner.connectionSelector(
        (waiter, connections) -> {
          inner.connectionSelector(selector);
          entered.countDown();
          await(release);
          return selector.apply(waiter, connections);
        });
    Thread holder = Thread.ofPlatform().start(pool::getConnection);
    entered.await();
    connect.fail("refused");
    Queue<?> actions = read(read(inner, "sync"), "q");
    while (actions.isEmpty()) {
      Thread.onSpinWait();
    }
    fired.future().await();
    release.countDown();
    holder.join();
    return request.future();
  }

  private static boolean completes(Future<?> future) throws InterruptedException {
    CountDownLatch done = new CountDownLatch(1);
    future.onComplete(ended -> done.countDown());
    return done.await(1, TimeUnit.SECONDS);
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static ConnectionPool<Object> inner(Pool pool) throws ReflectiveOperationException {
    return read(read(read(pool, "delegate"), "pool"), "pool");
  }

  @SuppressWarnings("unchecked") // the caller knows the field
  private static <T> T read(Object owner, String name) throws ReflectiveOperationException {
    Field field = owner.getClass().getDeclaredField(name);
    field.setAccessible(true);
    return (T) field.get(owner);
  }
}
