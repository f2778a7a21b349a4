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
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** The database does not respond, or refuses the service, when a node starts. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("long")
class StartWithoutDatabaseTest {
  private static final Duration LONG = Duration.ofMinutes(5);

  private final DisposablePostgres postgres = DisposablePostgres.start();
  private final LogLines log = LogLines.of(StartupRetry.class.getName());

  @AfterAll
  void stop() {
    log.close();
    postgres.close();
  }

  @Test
  void waitsUntilTheDatabaseResponds(@TempDir Path directory) throws Exception {
    postgres.kill();
    try {
      CompletableFuture<Node> started =
          CompletableFuture.supplyAsync(() -> start(directory, postgres.service(), LONG));
      Await.until(
          "it waits",
          () -> log.texts().stream().anyMatch(line -> line.contains("for the database: ")));
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
  void failsAtTheLimit(@TempDir Path directory) {
    DatabaseAddress service = postgres.service();
    DatabaseAddress absent =
        new DatabaseAddress("127.0.0.1", 9, "none", service.user(), null, Map.of());
    assertThatThrownBy(() -> start(directory, absent, Duration.ZERO))
        .isInstanceOf(UnreachableDatabaseException.class)
        .hasMessageContaining("127.0.0.1:9 refused");
  }

  @Test
  void reportsAWrongPasswordAtOnce(@TempDir Path directory) {
    DatabaseAddress wrong = postgres.service().withRole(postgres.service().user(), "guessed");
    assertThatThrownBy(() -> start(directory, wrong, LONG))
        .isInstanceOf(UnusableDatabaseException.class)
        .hasMessageContaining("password authentication failed");
  }

  @Test
  void reportsAnAbsentDatabaseAtOnce(@TempDir Path directory) {
    assertThatThrownBy(() -> start(directory, postgres.service().withDatabase("absent"), LONG))
        .isInstanceOf(UnusableDatabaseException.class)
        .hasMessageContaining("\"absent\" does not exist");
  }

  private Node start(Path directory, DatabaseAddress service, Duration limit) {
    Config config =
        Config.read(
            Map.of(
                "CALLORDERS_HTTP_PORT", "0",
                "CALLORDERS_ADMIN_PORT", "0",
                "CALLORDERS_DATA_DIR", directory.toString(),
                "CALLORDERS_DATABASE_URL", RunningService.url(service),
                "CALLORDERS_DATABASE_MIGRATION_URL", RunningService.url(postgres.owner())),
            null);
    NodeBounds bounds = RunningService.LONG_TIMEOUTS;
    return Node.start(
        config,
        new NodeBounds(
            bounds.database(), bounds.requestWait(), bounds.http(), bounds.dataDirectory(), limit),
        options -> Vertx.builder().with(options));
  }
}
