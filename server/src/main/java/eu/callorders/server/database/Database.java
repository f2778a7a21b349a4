package eu.callorders.server.database;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.pgclient.PgBuilder;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.PoolOptions;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Transaction;
import io.vertx.sqlclient.Tuple;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The way into PostgreSQL. Everything runs in a transaction, and every transaction says for whom:
 * row-level security shows it one tenant's rows, or, for workers and batches, all of them.
 */
public final class Database {
  private static final String BECOME_TENANT = "SELECT set_config('app.tenant', $1, true)";

  private final Pool tenants;
  private final Pool workers;

  private Database(Pool tenants, Pool workers) {
    this.tenants = tenants;
    this.workers = workers;
  }

  /** Opens two pools, one that sees a tenant at a time and one for workers, of that size each. */
  public static Database open(Vertx vertx, PgConnectOptions options, int poolSize) {
    PgConnectOptions worker = new PgConnectOptions(options).addProperty("app.worker", "on");
    return new Database(
        pool(vertx, options, poolSize, "tenants"), pool(vertx, worker, poolSize, "workers"));
  }

  private static Pool pool(Vertx vertx, PgConnectOptions options, int size, String name) {
    PoolOptions pool =
        new PoolOptions().setMaxSize(size).setShared(true).setName(name + options.getPort());
    return PgBuilder.pool().using(vertx).with(pool).connectingTo(options).build();
  }

  /**
   * Runs {@code work} in one transaction that sees the rows of {@code tenantId} only. A failed
   * future rolls back.
   */
  public <T> Future<T> asTenant(UUID tenantId, Function<SqlConnection, Future<T>> work) {
    return tenants.withTransaction(
        connection ->
            connection
                .preparedQuery(BECOME_TENANT)
                .execute(Tuple.of(tenantId.toString()))
                .compose(ignored -> work.apply(connection)));
  }

  /** Runs {@code work} in one transaction that sees every row. A failed future rolls back. */
  public <T> Future<T> asWorker(Function<SqlConnection, Future<T>> work) {
    return workers.withTransaction(work);
  }

  /**
   * Runs straight-line {@code work} in one transaction that sees every row; for virtual threads. An
   * exception rolls back.
   */
  public <T extends @Nullable Object> T inWorker(Function<SqlConnection, T> work) {
    SqlConnection connection = workers.getConnection().await();
    try {
      Transaction transaction = connection.begin().await();
      T done = work.apply(connection);
      transaction.commit().await();
      return done;
    } catch (Exception | Error e) { // awaiting throws checked exceptions too, undeclared
      rollBack(connection, e);
      throw e;
    } finally {
      connection.close().await();
    }
  }

  /** What goes wrong with that is told along with its reason. */
  private static void rollBack(SqlConnection connection, Throwable reason) {
    Transaction open = connection.transaction();
    if (open != null) {
      open.rollback()
          .otherwise(
              failure -> {
                reason.addSuppressed(failure);
                return null;
              })
          .await();
    }
  }

  /** The pool whose connections see every row, for statements that are a transaction each. */
  public Pool workers() {
    return workers;
  }

  public Future<Void> close() {
    return Future.join(tenants.close(), workers.close()).mapEmpty();
  }
}
