package eu.callorders.server.database;

import static eu.callorders.server.TestNode.await;
import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.db.DisposablePostgres;
import eu.callorders.server.Await;
import eu.callorders.server.TestNode;
import io.vertx.core.Vertx;
import io.vertx.pgclient.PgConnection;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Two servers without replication stand for a primary and its standby. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("long")
class PrimaryServerTest {
  private static final Duration LIMIT = Duration.ofSeconds(20);
  private static final DatabaseHealthMonitor.Timeouts TIMEOUTS =
      new DatabaseHealthMonitor.Timeouts(Duration.ofMillis(20), LIMIT, LIMIT);

  private final Vertx vertx = Vertx.vertx();
  private final DisposablePostgres first = DisposablePostgres.start();
  private final DisposablePostgres second = DisposablePostgres.start();
  private final PrimaryServer server =
      PrimaryServer.of(
          List.of(ConnectOptions.to(first.service()), ConnectOptions.to(second.service())));

  @AfterEach
  void restore() {
    first.restore();
    second.restore();
  }

  @AfterAll
  void stop() {
    await(vertx.close());
    first.close();
    second.close();
  }

  @Test
  void usesTheHostThatAcceptsWrites() {
    first.readOnly(true);
    await(server.find(vertx, LIMIT));
    assertThat(port()).isEqualTo(second.service().port());

    first.readOnly(false);
    second.readOnly(true);
    await(server.find(vertx, LIMIT));
    assertThat(port()).isEqualTo(first.service().port());
  }

  @Test
  void keepsItsHostWhileNoOtherWasPromoted() {
    second.kill();
    await(server.find(vertx, LIMIT));
    second.restart();
    await(server.find(vertx, LIMIT));
    assertThat(port()).isEqualTo(first.service().port());

    first.kill();
    await(server.find(vertx, LIMIT));
    first.restart();
    await(server.find(vertx, LIMIT));
    assertThat(port()).isEqualTo(second.service().port());
  }

  @Test
  void namesTheReasonOfEachHost() {
    first.readOnly(true);
    second.kill();

    assertThat(TestNode.failure(server.find(vertx, LIMIT)))
        .hasMessageContaining("no host accepts writes: ")
        .hasMessageContaining("127.0.0.1:%d: the server is read-only", first.service().port())
        .hasMessageContaining("127.0.0.1:%d: ", second.service().port())
        .hasMessageContaining("Connection refused")
        .matches(DatabaseFailures::isTransient);
  }

  /** The old primary has come back before it was stopped for good. */
  @Test
  void usesTheHostThatWasPromotedLast() {
    DisposablePostgres promoted = DisposablePostgres.start();
    try {
      promoted.kill();
      promoted.startAsStandby();
      promoted.promoteWithoutCheckpoint();
      PrimaryServer ofBoth =
          PrimaryServer.of(
              List.of(ConnectOptions.to(first.service()), ConnectOptions.to(promoted.service())));

      ServerAnswer answer = await(ofBoth.find(vertx, LIMIT));

      assertThat(answer.timeline()).isEqualTo(2);
      assertThat(ofBoth.host().getPort()).isEqualTo(promoted.service().port());
    } finally {
      promoted.close();
    }
  }

  @Test
  void databaseFollowsThePrimaryToAnotherHost() {
    second.readOnly(true);
    await(server.find(vertx, LIMIT));
    Database database = Database.open(vertx, server, new PoolSizes(2, 2), LIMIT);
    DatabaseClock clock = new DatabaseClock(InstantSource.system());
    try (DatabaseHealthMonitor _ =
        DatabaseHealthMonitor.start(vertx, database, TIMEOUTS, clock, outage -> {})) {
      assertThat(port(database)).isEqualTo(first.service().port());

      first.kill();
      Await.until("the database is away", database::isUnavailable);
      second.readOnly(false);

      Await.until("the database is back", () -> !database.isUnavailable());
      assertThat(port(database)).isEqualTo(second.service().port());
    } finally {
      await(database.close());
    }
  }

  private static int port(Database database) {
    return await(database.workers().query("SELECT inet_server_port()").execute())
        .iterator()
        .next()
        .getInteger(0);
  }

  /** Of a new connection. */
  private int port() {
    PgConnection connection = await(server.connect(vertx));
    try {
      return await(connection.query("SELECT inet_server_port()").execute())
          .iterator()
          .next()
          .getInteger(0);
    } finally {
      await(connection.close());
    }
  }
}
