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
 * The way into PostgreSQL. Everything runs in a transaction, and every transaction says for whom:
 * row-level security shows it one tenant's rows, or, for workers and batches, all of them.
 *
 * <p>While a {@link DatabaseHealthMonitor} says that PostgreSQL is away, everything fails at once
 * with {@link DatabaseUnavailableException}, and what was under way has been cut off.
 */
public final class Database {
  private static final Duration PATIENT = Duration.ofSeconds(30);

  /**
   * For one transaction. PostgreSQL ends a statement or an idle transaction after 10 s by itself.
   */
  private static final Duration LIMIT = Duration.ofSeconds(40);

  private static final String BECOME_TENANT = "SELECT set_config('app.tenant', $1, true)";

  private final Vertx vertx;
  private final Supplier<ConnectionPools> fresh;
  private final SqlClient workers;
  private final TenantAdmission admission;
  private final AtomicInteger planVersion = new AtomicInteger();
  private volatile ConnectionPools connections;
  private volatile boolean away;
  private final List<Runnable> forgetting = new CopyOnWriteArrayList<>();
  private volatile @Nullable InstanceCheck check;

  private Database(Vertx vertx, PgConnectOptions options, int poolSize, Duration wait) {
    this.vertx = vertx;
    workers = new WorkerClient(this);
    fresh =
        () ->
            new ConnectionPools(
                vertx, options, poolSize, wait, this::mayConnect, this::admit, planVersion::get);
    admission = new TenantAdmission(vertx, poolSize, wait);
    connections = fresh.get();
  }

  /** Opens two pools, one that sees a tenant at a time and one for workers, of that size each. */
  public static Database open(Vertx vertx, PgConnectOptions options, int poolSize) {
    return open(vertx, options, poolSize, PATIENT);
  }

  /**
   * Opens the pools.
   *
   * @param wait how long anybody waits for a connection that others use
   */
  public static Database open(Vertx vertx, PgConnectOptions options, int poolSize, Duration wait) {
    return new Database(vertx, options, poolSize, wait);
  }

  private Future<Void> mayConnect() {
    return away
        ? Future.failedFuture(new DatabaseUnavailableException())
        : Future.succeededFuture();
  }

  /** Has each new connection checked from now on, and by a {@link DatabaseHealthMonitor}. */
  public void checkInstance(InstanceCheck check) {
    check.beforeNewEra(() -> forgetting.forEach(Runnable::run));
    this.check = check;
  }

  @Nullable InstanceCheck instanceCheck() {
    return check;
  }

  /** Has that run when the database has come back as another instance: what was read is void. */
  public void onNewInstance(Runnable forget) {
    forgetting.add(forget);
  }

  /** A connection to an unknown instance serves no one: the watch settles first. */
  private Future<Void> admit(SqlConnection fresh) {
    InstanceCheck known = check;
    return known == null
        ? Future.succeededFuture()
        : known
            .isCurrent(fresh)
            .compose(
                current -> {
                  if (!current && !away) {
                    lose();
                  }
                  return Future.succeededFuture();
                });
  }

  /** Cuts off everything that is under way, and lets nothing begin until {@link #regain()}. */
  synchronized void lose() {
    away = true;
    ConnectionPools lost = connections;
    connections = fresh.get();
    lost.cut();
    admission.refuseAll(new DatabaseUnavailableException());
  }

  synchronized void regain() {
    away = false;
  }

  /** Each connection makes its plans anew when it is used next. */
  public void renewPlans() {
    planVersion.incrementAndGet();
  }

  /** Whether the database is known to be out of reach. */
  public boolean isAway() {
    return away;
  }

  /**
   * Runs {@code work} in one transaction that sees the rows of {@code tenantId} only. A failed
   * future rolls back.
   */
  public <T> Future<T> asTenant(UUID tenantId, Function<SqlConnection, Future<T>> work) {
    return admission.run(
        tenantId,
        () ->
            inTransaction(
                connections.tenant(),
                LIMIT,
                connection ->
                    connection
                        .preparedQuery(BECOME_TENANT)
                        .execute(Tuple.of(tenantId.toString()))
                        .compose(ignored -> work.apply(connection))));
  }

  /** Runs {@code work} in one transaction that sees every row. A failed future rolls back. */
  public <T> Future<T> asWorker(Function<SqlConnection, Future<T>> work) {
    return asWorker(LIMIT, work);
  }

  /**
   * As {@link #asWorker(Function)}, for work of many statements.
   *
   * @param limit for all of them together; the connection is cut then
   */
  public <T> Future<T> asWorker(Duration limit, Function<SqlConnection, Future<T>> work) {
    return inTransaction(connections.worker(), limit, work);
  }

  private <T> Future<T> inTransaction(
      Future<SqlConnection> acquired, Duration limit, Function<SqlConnection, Future<T>> work) {
    return acquired.compose(
        connection ->
            TransactionLimit.within(
                limit, context(), connection, given -> transaction(given, work)));
  }

  private static <T> Future<T> transaction(
      SqlConnection connection, Function<SqlConnection, Future<T>> work) {
    return connection
        .begin()
        .compose(
            transaction ->
                Future.succeededFuture(connection)
                    .compose(work)
                    .compose(
                        done -> transaction.commit().map(done),
                        failure ->
                            transaction
                                .rollback()
                                .transform(ignored -> Future.failedFuture(failure))));
  }

  /** Runs statements that are a transaction each. */
  <T> Future<T> alone(TransactionLimit.ConnectionTask<T> work) {
    return connections
        .worker()
        .compose(connection -> TransactionLimit.within(LIMIT, context(), connection, work));
  }

  private ContextInternal context() {
    return (ContextInternal) vertx.getOrCreateContext();
  }

  /**
   * Runs straight-line {@code work} in one transaction that sees every row; for virtual threads. An
   * exception rolls back.
   */
  public <T extends @Nullable Object> T inWorker(Function<SqlConnection, T> work) {
    SqlConnection connection = BoundedWait.await(connections.worker());
    try (TransactionLimit _ = TransactionLimit.on(connection, LIMIT)) {
      try {
        Transaction transaction = BoundedWait.await(connection.begin());
        T done = work.apply(connection);
        BoundedWait.await(transaction.commit());
        return done;
      } catch (Exception | Error e) { // awaiting throws checked exceptions too, undeclared
        rollBack(connection, e);
        throw e;
      }
    }
  }

  /** What goes wrong with that is told along with its reason. */
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

  /** Sees every row, for statements that are a transaction each. */
  public SqlClient workers() {
    return workers;
  }

  /** Fails the requests for connections, and closes those that are there; within seconds. */
  public Future<Void> close() {
    return connections.close();
  }
}
