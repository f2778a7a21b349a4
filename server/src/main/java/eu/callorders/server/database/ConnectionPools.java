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
import io.vertx.pgclient.PgConnectOptions;
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
 * The connections to one PostgreSQL until it goes away: a pool that sees a tenant at a time, and
 * one that sees every row.
 *
 * <p>The pools have no time-out of their own: theirs loses requests that it races with
 * (docs/upstream/sql-client-pool-loses-requests.md). Each request is a promise with a deadline; a
 * connection that comes too late goes back to its pool.
 */
final class ConnectionPools {
  private static final Logger LOG = LoggerFactory.getLogger(ConnectionPools.class);
  private static final int CONNECT_MILLIS = 1000;

  /** How long sent bytes may stay without a sign of the other side. */
  private static final int SILENCE_MILLIS = 3000;

  private static final int MOST_WAITING = 1000;

  /** The version of the plans that a connection keeps. */
  private static final AttributeKey<Integer> PLANS = AttributeKey.valueOf("plans");

  private static final Duration CLOSING = Duration.ofSeconds(3);

  private final Set<Channel> open = ConcurrentHashMap.newKeySet();
  private final Set<Promise<SqlConnection>> waiting = ConcurrentHashMap.newKeySet();
  private final Vertx vertx;
  private final Function<SqlConnection, Future<Void>> admit;
  private final Duration wait;
  private final IntSupplier planVersion;
  private final BoundedPool tenants;
  private final BoundedPool workers;
  private volatile boolean gone;

  /**
   * A pool and how many more requests it may have under way. Requests that were given up count
   * until the pool has dealt with them: they stay in its queue.
   */
  private record BoundedPool(Pool pool, Semaphore room) {}

  /**
   * Nothing connects before it is needed.
   *
   * @param wait how long a request for a connection may take
   * @param mayConnect asked before each new connection; a failure fails the request for it
   * @param admit run with each new connection before its pool hands it out
   * @param planVersion connections throw away the plans that they made for an earlier one
   */
  ConnectionPools(
      Vertx vertx,
      PgConnectOptions options,
      int poolSize,
      Duration wait,
      Supplier<Future<Void>> mayConnect,
      Function<SqlConnection, Future<Void>> admit,
      IntSupplier planVersion) {
    this.vertx = vertx;
    this.admit = admit;
    this.wait = wait;
    this.planVersion = planVersion;
    PgConnectOptions tenant = PlannerSettings.on(options);
    PgConnectOptions worker = new PgConnectOptions(tenant).addProperty("app.worker", "on");
    tenants = pool(poolSize, "tenants", () -> mayConnect.get().map(tenant));
    workers = pool(poolSize, "workers", () -> mayConnect.get().map(worker));
  }

  private BoundedPool pool(int size, String name, Supplier<Future<SqlConnectOptions>> options) {
    Pool pool =
        PgBuilder.pool()
            .using(vertx)
            .with(new PoolOptions().setMaxSize(size).setName(name).setConnectionTimeout(0))
            .with(socketOptions())
            .withConnectHandler(this::register)
            .connectingTo(options)
            .build();
    return new BoundedPool(pool, new Semaphore(size + MOST_WAITING));
  }

  /** A peer that has vanished without a word is noticed in seconds, not in a quarter of an hour. */
  private static NetClientOptions socketOptions() {
    return new NetClientOptions()
        .setConnectTimeout(CONNECT_MILLIS)
        .setTcpKeepAlive(true)
        .setTcpUserTimeout(SILENCE_MILLIS);
  }

  /**
   * Every new connection passes here before its pool hands it out. The close hands it over; one
   * whose check has failed is cut instead, and the pool fails the request and frees its place.
   */
  private void register(SqlConnection fresh) {
    Channel channel = channel(fresh);
    channel.attr(PLANS).set(planVersion.getAsInt());
    open.add(channel);
    channel.closeFuture().addListener(closed -> open.remove(channel));
    Future.succeededFuture(fresh)
        .compose(admit)
        .onSuccess(checked -> fresh.close())
        .onFailure(
            failure -> {
              LOG.debug(
                  "the check of a new connection failed: {}", ThrowableRedactor.name(failure));
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
    if (gone) {
      return Future.failedFuture(new DatabaseUnavailableException());
    }
    if (!pool.room().tryAcquire()) {
      return Future.failedFuture(new DatabaseBusyException("too many wait for a connection"));
    }
    Promise<SqlConnection> request = ((ContextInternal) vertx.getOrCreateContext()).promise();
    waiting.add(request);
    var deadline = Deadlines.after(wait, () -> request.tryFail(tooLate()));
    request
        .future()
        .onComplete(
            ended -> {
              deadline.cancel(false);
              waiting.remove(request);
            });
    try {
      pool.pool().getConnection().onComplete((given, cause) -> answer(pool, request, given, cause));
    } catch (RuntimeException e) {
      pool.room().release();
      request.tryFail(e);
    }
    if (gone) {
      request.tryFail(new DatabaseUnavailableException());
    }
    return request.future();
  }

  private void answer(
      BoundedPool pool,
      Promise<SqlConnection> request,
      @Nullable SqlConnection given,
      @Nullable Throwable failure) {
    pool.room().release();
    if (given == null) {
      request.tryFail(failure == null ? new DatabaseUnavailableException() : failure);
      return;
    }
    renewPlans(given);
    if (!request.tryComplete(given)) {
      given.close();
    }
  }

  /** The statement goes ahead of those of the request, which need not wait for its result. */
  private void renewPlans(SqlConnection connection) {
    int version = planVersion.getAsInt();
    Integer planned = channel(connection).attr(PLANS).getAndSet(version);
    if (planned == null || planned != version) {
      connection.query("DISCARD PLANS").execute();
    }
  }

  private DatabaseBusyException tooLate() {
    return new DatabaseBusyException("no connection within " + wait.toMillis() + " ms");
  }

  /**
   * Ends everything at once, transactions in flight included. A polite end would wait for answers
   * that do not come.
   */
  void cut() {
    giveUp();
    open.forEach(ConnectionPools::cut);
    close();
  }

  /** Ends one connection at once; its statements fail, and its pool opens another. */
  static void cut(SqlConnection connection) {
    cut(channel(connection));
  }

  /** Without the protocol's farewell, which waits for the server. */
  private static void cut(Channel channel) {
    channel.eventLoop().execute(() -> channel.unsafe().close(channel.voidPromise()));
  }

  /** A pool that is closed does not answer every request that waits in it. */
  private void giveUp() {
    gone = true;
    waiting.forEach(request -> request.tryFail(new DatabaseUnavailableException()));
  }

  /** Fails the requests that wait, and closes the pools; cuts what is not closed in time. */
  Future<Void> close() {
    giveUp();
    Promise<Void> closed = Promise.promise();
    var deadline =
        Deadlines.after(
            CLOSING,
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
