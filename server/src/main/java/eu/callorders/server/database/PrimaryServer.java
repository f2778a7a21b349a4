package eu.callorders.server.database;

import eu.callorders.db.DatabaseAddress;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.VertxException;
import io.vertx.core.net.NetClientOptions;
import io.vertx.pgclient.PgBuilder;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.pgclient.PgConnection;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.PoolOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The host of the database that accepts writes. All connections of a node lead to one host, which
 * changes only when {@link #find} is called and finds another one.
 */
public final class PrimaryServer {
  /** For a start, at which nothing waits for the answer. */
  public static final Duration START_LIMIT = Duration.ofSeconds(10);

  /** A request that waits for a lock must get a reply while its client waits. */
  public static final Duration LOCK_WAIT = Duration.ofMillis(1500);

  private static final Logger LOG = LoggerFactory.getLogger(PrimaryServer.class);
  private static final int CONNECT_MILLIS = 1000;
  private static final int TCP_TIMEOUT_MILLIS = 3000;

  /** More than the service has statements. */
  private static final int MAX_PREPARED = 1_000;

  private final List<PgConnectOptions> hosts;
  private final ServerSession session;
  private volatile int current;

  private PrimaryServer(List<PgConnectOptions> hosts, ServerSession session) {
    this.hosts = hosts.stream().map(PrimaryServer::withCache).toList();
    this.session = session;
  }

  /** The hosts of an address; sessions have the limits of the service. */
  public static PrimaryServer of(DatabaseAddress address) {
    return of(address, LOCK_WAIT);
  }

  /** As {@link #of(DatabaseAddress)}, with another limit of a wait for a lock. */
  public static PrimaryServer of(DatabaseAddress address, Duration lockWait) {
    return new PrimaryServer(
        ConnectOptions.ofHosts(address), ServerSession.BOUNDED.withLockWait(lockWait));
  }

  /** One host; sessions have its own settings. */
  public static PrimaryServer of(PgConnectOptions host) {
    return of(List.of(host));
  }

  static PrimaryServer of(List<PgConnectOptions> hosts) {
    return new PrimaryServer(hosts, ServerSession.DEFAULTS);
  }

  /**
   * Each connection plans a statement once. The client's defaults would prepare statements longer
   * than 2,048 characters at each execution.
   */
  private static PgConnectOptions withCache(PgConnectOptions host) {
    PgConnectOptions cached = new PgConnectOptions(host);
    cached.setCachePreparedStatements(true);
    cached.setPreparedStatementCacheMaxSize(MAX_PREPARED);
    cached.setPreparedStatementCacheSqlFilter(sql -> true);
    return cached;
  }

  /** The host of new connections of a pool. */
  PgConnectOptions host() {
    return hosts.get(current);
  }

  ServerSession session() {
    return session;
  }

  /** Whether another host may become the primary. */
  boolean hasStandby() {
    return hosts.size() > 1;
  }

  /** Opens a connection to the current host. */
  public Future<PgConnection> connect(Vertx vertx) {
    return connect(vertx, session);
  }

  /**
   * Opens a connection that sees the rows of every tenant: to the host that accepts writes, or to
   * the only one.
   */
  public Future<PgConnection> connectForCommand(Vertx vertx) {
    Future<?> found = hasStandby() ? find(vertx, START_LIMIT) : Future.succeededFuture();
    return found.compose(any -> connect(vertx, session.worker()));
  }

  private Future<PgConnection> connect(Vertx vertx, ServerSession settings) {
    PgConnectOptions options = new PgConnectOptions(host()).setCachePreparedStatements(false);
    return PgConnection.connect(vertx, options)
        .compose(
            connection ->
                settings
                    .begin(connection)
                    .map(connection)
                    .onFailure(failure -> connection.close()));
  }

  /** One connection to the current host, closed when silent, also while connecting. */
  Pool monitor(Vertx vertx) {
    return monitor(vertx, host());
  }

  private Pool monitor(Vertx vertx, PgConnectOptions host) {
    NetClientOptions sockets =
        new NetClientOptions()
            .setConnectTimeout(CONNECT_MILLIS)
            .setTcpUserTimeout(TCP_TIMEOUT_MILLIS)
            .setIdleTimeoutUnit(TimeUnit.MILLISECONDS)
            .setReadIdleTimeout(TCP_TIMEOUT_MILLIS);
    return PgBuilder.pool()
        .using(vertx)
        .with(new PoolOptions().setMaxSize(1).setName("watch"))
        .with(sockets)
        .withConnectHandler(
            connection -> session.begin(connection).onComplete(begun -> connection.close()))
        .connectingTo(new PgConnectOptions(host).setCachePreparedStatements(false))
        .build();
  }

  /**
   * Asks all hosts at once and uses the one that accepts writes from now on; of several the one
   * that was promoted last.
   *
   * @param limit for the answers
   */
  public Future<ServerAnswer> find(Vertx vertx, Duration limit) {
    List<Future<ServerAnswer>> answers = new ArrayList<>();
    for (PgConnectOptions host : hosts) {
      answers.add(ask(vertx, host, limit));
    }
    return Future.join(answers).transform(joined -> choose(answers));
  }

  private Future<ServerAnswer> ask(Vertx vertx, PgConnectOptions host, Duration limit) {
    Pool pool = monitor(vertx, host);
    Promise<ServerAnswer> answer = Promise.promise();
    ServerAnswer.of(pool).onSuccess(answer::tryComplete).onFailure(answer::tryFail);
    ResponseLimit.start(vertx, limit, answer);
    return answer.future().onComplete(done -> pool.close());
  }

  private Future<ServerAnswer> choose(List<Future<ServerAnswer>> answers) {
    int best = -1;
    for (int host = 0; host < hosts.size(); host++) {
      if (answers.get(host).succeeded() && isBetter(answers, host, best)) {
        best = host;
      }
    }
    if (best < 0) {
      return Future.failedFuture(failure(answers));
    }
    if (best != current) {
      current = best;
      LOG.info("the database accepts writes on another host: {}", name(host()));
    }
    return answers.get(best);
  }

  private boolean isBetter(List<Future<ServerAnswer>> answers, int host, int best) {
    if (best < 0) {
      return true;
    }
    int difference =
        Integer.compare(
            answers.get(host).result().timeline(), answers.get(best).result().timeline());
    return difference > 0 || (difference == 0 && host == current);
  }

  /** A server without room for another connection is no outage. */
  private Throwable failure(List<Future<ServerAnswer>> answers) {
    for (Future<ServerAnswer> answer : answers) {
      if (hosts.size() == 1 || DatabaseHealthMonitor.isFull(answer.cause())) {
        return answer.cause();
      }
    }
    return new VertxException(
        IntStream.range(0, hosts.size())
            .mapToObj(host -> name(hosts.get(host)) + ": " + answers.get(host).cause().getMessage())
            .collect(Collectors.joining("; ", "no host accepts writes: ", "")),
        true);
  }

  private static String name(PgConnectOptions host) {
    return host.getHost() + ":" + host.getPort();
  }
}
