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
import org.junit.jupiter.api.Test;

class ConnectionPoolsTest {
  private static final int TRIALS = 20;
  private static final Duration WAIT = Duration.ofMillis(60);

  private final Vertx vertx = Vertx.vertx();
  private final TestDatabase postgres = TestDatabase.create();

  /** What a new connection waits for. */
  private final AtomicReference<Promise<Void>> gate = new AtomicReference<>(Promise.promise());

  @AfterEach
  void close() {
    gate.get().tryComplete();
    TestNode.await(vertx.close());
    postgres.close();
  }

  /** The pool's own time-out would answer neither of the two requests. */
  @Test
  void answersRequestsThatTimeOutWhileTheirConnectFails() {
    for (int trial = 0; trial < TRIALS; trial++) {
      race(gate -> gate.fail(new ConnectException("refused")));
    }
  }

  @Test
  void answersRequestsThatTimeOutWhileTheirConnectionIsHandedOver() {
    for (int trial = 0; trial < TRIALS; trial++) {
      race(Promise::complete);
    }
  }

  /**
   * Another thread is stopped inside the pool. Meanwhile the connect of the victim ends, which
   * queues up behind it, and then the victim's time is over.
   */
  private void race(Consumer<Promise<Void>> outcome) {
    ConnectionPools connections = open(1, WAIT);
    Promise<Void> connect = Promise.promise();
    gate.set(connect);
    Context ofVictim = vertx.getOrCreateContext();
    Future<SqlConnection> victim = on(ofVictim, connections);
    Await.until("it connects", () -> isConnecting(connections));
    HeldPool held = HeldPool.next(pool(connections));
    Promise<Future<SqlConnection>> asked = Promise.promise();
    Thread other = Thread.ofPlatform().start(() -> asked.complete(connections.worker()));
    held.awaitEntered();

    outcome.accept(connect);
    Await.until("the outcome is queued", held::hasQueued);
    timeOut(ofVictim);
    gate.set(succeeded());
    held.release();

    handBack(victim);
    handBack(TestNode.await(asked.future()));
    Await.until("the other thread is done", () -> !other.isAlive());
    servesAgain(connections);
    TestNode.await(connections.close());
  }

  /** The pool's own timer, if there were one, would have fired on that context by then. */
  private static void timeOut(Context context) {
    Promise<Void> fired = Promise.promise();
    context.runOnContext(
        ignored -> context.owner().setTimer(WAIT.toMillis() + 10, late -> fired.complete()));
    TestNode.await(fired.future());
  }

  @Test
  void failsRequestsWhenItIsClosed() {
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
  void refusesRequestsWhenTooManyAreUnderWay() {
    ConnectionPools connections = open(1, Duration.ofMinutes(5));
    for (int request = 0; request < 1001; request++) {
      assertThat(connections.worker().isComplete()).isFalse();
    }

    assertThat(TestNode.failure(connections.worker())).hasMessageContaining("too many");

    gate.get().tryComplete();
    TestNode.await(connections.close());
  }

  @Test
  void handsOutNoConnectionWhoseCheckHasFailed() {
    AtomicReference<Function<SqlConnection, Future<Void>>> check =
        new AtomicReference<>(fresh -> Future.failedFuture("for the test"));
    ConnectionPools connections = open(1, Duration.ofMinutes(5), fresh -> check.get().apply(fresh));
    gate.set(succeeded());

    Throwable failed = TestNode.failure(connections.worker());
    check.set(
        fresh -> {
          throw new IllegalStateException("for the test");
        });
    Throwable thrown = TestNode.failure(connections.worker());
    check.set(fresh -> Future.succeededFuture());

    assertThat(List.of(failed, thrown)).allMatch(DatabaseFailures::is);
    servesAgain(connections);
    Await.until("the others are closed", () -> openConnections() == 1);
    TestNode.await(connections.close());
  }

  /** As the server counts them, beside the one that asks. */
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
    return open(size, wait, fresh -> Future.succeededFuture());
  }

  private ConnectionPools open(
      int size, Duration wait, Function<SqlConnection, Future<Void>> check) {
    return new ConnectionPools(
        vertx,
        ConnectOptions.to(postgres.service()),
        size,
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

  /** Whatever a request comes to, it comes to it. */
  private static void handBack(Future<SqlConnection> request) {
    SqlConnection connection =
        TestNode.await(
            request.transform(
                done -> Future.succeededFuture(done.succeeded() ? done.result() : null)));
    if (connection != null) {
      TestNode.await(connection.close());
    }
  }

  private void servesAgain(ConnectionPools connections) {
    gate.set(succeeded());
    SqlConnection connection =
        Await.until(
            "it serves",
            () -> TestNode.await(connections.worker().otherwiseEmpty()),
            given -> given != null);
    TestNode.await(connection.query("SELECT 1").execute());
    TestNode.await(connection.close());
  }
}
