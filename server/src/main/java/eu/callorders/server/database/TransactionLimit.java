package eu.callorders.server.database;

import eu.callorders.server.concurrent.Deadlines;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.internal.ContextInternal;
import io.vertx.sqlclient.SqlConnection;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How long one connection may be in use. The server's own time-outs end slow statements and idle
 * transactions earlier; what they miss is cut here, and PostgreSQL rolls it back.
 */
final class TransactionLimit implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(TransactionLimit.class);

  private final SqlConnection connection;
  private final AtomicBoolean over = new AtomicBoolean();
  private final java.util.concurrent.Future<?> deadline;

  private TransactionLimit(SqlConnection connection, Duration limit, Runnable atLimit) {
    this.connection = connection;
    this.deadline = Deadlines.after(limit, () -> cut(limit, atLimit));
  }

  /** The connection is cut at the limit, unless it was closed before. */
  static TransactionLimit on(SqlConnection connection, Duration limit) {
    return new TransactionLimit(connection, limit, () -> {});
  }

  /** Work that a connection is used for. */
  interface ConnectionTask<T extends @Nullable Object> {
    Future<T> on(SqlConnection connection);
  }

  /** Runs work and gives the connection back; fails at the limit, whatever the work waits for. */
  static <T extends @Nullable Object> Future<T> within(
      Duration limit, ContextInternal context, SqlConnection connection, ConnectionTask<T> work) {
    Promise<T> bounded = context.promise();
    TransactionLimit bound =
        new TransactionLimit(connection, limit, () -> bounded.tryFail(exceeded(limit)));
    Future.succeededFuture(connection)
        .compose(work::on)
        .onComplete(
            (done, failure) -> {
              boolean cut = !bound.end();
              if (failure == null) {
                bounded.tryComplete(done);
              } else {
                bounded.tryFail(cut ? exceeded(limit) : failure);
              }
            });
    return bounded.future();
  }

  /** Gives the connection back to its pool. */
  @Override
  public void close() {
    end();
  }

  /** Gives the connection back to its pool; answers whether that was before the limit. */
  private boolean end() {
    boolean inTime = over.compareAndSet(false, true);
    if (inTime) {
      deadline.cancel(false);
      connection.close();
    }
    return inTime;
  }

  private void cut(Duration limit, Runnable atLimit) {
    if (over.compareAndSet(false, true)) {
      LOG.error("a database transaction exceeded its limit of {} s", limit.toSeconds());
      ConnectionPools.cut(connection);
      connection.close();
      atLimit.run();
    }
  }

  private static TimeoutException exceeded(Duration limit) {
    return new TimeoutException(
        "the transaction exceeded its limit of " + limit.toSeconds() + " s");
  }
}
