package eu.callorders.server.database;

import eu.callorders.server.concurrent.LoopActivity;
import eu.callorders.server.concurrent.ProcessExit;
import eu.callorders.server.logging.LogField;
import eu.callorders.server.logging.LogLine;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.pgclient.PgException;
import io.vertx.sqlclient.Pool;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Checks on its own connection several times a second whether PostgreSQL responds and accepts
 * writes. A frozen server or a network that drops everything closes no connection, so requests
 * would wait for their timeouts.
 *
 * <p>Slow work is no outage: while the check responds in time, nothing is cut. An event loop
 * without processor time is none either: it extends the limits of the check.
 */
public final class DatabaseHealthMonitor implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(DatabaseHealthMonitor.class);

  /** Writers of other nodes hold their locks for up to ten seconds. */
  private static final int SETTLE_SECONDS = 40;

  private static final String TOO_MANY_CONNECTIONS = "53300";

  private final Vertx vertx;
  private final Database database;
  private final Timeouts timeouts;
  private final DatabaseClock clock;
  private final Consumer<Duration> onOutage;
  private final LoopActivity activity = new LoopActivity("database-watch");
  private Pool pool;
  private long timer;
  private long unavailableSince;
  private boolean closed;

  /**
   * An outage is detected within the sum of all three, later while the event loop is busy.
   *
   * @param interval from one response to the next check
   * @param response for the response to a check
   * @param reconnect for a new connection and its response, after a timeout
   */
  public record Timeouts(Duration interval, Duration response, Duration reconnect) {
    /** Leaves time to reply to clients within two seconds. */
    public static final Timeouts DEFAULT =
        new Timeouts(Duration.ofMillis(250), Duration.ofMillis(800), Duration.ofMillis(600));
  }

  private DatabaseHealthMonitor(
      Vertx vertx,
      Database database,
      Timeouts timeouts,
      DatabaseClock clock,
      Consumer<Duration> onOutage) {
    this.vertx = vertx;
    this.database = database;
    this.timeouts = timeouts;
    this.clock = clock;
    this.onOutage = onOutage;
    this.pool = database.server().monitor(vertx);
  }

  /**
   * Starts the monitor.
   *
   * @param clock corrected by each check
   * @param onOutage called after each failed check of an outage, with the duration of the outage
   */
  public static DatabaseHealthMonitor start(
      Vertx vertx,
      Database database,
      Timeouts timeouts,
      DatabaseClock clock,
      Consumer<Duration> onOutage) {
    DatabaseHealthMonitor monitor =
        new DatabaseHealthMonitor(vertx, database, timeouts, clock, onOutage);
    monitor.scheduleNext();
    return monitor;
  }

  /** For the watchdog: if this loop stalled, an outage would never end. */
  public LoopActivity activity() {
    return activity;
  }

  private synchronized void scheduleNext() {
    if (!closed) {
      activity.pauseFor(timeouts.interval());
      timer = vertx.setTimer(timeouts.interval().toMillis(), ignored -> check());
    }
  }

  private void check() {
    activity.roundBegan();
    Future.succeededFuture()
        .compose(ignored -> query(timeouts.response()))
        .recover(
            failure -> {
              pool.close();
              return findPrimary()
                  .compose(
                      found -> {
                        reopen();
                        return query(timeouts.reconnect());
                      });
            })
        .compose(current -> current ? Future.<Void>succeededFuture() : settle())
        .onComplete(
            (done, failure) -> {
              try {
                handleResult(failure);
              } catch (Throwable e) { // without another check an outage would never end
                ProcessExit.haltIfOutOfMemory(e);
                LOG.error("database health check failed", e);
              }
              activity.roundEnded();
              scheduleNext();
            });
  }

  private synchronized void reopen() {
    if (!closed) {
      pool = database.server().monitor(vertx);
    }
  }

  /** One host is asked by the check itself. */
  private Future<?> findPrimary() {
    return database.server().hasStandby()
        ? database.server().find(vertx, timeouts.reconnect())
        : Future.succeededFuture();
  }

  private void handleResult(@Nullable Throwable failure) {
    if (failure == null) {
      recordAvailable();
    } else {
      recordOutage(failure);
      if (database.isUnavailable()) {
        onOutage.accept(Duration.ofNanos(System.nanoTime() - unavailableSince));
      }
    }
  }

  /** Whether the server is the instance of the newest era. */
  private Future<Boolean> query(Duration limit) {
    InstanceCheck check = database.instanceCheck();
    Promise<Boolean> result = Promise.promise();
    ServerAnswer.of(pool)
        .compose(
            answer -> {
              clock.correct(answer);
              return check == null ? Future.succeededFuture(true) : check.isCurrent(pool);
            })
        .onSuccess(result::tryComplete)
        .onFailure(result::tryFail);
    ResponseLimit.start(vertx, limit, result);
    return result.future();
  }

  /** Cached reads of another instance are void: settling an era clears them. */
  private Future<Void> settle() {
    recordOutage(new IllegalStateException("another server instance"));
    activity.pauseFor(Duration.ofSeconds(SETTLE_SECONDS));
    return Objects.requireNonNull(database.instanceCheck())
        .settle()
        .timeout(SETTLE_SECONDS, TimeUnit.SECONDS);
  }

  private void recordAvailable() {
    if (database.isUnavailable()) {
      database.markAvailable();
      long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - unavailableSince);
      LogLine.info(LOG).with(LogField.DURATION_MS, millis).log("the database is back");
    }
  }

  private synchronized void recordOutage(Throwable cause) {
    if (closed || database.isUnavailable() || isFull(cause)) {
      return;
    }
    unavailableSince = System.nanoTime();
    database.markUnavailable();
    LogLine.warn(LOG).with(LogField.CAUSE, cause.getMessage()).log("the database is away");
  }

  /** Existing connections go on working. */
  static boolean isFull(@Nullable Throwable cause) {
    return cause instanceof PgException error && TOO_MANY_CONNECTIONS.equals(error.getSqlState());
  }

  @Override
  public synchronized void close() {
    closed = true;
    vertx.cancelTimer(timer);
    pool.close();
  }
}
