package eu.callorders.server.database;

import eu.callorders.server.concurrent.Deadlines;
import eu.callorders.server.logging.ThrowableRedactor;
import io.netty.channel.Channel;
import io.netty.util.AttributeKey;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.internal.ContextInternal;
import io.vertx.core.net.NetClientOptions;
import io.vertx.pgclient.PgBuilder;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.PoolOptions;
import io.vertx.sqlclient.SqlConnectOptions;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.impl.SocketConnectionBase;
import io.vertx.sqlclient.internal.Connection;
import io.vertx.sqlclient.internal.SqlConnectionInternal;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.function.Function;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The connections to one PostgreSQL server until it becomes unavailable: a pool for transactions of
 * one tenant, and one for workers that see every row.
 *
 * <p>The pools' own timeout loses requests (docs/upstream/sql-client-pool-loses-requests.md), so
 * each request is a promise with a deadline; a late connection returns to its pool.
 */
final class ConnectionPools {
  private static final Logger LOG = LoggerFactory.getLogger(ConnectionPools.class);
  private static final int CONNECT_MILLIS = 1000;

  /** TCP user timeout: how long sent bytes may stay unacknowledged. */
  private static final int TCP_TIMEOUT_MILLIS = 3000;

  private static final int MAX_WAITING = 1000;

  /** Version of the plans that a connection has cached. */
  private static final AttributeKey<Integer> PLANS = AttributeKey.valueOf("plans");

  private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(3);

  private final Set<Channel> open = ConcurrentHashMap.newKeySet();
  private final Set<Promise<SqlConnection>> waiting = ConcurrentHashMap.newKeySet();
  private final Vertx vertx;
  private final Function<SqlConnection, Future<Void>> admit;
  private final Duration waitTimeout;
  private final IntSupplier planVersion;
  private final BoundedPool tenants;
  private final BoundedPool workers;
  private volatile boolean isClosed;

  /**
   * A pool and its remaining requests. Requests that timed out count until the pool completes them,
   * as they stay in its queue.
   */
  private record BoundedPool(Pool pool, Semaphore permits) {}

  /**
   * Creates the pools without connecting.
   *
   * @param wait timeout of a request for a connection
   * @param mayConnect called before each new connection; a failure fails the request
   * @param admit called with each new connection before its pool uses it
   * @param planVersion connections discard cached plans of an earlier version
   */
  ConnectionPools(
      Vertx vertx,
      PrimaryServer server,
      PoolSizes sizes,
      Duration wait,
      Supplier<Future<Void>> mayConnect,
      Function<SqlConnection, Future<Void>> admit,
      IntSupplier planVersion) {
    this.vertx = vertx;
    this.admit = admit;
    this.waitTimeout = wait;
    this.planVersion = planVersion;
    Supplier<Future<SqlConnectOptions>> options = () -> mayConnect.get().map(may -> server.host());
    ServerSession session = server.session().planned();
    tenants = pool(sizes.tenants(), "tenants", session, options);
    workers = pool(sizes.workers(), "workers", session.worker(), options);
  }

  private BoundedPool pool(
      int size, String name, ServerSession session, Supplier<Future<SqlConnectOptions>> options) {
    Pool pool =
        PgBuilder.pool()
            .using(vertx)
            .with(new PoolOptions().setMaxSize(size).setName(name).setConnectionTimeout(0))
            .with(socketOptions())
            .withConnectHandler(connection -> register(connection, session))
            .connectingTo(options)
            .build();
    return new BoundedPool(pool, new Semaphore(size + MAX_WAITING));
  }

  /** Notices a vanished peer in seconds instead of a quarter of an hour. */
  private static NetClientOptions socketOptions() {
    return new NetClientOptions()
        .setConnectTimeout(CONNECT_MILLIS)
        .setTcpKeepAlive(true)
        .setTcpUserTimeout(TCP_TIMEOUT_MILLIS);
  }

  /**
   * Sets the session of a new connection and checks it: closing it hands it to its pool; a failure
   * cuts it, so that the pool fails the request and frees the slot.
   */
  private void register(SqlConnection connection, ServerSession session) {
    Channel channel = channel(connection);
    channel.attr(PLANS).set(planVersion.getAsInt());
    open.add(channel);
    channel.closeFuture().addListener(closed -> open.remove(channel));
    Future<Void> begun = session.begin(connection);
    Future<Void> admitted = Future.succeededFuture(connection).compose(admit);
    begun
        .compose(done -> admitted)
        .onSuccess(checked -> connection.close())
        .onFailure(
            failure -> {
              LOG.debug(
                  "check of a new connection failed: {}", ThrowableRedactor.describe(failure));
              cut(channel);
            });
  }

  private static Channel channel(SqlConnection connection) {
    Connection pooled = ((SqlConnectionInternal) connection).unwrap();
    SocketConnectionBase socket = (SocketConnectionBase) pooled.unwrap();
    return socket.socket().channelHandlerContext().channel();
  }

  Future<SqlConnection> tenant() {
    return connection(tenants);
  }

  Future<SqlConnection> worker() {
    return connection(workers);
  }

  private Future<SqlConnection> connection(BoundedPool pool) {
    if (isClosed) {
      return Future.failedFuture(new DatabaseUnavailableException());
    }
    if (!pool.permits().tryAcquire()) {
      return Future.failedFuture(new DatabaseBusyException("too many requests for a connection"));
    }
    Promise<SqlConnection> request = ((ContextInternal) vertx.getOrCreateContext()).promise();
    waiting.add(request);
    var deadline = Deadlines.after(waitTimeout, () -> request.tryFail(timeout()));
    request
        .future()
        .onComplete(
            ended -> {
              deadline.cancel(false);
              waiting.remove(request);
            });
    try {
      pool.pool()
          .getConnection()
          .onComplete((connection, cause) -> complete(pool, request, connection, cause));
    } catch (RuntimeException e) {
      pool.permits().release();
      request.tryFail(e);
    }
    if (isClosed) {
      request.tryFail(new DatabaseUnavailableException());
    }
    return request.future();
  }

  private void complete(
      BoundedPool pool,
      Promise<SqlConnection> request,
      @Nullable SqlConnection connection,
      @Nullable Throwable failure) {
    pool.permits().release();
    if (connection == null) {
      request.tryFail(failure == null ? new DatabaseUnavailableException() : failure);
      return;
    }
    renewPlans(connection);
    if (!request.tryComplete(connection)) {
      release(connection);
    }
  }

  /** Pipelined before the statements of the request, which need not wait for it. */
  private void renewPlans(SqlConnection connection) {
    int version = planVersion.getAsInt();
    Integer planned = channel(connection).attr(PLANS).getAndSet(version);
    if (planned == null || planned != version) {
      connection.query("DISCARD PLANS").execute();
    }
  }

  private DatabaseBusyException timeout() {
    return new DatabaseBusyException("no connection within " + waitTimeout.toMillis() + " ms");
  }

  /** Cuts all connections at once; an orderly close would wait for responses. */
  void cut() {
    failWaiting();
    open.forEach(ConnectionPools::cut);
    close();
  }

  /**
   * Returns a connection to its pool, after the event loop's current task. A connection that breaks
   * fails its statements before its pool removes it, in one task: returned at once, it would go to
   * the next transaction (docs/upstream/sql-client-lends-broken-connections.md).
   */
  static void release(SqlConnection connection) {
    channel(connection).eventLoop().execute(connection::close);
  }

  /** Cuts and releases one connection; its statements fail, and its pool opens another. */
  static void cut(SqlConnection connection) {
    connection.closeHandler(closed -> release(connection));
    cut(channel(connection));
  }

  /** Skips the protocol's termination, which waits for the server. */
  private static void cut(Channel channel) {
    channel.eventLoop().execute(() -> channel.unsafe().close(channel.voidPromise()));
  }

  /** Fails waiting requests, as a closed pool does not complete all of them. */
  private void failWaiting() {
    isClosed = true;
    waiting.forEach(request -> request.tryFail(new DatabaseUnavailableException()));
  }

  /** Fails waiting requests and closes the pools; cuts connections that do not close in time. */
  Future<Void> close() {
    failWaiting();
    Promise<Void> closed = Promise.promise();
    var deadline =
        Deadlines.after(
            CLOSE_TIMEOUT,
            () -> {
              open.forEach(ConnectionPools::cut);
              closed.tryComplete();
            });
    Future.join(tenants.pool().close(), workers.pool().close())
        .onComplete(
            ended -> {
              deadline.cancel(false);
              closed.tryComplete();
            });
    return closed.future();
  }
}
