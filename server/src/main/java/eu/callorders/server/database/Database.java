package eu.callorders.server.database;

import eu.callorders.server.concurrent.BoundedWait;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.internal.ContextInternal;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Transaction;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Access to PostgreSQL. Everything runs in a transaction for one tenant, to which row-level
 * security restricts it, or as a worker that sees all rows.
 *
 * <p>While {@link DatabaseHealthMonitor} reports an outage, everything fails at once with {@link
 * DatabaseUnavailableException}, and running work is cut.
 */
public final class Database {
  private static final Duration DEFAULT_WAIT = Duration.ofSeconds(30);

  /** PostgreSQL itself ends a statement or an idle transaction after 10 s. */
  private static final Duration TRANSACTION_LIMIT = Duration.ofSeconds(40);

  /** A setting of workers that a pooler has left behind must show no row of another tenant. */
  private static final String BECOME_TENANT =
      "SELECT set_config('app.tenant', $1, true), set_config('app.worker', '', true)";

  private final Vertx vertx;
  private final PrimaryServer server;
  private final Supplier<ConnectionPools> newPools;
  private final SqlClient workers;
  private final TenantAdmission admission;
  private final AtomicInteger planVersion = new AtomicInteger();
  private volatile ConnectionPools connections;
  private volatile boolean unavailable;
  private final List<Runnable> newInstanceCallbacks = new CopyOnWriteArrayList<>();
  private volatile @Nullable InstanceCheck check;

  private Database(Vertx vertx, PrimaryServer server, PoolSizes sizes, Duration wait) {
    this.vertx = vertx;
    this.server = server;
    workers = new WorkerClient(this);
    newPools =
        () ->
            new ConnectionPools(
                vertx, server, sizes, wait, this::mayConnect, this::admit, planVersion::get);
    admission = new TenantAdmission(vertx, sizes.tenants(), wait);
    connections = newPools.get();
  }

  /**
   * Opens a pool for tenants and one for workers, of that size each, whose sessions have the
   * server's own settings.
   */
  public static Database open(Vertx vertx, PgConnectOptions host, int poolSize) {
    return open(vertx, PrimaryServer.of(host), new PoolSizes(poolSize, poolSize), DEFAULT_WAIT);
  }

  /**
   * Opens the pools.
   *
   * @param wait timeout of a request for a connection
   */
  public static Database open(Vertx vertx, PrimaryServer server, PoolSizes sizes, Duration wait) {
    return new Database(vertx, server, sizes, wait);
  }

  PrimaryServer server() {
    return server;
  }

  private Future<Void> mayConnect() {
    return unavailable
        ? Future.failedFuture(new DatabaseUnavailableException())
        : Future.succeededFuture();
  }

  /** Enables the check of each new connection, also by {@link DatabaseHealthMonitor}. */
  public void checkInstance(InstanceCheck check) {
    check.beforeNewEra(() -> newInstanceCallbacks.forEach(Runnable::run));
    this.check = check;
  }

  @Nullable InstanceCheck instanceCheck() {
    return check;
  }

  /** Registers a callback that invalidates cached reads when another server instance is noticed. */
  public void onNewInstance(Runnable callback) {
    newInstanceCallbacks.add(callback);
  }

  /** A connection to an unknown instance is not used: the monitor first settles the era. */
  private Future<Void> admit(SqlConnection connection) {
    InstanceCheck instanceCheck = check;
    return instanceCheck == null
        ? Future.succeededFuture()
        : instanceCheck
            .isCurrent(connection)
            .compose(
                current -> {
                  if (!current && !unavailable) {
                    markUnavailable();
                  }
                  return Future.succeededFuture();
                });
  }

  /** Cuts all connections and fails all work until {@link #markAvailable()}. */
  synchronized void markUnavailable() {
    unavailable = true;
    ConnectionPools previous = connections;
    connections = newPools.get();
    previous.cut();
    admission.refuseAll(new DatabaseUnavailableException());
  }

  synchronized void markAvailable() {
    unavailable = false;
  }

  /** Makes each connection discard its plans at its next use. */
  public void renewPlans() {
    planVersion.incrementAndGet();
  }

  /** Whether the database is known to be unavailable. */
  public boolean isUnavailable() {
    return unavailable;
  }

  /**
   * Runs {@code work} in one transaction that sees only rows of {@code tenantId}. A failed future
   * rolls back.
   */
  public <T> Future<T> asTenant(UUID tenantId, Function<SqlConnection, Future<T>> work) {
    return admission.run(
        tenantId,
        () ->
            inTransaction(
                connections.tenant(),
                TRANSACTION_LIMIT,
                connection -> {
                  // The server runs it before the statements of the work, and none after a failure.
                  Future<?> tenant =
                      connection
                          .preparedQuery(BECOME_TENANT)
                          .execute(Tuple.of(tenantId.toString()));
                  Future<T> worked = Future.succeededFuture(connection).compose(work);
                  return tenant.compose(ignored -> worked);
                }));
  }

  /** Runs {@code work} in one transaction that sees every row. A failed future rolls back. */
  public <T> Future<T> asWorker(Function<SqlConnection, Future<T>> work) {
    return asWorker(TRANSACTION_LIMIT, work);
  }

  /**
   * As {@link #asWorker(Function)}, for work of many statements.
   *
   * @param limit of the whole transaction, at which the connection is cut
   */
  public <T> Future<T> asWorker(Duration limit, Function<SqlConnection, Future<T>> work) {
    return inTransaction(connections.worker(), limit, work);
  }

  private <T> Future<T> inTransaction(
      Future<SqlConnection> acquired, Duration limit, Function<SqlConnection, Future<T>> work) {
    return acquired.compose(
        connection ->
            TransactionLimit.within(
                limit, context(), connection, leased -> transaction(leased, work)));
  }

  /**
   * Sends the first statements without waiting for the answer to BEGIN. When BEGIN alone fails, the
   * work fails, but these statements have run outside a transaction.
   */
  private static <T> Future<T> transaction(
      SqlConnection connection, Function<SqlConnection, Future<T>> work) {
    Future<Transaction> begun = connection.begin();
    Future<T> worked = Future.succeededFuture(connection).compose(work);
    return begun.compose(
        transaction ->
            worked.compose(
                result -> transaction.commit().map(result),
                failure ->
                    transaction.rollback().transform(ignored -> Future.failedFuture(failure))));
  }

  /** Runs statements in a transaction each. */
  <T> Future<T> withConnection(TransactionLimit.ConnectionTask<T> work) {
    return connections
        .worker()
        .compose(
            connection -> TransactionLimit.within(TRANSACTION_LIMIT, context(), connection, work));
  }

  private ContextInternal context() {
    return (ContextInternal) vertx.getOrCreateContext();
  }

  /**
   * Runs blocking {@code work} in one transaction that sees every row; for virtual threads. An
   * exception rolls back. Its first statements do not wait for the answer to BEGIN either.
   */
  public <T extends @Nullable Object> T inWorker(Function<SqlConnection, T> work) {
    SqlConnection connection = BoundedWait.await(connections.worker());
    try (TransactionLimit _ = TransactionLimit.start(connection, TRANSACTION_LIMIT)) {
      try {
        Future<Transaction> begun = connection.begin();
        T result = work.apply(connection);
        BoundedWait.await(BoundedWait.await(begun).commit());
        return result;
      } catch (Exception | Error e) { // awaiting throws checked exceptions too, undeclared
        rollBack(connection, e);
        throw e;
      }
    }
  }

  /** A failure of the rollback is added to the reason as suppressed. */
  private static void rollBack(SqlConnection connection, Throwable reason) {
    Transaction open = connection.transaction();
    if (open != null) {
      try {
        BoundedWait.await(open.rollback());
      } catch (Exception failure) { // undeclared, too
        reason.addSuppressed(failure);
      }
    }
  }

  /** Sees every row; each statement is its own transaction. */
  public SqlClient workers() {
    return workers;
  }

  /** Fails waiting requests and closes all connections, within seconds. */
  public Future<Void> close() {
    return connections.close();
  }
}
