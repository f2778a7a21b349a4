package eu.callorders.server.database;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.db.TestDatabase;
import eu.callorders.server.Await;
import eu.callorders.server.TestNode;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlConnection;
import java.net.ConnectException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("long")
class ConnectionPoolsTest {
  private static final int TRIALS = 20;
  private static final Duration WAIT = Duration.ofMillis(60);

  private final Vertx vertx = Vertx.vertx();
  private final TestDatabase postgres = TestDatabase.create();

  /** Blocks new connections. */
  private final AtomicReference<Promise<Void>> gate = new AtomicReference<>(Promise.promise());

  @AfterEach
  void close() {
    gate.get().tryComplete();
    TestNode.await(vertx.close());
    postgres.close();
  }

  /** The pool's own timeout would complete neither of the two requests. */
  @Test
  void completesRequestsThatTimeOutWhileConnectFails() {
    for (int trial = 0; trial < TRIALS; trial++) {
      race(gate -> gate.fail(new ConnectException("refused")));
    }
  }

  @Test
  void completesRequestsThatTimeOutDuringHandover() {
    for (int trial = 0; trial < TRIALS; trial++) {
      race(Promise::complete);
    }
  }

  /**
   * Another thread blocks inside the pool while the victim's connect completes behind it and the
   * victim's timeout passes.
   */
  private void race(Consumer<Promise<Void>> outcome) {
    ConnectionPools connections = open(1, WAIT);
    Promise<Void> connect = Promise.promise();
    gate.set(connect);
    Context context = vertx.getOrCreateContext();
    Future<SqlConnection> victim = on(context, connections);
    Await.until("it connects", () -> isConnecting(connections));
    HeldPool held = HeldPool.next(pool(connections));
    Promise<Future<SqlConnection>> otherRequest = Promise.promise();
    Thread other = Thread.ofPlatform().start(() -> otherRequest.complete(connections.worker()));
    held.awaitEntered();

    outcome.accept(connect);
    Await.until("the outcome is queued", held::hasQueued);
    timeOut(context);
    gate.set(succeeded());
    held.release();

    release(victim);
    release(TestNode.await(otherRequest.future()));
    Await.until("the other thread is done", () -> !other.isAlive());
    assertServes(connections);
    TestNode.await(connections.close());
  }

  /** A timer of the pool, if it had one, would have fired on that context by then. */
  private static void timeOut(Context context) {
    Promise<Void> fired = Promise.promise();
    context.runOnContext(
        ignored -> context.owner().setTimer(WAIT.toMillis() + 10, late -> fired.complete()));
    TestNode.await(fired.future());
  }

  @Test
  void failsWaitingRequestsOnClose() {
    ConnectionPools connections = open(1, Duration.ofMinutes(5));
    List<Future<SqlConnection>> waiting = new ArrayList<>();
    for (int request = 0; request < 5; request++) {
      waiting.add(connections.worker());
    }

    TestNode.await(connections.close());

    for (Future<SqlConnection> request : waiting) {
      assertThat(TestNode.failure(request)).isInstanceOf(DatabaseUnavailableException.class);
    }
    assertThat(TestNode.failure(connections.worker()))
        .isInstanceOf(DatabaseUnavailableException.class);
  }

  @Test
  void rejectsTooManyRequests() {
    ConnectionPools connections = open(1, Duration.ofMinutes(5));
    for (int request = 0; request < 1001; request++) {
      assertThat(connections.worker().isComplete()).isFalse();
    }

    assertThat(TestNode.failure(connections.worker())).hasMessageContaining("too many");

    gate.get().tryComplete();
    TestNode.await(connections.close());
  }

  @Test
  void discardsConnectionWhoseCheckFails() {
    AtomicReference<Function<SqlConnection, Future<Void>>> check =
        new AtomicReference<>(connection -> Future.failedFuture("for the test"));
    ConnectionPools connections =
        open(1, Duration.ofMinutes(5), connection -> check.get().apply(connection));
    gate.set(succeeded());

    Throwable failed = TestNode.failure(connections.worker());
    check.set(
        connection -> {
          throw new IllegalStateException("for the test");
        });
    Throwable thrown = TestNode.failure(connections.worker());
    check.set(connection -> Future.succeededFuture());

    assertThat(List.of(failed, thrown)).allMatch(DatabaseFailures::isTransient);
    assertServes(connections);
    Await.until("the others are closed", () -> openConnections() == 1);
    TestNode.await(connections.close());
  }

  /** Counted by the server, without the counting connection. */
  private long openConnections() {
    try (java.sql.Connection owner = postgres.owner().connect();
        ResultSet counted =
            owner
                .createStatement()
                .executeQuery(
                    "SELECT count(*) FROM pg_stat_activity"
                        + " WHERE datname = current_database() AND pid <> pg_backend_pid()")) {
      counted.next();
      return counted.getLong(1);
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  private ConnectionPools open(int size, Duration wait) {
    return open(size, wait, connection -> Future.succeededFuture());
  }

  private ConnectionPools open(
      int size, Duration wait, Function<SqlConnection, Future<Void>> check) {
    return new ConnectionPools(
        vertx,
        PrimaryServer.of(ConnectOptions.to(postgres.service())),
        new PoolSizes(size, size),
        wait,
        () -> gate.get().future(),
        check,
        () -> 0);
  }

  private static Promise<Void> succeeded() {
    Promise<Void> open = Promise.promise();
    open.complete();
    return open;
  }

  private static Future<SqlConnection> on(Context context, ConnectionPools connections) {
    Promise<SqlConnection> promise = Promise.promise();
    context.runOnContext(ignored -> connections.worker().onComplete(promise));
    return promise.future();
  }

  private boolean isConnecting(ConnectionPools connections) {
    return ((Integer)
            HeldPool.read(
                HeldPool.read(
                    HeldPool.read(HeldPool.read(pool(connections), "delegate"), "pool"), "pool"),
                "requests"))
        > 0;
  }

  private static Pool pool(ConnectionPools connections) {
    return (Pool) HeldPool.read(HeldPool.read(connections, "workers"), "pool");
  }

  /** Waits for the request and returns its connection, if any. */
  private static void release(Future<SqlConnection> request) {
    SqlConnection connection =
        TestNode.await(
            request.transform(
                done -> Future.succeededFuture(done.succeeded() ? done.result() : null)));
    if (connection != null) {
      TestNode.await(connection.close());
    }
  }

  private void assertServes(ConnectionPools connections) {
    gate.set(succeeded());
    SqlConnection connection =
        Await.until(
            "it serves",
            () -> TestNode.await(connections.worker().otherwiseEmpty()),
            result -> result != null);
    TestNode.await(connection.query("SELECT 1").execute());
    TestNode.await(connection.close());
  }
}
