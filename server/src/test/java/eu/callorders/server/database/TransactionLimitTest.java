package eu.callorders.server.database;

import static eu.callorders.server.TestNode.await;
import static eu.callorders.server.TestNode.failure;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import eu.callorders.server.HeldLocks;
import eu.callorders.server.TestNode;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class TransactionLimitTest {
  private static final Duration SOON = Duration.ofMillis(300);

  @AutoClose private final TestNode node = new TestNode();

  /** The pool has four connections: if one leaked, the fifth transaction would get none. */
  @Test
  void endsTransactionsThatWaitForOtherWork() {
    for (int trial = 0; trial < 5; trial++) {
      Promise<String> never = Promise.promise();

      assertThat(failure(node.database.asWorker(SOON, connection -> never.future())))
          .isInstanceOf(TimeoutException.class);
    }

    assertThat(one()).isEqualTo(1);
  }

  /** The work fails after the limit and before the caller notices it. */
  @Test
  void failsWithTheLimitWhenTheCutFailsTheWork() {
    Promise<String> work = Promise.promise();
    AppenderBase<ILoggingEvent> atLimit =
        new AppenderBase<>() {
          @Override
          protected void append(ILoggingEvent event) {
            work.fail("closed");
          }
        };
    Logger logger = (Logger) LoggerFactory.getLogger(TransactionLimit.class);
    atLimit.start();
    logger.addAppender(atLimit);
    try {
      assertThat(failure(node.database.asWorker(SOON, connection -> work.future())))
          .isInstanceOf(TimeoutException.class);
    } finally {
      logger.detachAppender(atLimit);
    }
  }

  @Test
  void endsStatementsThatTheServerDoesNotEnd() {
    try (HeldLocks _ = HeldLocks.of(node.vertx, node.postgres, "held")) {
      assertThat(
              failure(
                  node.database.asWorker(
                      SOON, connection -> Locks.acquire(connection, List.of("held")))))
          .isNotNull();
    }

    assertThat(one()).isEqualTo(1);
  }

  @Test
  void rollsBackWhatItCuts() {
    Promise<String> never = Promise.promise();
    failure(
        node.database.asWorker(
            SOON, connection -> register(connection).compose(done -> never.future())));

    assertThat(
            await(node.database.workers().query("SELECT count(*)::int FROM node").execute())
                .iterator()
                .next()
                .getInteger(0))
        .isZero();
  }

  /** The only connection of the pool is cut while a transaction waits for it. */
  @Test
  void lendsNoConnectionThatItCuts() {
    try (OneConnection pool = new OneConnection(node)) {
      Promise<String> never = Promise.promise();
      Future<?> cut = pool.database.asWorker(SOON, connection -> never.future());
      Future<?> next = pool.database.asWorker(TransactionLimitTest::selectOne);

      assertThat(failure(cut)).isInstanceOf(TimeoutException.class);
      assertThat(await(next)).isEqualTo(1);
    }
  }

  /** The server ends the only connection of the pool while a transaction waits for it. */
  @Test
  void lendsNoConnectionThatTheServerEnds() {
    try (OneConnection pool = new OneConnection(node)) {
      Future<?> ended =
          pool.database.asWorker(
              connection ->
                  connection.query("SELECT pg_terminate_backend(pg_backend_pid())").execute());
      Future<?> next = pool.database.asWorker(TransactionLimitTest::selectOne);

      assertThat(failure(ended)).isNotNull();
      assertThat(await(next)).isEqualTo(1);
    }
  }

  private record OneConnection(Database database) implements AutoCloseable {
    OneConnection(TestNode node) {
      this(Database.open(node.vertx, ConnectOptions.to(node.postgres.service()), 1));
    }

    @Override
    public void close() {
      await(database.close());
    }
  }

  private static Future<Integer> selectOne(SqlConnection connection) {
    return connection.query("SELECT 1").execute().map(rows -> rows.iterator().next().getInteger(0));
  }

  private static Future<?> register(SqlConnection connection) {
    return connection
        .preparedQuery("INSERT INTO node (id, started_at, last_seen_at) VALUES ($1, now(), now())")
        .execute(Tuple.of(java.util.UUID.randomUUID()));
  }

  private int one() {
    return await(node.database.asWorker(TransactionLimitTest::selectOne));
  }
}
