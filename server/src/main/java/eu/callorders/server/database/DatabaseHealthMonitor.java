package eu.callorders.server.database;

import eu.callorders.server.concurrent.LoopActivity;
import eu.callorders.server.concurrent.ProcessExit;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.net.NetClientOptions;
import io.vertx.pgclient.PgBuilder;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.pgclient.PgException;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.PoolOptions;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks PostgreSQL several times a second whether it is there and takes writes, on a connection of
 * its own. A server that is frozen, or behind a network that swallows everything, refuses nothing
 * and closes nothing: without this, requests would wait for it as long as they are let.
 *
 * <p>It tells an outage from work that is merely slow: as long as its question is answered in time,
 * nobody else's work is cut off.
 */
public final class DatabaseHealthMonitor implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(DatabaseHealthMonitor.class);
  private static final int CONNECT_MILLIS = 1000;
  private static final int SILENCE_MILLIS = 3000;

  /** Writers of other nodes hold their locks for up to ten seconds. */
  private static final int SETTLE_SECONDS = 40;

  private static final String TOO_MANY_CONNECTIONS = "53300";

  private static final String ASK = "SELECT current_setting('transaction_read_only') AS read_only";

  private final Vertx vertx;
  private final Database database;
  private final PgConnectOptions options;
  private final Timeouts patience;
  private final LoopActivity activity = new LoopActivity("database-watch");
  private Pool line;
  private long timer;
  private long lostAt;
  private boolean closed;

  /**
   * How long it waits. An outage is known after all three together at the latest.
   *
   * @param between from one answer to the next question
   * @param answer for the answer to a question
   * @param secondAnswer when there was none: for a new connection and its answer
   */
  public record Timeouts(Duration between, Duration answer, Duration secondAnswer) {
    /** Leaves time to answer clients within two seconds. */
    public static final Timeouts DEFAULT =
        new Timeouts(Duration.ofMillis(250), Duration.ofMillis(800), Duration.ofMillis(600));
  }

  private DatabaseHealthMonitor(
      Vertx vertx, Database database, PgConnectOptions options, Timeouts patience) {
    this.vertx = vertx;
    this.database = database;
    this.options = new PgConnectOptions(options).setCachePreparedStatements(false);
    this.patience = patience;
    this.line = connect();
  }

  /**
   * Starts to watch.
   *
   * @param options how {@code database} connects
   */
  public static DatabaseHealthMonitor start(
      Vertx vertx, Database database, PgConnectOptions options, Timeouts patience) {
    DatabaseHealthMonitor watch = new DatabaseHealthMonitor(vertx, database, options, patience);
    watch.later();
    return watch;
  }

  /** One connection; silence ends it, on the way up too. */
  private Pool connect() {
    NetClientOptions sockets =
        new NetClientOptions()
            .setConnectTimeout(CONNECT_MILLIS)
            .setTcpUserTimeout(SILENCE_MILLIS)
            .setIdleTimeoutUnit(TimeUnit.MILLISECONDS)
            .setReadIdleTimeout(SILENCE_MILLIS);
    return PgBuilder.pool()
        .using(vertx)
        .with(new PoolOptions().setMaxSize(1).setName("watch"))
        .with(sockets)
        .connectingTo(options)
        .build();
  }

  /** What the watchdog sees: an outage would never end if the watch itself stood still. */
  public LoopActivity activity() {
    return activity;
  }

  private synchronized void later() {
    if (!closed) {
      activity.rests(patience.between());
      timer = vertx.setTimer(patience.between().toMillis(), ignored -> look());
    }
  }

  private void look() {
    Future.succeededFuture()
        .compose(begun -> ask(patience.answer()))
        .recover(
            silence -> {
              line.close();
              line = connect();
              return ask(patience.secondAnswer());
            })
        .compose(current -> current ? Future.<Void>succeededFuture() : settle())
        .onComplete(
            (answer, failure) -> {
              try {
                see(failure);
              } catch (Throwable e) { // without a next look an outage would never end
                ProcessExit.haltIfOutOfMemory(e);
                LOG.error("the watch of the database failed and goes on", e);
              }
              activity.roundEnded();
              later();
            });
  }

  private void see(@Nullable Throwable failure) {
    if (failure == null) {
      found();
    } else {
      lost(failure);
    }
  }

  /** Whether it is the server instance that the node works with. */
  private Future<Boolean> ask(Duration limit) {
    InstanceCheck check = database.instanceCheck();
    return line.query(ASK)
        .execute()
        .compose(
            rows ->
                rows.iterator().next().getString("read_only").equals("on")
                    ? Future.<Boolean>failedFuture("it is read-only")
                    : check == null ? Future.succeededFuture(true) : check.isCurrent(line))
        .timeout(limit.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** What was read from another instance is void: the check has the node forget it. */
  private Future<Void> settle() {
    lost(new IllegalStateException("it is another instance of the server"));
    activity.rests(Duration.ofSeconds(SETTLE_SECONDS));
    return Objects.requireNonNull(database.instanceCheck())
        .settle()
        .timeout(SETTLE_SECONDS, TimeUnit.SECONDS);
  }

  private void found() {
    if (database.isAway()) {
      database.regain();
      long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - lostAt);
      LOG.atInfo().addKeyValue("seconds", seconds).log("the database is back");
    }
  }

  private synchronized void lost(Throwable cause) {
    if (closed || database.isAway() || isFull(cause)) {
      return;
    }
    lostAt = System.nanoTime();
    database.lose();
    LOG.atWarn().addKeyValue("cause", cause.getMessage()).log("the database is away");
  }

  /** Who has a connection can go on working. */
  private static boolean isFull(@Nullable Throwable cause) {
    return cause instanceof PgException refused
        && TOO_MANY_CONNECTIONS.equals(refused.getSqlState());
  }

  @Override
  public synchronized void close() {
    closed = true;
    vertx.cancelTimer(timer);
    line.close();
  }
}
