package eu.callorders.server.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import eu.callorders.db.DatabaseAddress;
import eu.callorders.db.DisposablePostgres;
import eu.callorders.db.UnreachableDatabaseException;
import eu.callorders.db.UnusableDatabaseException;
import eu.callorders.server.Await;
import eu.callorders.server.config.Config;
import eu.callorders.server.http.LogLines;
import io.vertx.core.Vertx;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** The database does not respond, or refuses the service, when a node starts. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("long")
class StartWithoutDatabaseTest {
  private static final Duration LONG = Duration.ofMinutes(5);
  private static final Duration LOCK_WAIT = Duration.ofSeconds(2);

  /** One for all tests: a database belongs to the master key of its first node. */
  @TempDir private static Path directory;

  private final DisposablePostgres postgres = DisposablePostgres.start();
  private LogLines log;

  @BeforeEach
  void readLog() {
    log = LogLines.of(StartupRetry.class.getName());
  }

  @AfterEach
  void closeLog() {
    log.close();
  }

  @AfterAll
  void stop() {
    postgres.close();
  }

  @Test
  void waitsUntilTheDatabaseResponds() throws Exception {
    postgres.kill();
    try {
      CompletableFuture<Node> started =
          CompletableFuture.supplyAsync(() -> start(postgres.service(), LONG));
      Await.until("it waits", () -> started.isDone() || waits() > 0);
      assertThat(started).isNotDone();

      postgres.restart();

      try (Node node = started.get(2, TimeUnit.MINUTES)) {
        assertThat(node.banner()).contains("API");
      }
    } finally {
      postgres.restore();
    }
  }

  @Test
  void waitsForTheLockOfTheDemoTenant() throws Exception {
    try (Connection other = postgres.owner().connect();
        Statement statement = other.createStatement()) {
      statement.execute("SELECT pg_advisory_lock(hashtextextended('demo tenant', 0))");
      CompletableFuture<Node> started =
          CompletableFuture.supplyAsync(() -> start(postgres.service(), LONG));
      Await.until("it waits", () -> started.isDone() || waits() > 0);
      assertThat(started).isNotDone();

      statement.execute("SELECT pg_advisory_unlock_all()");

      try (Node node = started.get(2, TimeUnit.MINUTES)) {
        assertThat(node.banner()).contains("API");
      }
    }
  }

  private long waits() {
    return log.texts().stream().filter(line -> line.contains("for the database: ")).count();
  }

  @Test
  void failsAtTheLimit() {
    DatabaseAddress service = postgres.service();
    DatabaseAddress absent =
        new DatabaseAddress("127.0.0.1", 9, "none", service.user(), null, Map.of());
    assertThatThrownBy(() -> start(absent, Duration.ZERO))
        .isInstanceOf(UnreachableDatabaseException.class)
        .hasMessageContaining("127.0.0.1:9 refused");
  }

  @Test
  void reportsAWrongPasswordAtOnce() {
    DatabaseAddress wrong = postgres.service().withRole(postgres.service().user(), "guessed");
    assertThatThrownBy(() -> start(wrong, LONG))
        .isInstanceOf(UnusableDatabaseException.class)
        .hasMessageContaining("password authentication failed");
  }

  @Test
  void reportsAnAbsentDatabaseAtOnce() {
    assertThatThrownBy(() -> start(postgres.service().withDatabase("absent"), LONG))
        .isInstanceOf(UnusableDatabaseException.class)
        .hasMessageContaining("\"absent\" does not exist");
  }

  private Node start(DatabaseAddress service, Duration limit) {
    Config config =
        Config.read(
            Map.of(
                "CALLORDERS_HTTP_PORT",
                "0",
                "CALLORDERS_ADMIN_PORT",
                "0",
                "CALLORDERS_DATA_DIR",
                directory.toString(),
                "CALLORDERS_DEMO",
                "true",
                "CALLORDERS_DATABASE_URL",
                RunningService.url(service),
                "CALLORDERS_DATABASE_MIGRATION_URL",
                RunningService.url(postgres.owner())),
            null);
    NodeBounds bounds = RunningService.LONG_TIMEOUTS;
    return Node.start(
        config,
        new NodeBounds(bounds.database(), LOCK_WAIT, bounds.http(), bounds.dataDirectory(), limit),
        options -> Vertx.builder().with(options));
  }
}
