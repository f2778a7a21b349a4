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
 * Limits how long one connection is in use. The server's own timeouts end slow statements and idle
 * transactions earlier; whatever they miss is cut here, and PostgreSQL rolls it back.
 */
final class TransactionLimit implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(TransactionLimit.class);

  private final SqlConnection connection;
  private final AtomicBoolean ended = new AtomicBoolean();
  private final java.util.concurrent.Future<?> deadline;

  private TransactionLimit(SqlConnection connection, Duration limit, Runnable atLimit) {
    this.connection = connection;
    this.deadline = Deadlines.after(limit, () -> cut(limit, atLimit));
  }

  /** Cuts the connection at the limit, unless it is closed earlier. */
  static TransactionLimit start(SqlConnection connection, Duration limit) {
    return new TransactionLimit(connection, limit, () -> {});
  }

  interface ConnectionTask<T extends @Nullable Object> {
    Future<T> run(SqlConnection connection);
  }

  /** Runs work and closes the connection; fails at the limit in any case. */
  static <T extends @Nullable Object> Future<T> within(
      Duration limit, ContextInternal context, SqlConnection connection, ConnectionTask<T> work) {
    Promise<T> result = context.promise();
    TransactionLimit transactionLimit =
        new TransactionLimit(connection, limit, () -> result.tryFail(exceeded(limit)));
    Future.succeededFuture(connection)
        .compose(work::run)
        .onComplete(
            (done, failure) -> {
              boolean cut = !transactionLimit.release();
              if (failure == null) {
                result.tryComplete(done);
              } else {
                result.tryFail(cut ? exceeded(limit) : failure);
              }
            });
    return result.future();
  }

  @Override
  public void close() {
    release();
  }

  /** Returns the connection to its pool; false when the limit was exceeded. */
  private boolean release() {
    boolean inTime = ended.compareAndSet(false, true);
    if (inTime) {
      deadline.cancel(false);
      ConnectionPools.release(connection);
    }
    return inTime;
  }

  private void cut(Duration limit, Runnable atLimit) {
    if (ended.compareAndSet(false, true)) {
      LOG.error("database transaction exceeded its limit of {} s", limit.toSeconds());
      ConnectionPools.cut(connection);
      atLimit.run();
    }
  }

  private static TimeoutException exceeded(Duration limit) {
    return new TimeoutException(
        "the transaction exceeded its limit of " + limit.toSeconds() + " s");
  }
}
