package eu.callorders.server.database;

import io.netty.channel.Channel;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
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
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The connections to one PostgreSQL until it goes away: a pool that sees a tenant at a time, and
 * one that sees every row.
 */
final class Connections {
  private static final int CONNECT_MILLIS = 1000;

  /** How long sent bytes may stay without a sign of the other side. */
  private static final int SILENCE_MILLIS = 3000;

  private static final int MOST_WAITING = 1000;

  private final Set<Channel> open = ConcurrentHashMap.newKeySet();
  private final Set<Runnable> waiting = ConcurrentHashMap.newKeySet();
  private final Vertx vertx;
  private final Function<SqlConnection, Future<Void>> admit;
  private final Pool tenants;
  private final Pool workers;
  private volatile boolean gone;

  /**
   * Nothing connects before it is needed.
   *
   * @param wait the longest that anybody waits for a connection
   * @param mayConnect asked before each new connection; a failure is what who waits for it gets
   * @param admit run with each new connection before anyone gets it
   */
  Connections(
      Vertx vertx,
      PgConnectOptions options,
      int poolSize,
      Duration wait,
      Supplier<Future<Void>> mayConnect,
      Function<SqlConnection, Future<Void>> admit) {
    this.vertx = vertx;
    this.admit = admit;
    PgConnectOptions worker = new PgConnectOptions(options).addProperty("app.worker", "on");
    tenants =
        pool(
            vertx, poolSize, wait, "tenants", socketOptions(), () -> mayConnect.get().map(options));
    workers =
        pool(vertx, poolSize, wait, "workers", socketOptions(), () -> mayConnect.get().map(worker));
  }

  private Pool pool(
      Vertx vertx,
      int size,
      Duration wait,
      String name,
      NetClientOptions sockets,
      Supplier<Future<SqlConnectOptions>> options) {
    PoolOptions pool =
        new PoolOptions()
            .setMaxSize(size)
            .setName(name)
            .setConnectionTimeout((int) wait.toMillis())
            .setConnectionTimeoutUnit(TimeUnit.MILLISECONDS)
            .setMaxWaitQueueSize(MOST_WAITING);
    return PgBuilder.pool()
        .using(vertx)
        .with(pool)
        .with(sockets)
        .withConnectHandler(this::register)
        .connectingTo(options)
        .build();
  }

  /** A peer that has vanished without a word is noticed in seconds, not in a quarter of an hour. */
  private static NetClientOptions socketOptions() {
    return new NetClientOptions()
        .setConnectTimeout(CONNECT_MILLIS)
        .setTcpKeepAlive(true)
        .setTcpUserTimeout(SILENCE_MILLIS);
  }

  private void register(SqlConnection fresh) {
    Connection pooled = ((SqlConnectionInternal) fresh).unwrap();
    SocketConnectionBase connection = (SocketConnectionBase) pooled.unwrap();
    Channel channel = connection.socket().channelHandlerContext().channel();
    open.add(channel);
    channel.closeFuture().addListener(closed -> open.remove(channel));
    admit.apply(fresh).onComplete(admitted -> fresh.close()); // hands it over to the pool
  }

  Future<SqlConnection> tenant() {
    return connection(tenants);
  }

  Future<SqlConnection> worker() {
    return connection(workers);
  }

  /** A pool forgets those who wait for a connection that never comes about when it is closed. */
  private Future<SqlConnection> connection(Pool pool) {
    Context context = vertx.getOrCreateContext();
    Promise<SqlConnection> promise = Promise.promise();
    Runnable giveUp = () -> context.runOnContext(ignored -> promise.tryFail(new DatabaseAway()));
    waiting.add(giveUp);
    pool.getConnection()
        .onComplete(
            (connection, failure) -> {
              waiting.remove(giveUp);
              if (failure != null) {
                promise.tryFail(failure);
              } else if (!promise.tryComplete(connection)) {
                connection.close();
              }
            });
    if (gone) {
      giveUp.run();
    }
    return promise.future();
  }

  Pool workers() {
    return workers;
  }

  /**
   * Ends everything at once, transactions in flight included. A polite end would wait for answers
   * that do not come.
   */
  void cut() {
    gone = true;
    waiting.forEach(Runnable::run);
    open.forEach(Connections::cut);
    close();
  }

  /** Past everybody who would like to say goodbye first. */
  private static void cut(Channel channel) {
    channel.eventLoop().execute(() -> channel.unsafe().close(channel.voidPromise()));
  }

  Future<Void> close() {
    return Future.join(tenants.close(), workers.close()).mapEmpty();
  }
}
