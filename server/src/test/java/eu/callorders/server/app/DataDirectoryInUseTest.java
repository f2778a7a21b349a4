package eu.callorders.server.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import eu.callorders.db.DataDirectoryLock;
import eu.callorders.server.config.Config;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DataDirectoryInUseTest {
  private static final NodeBounds WITHOUT_WAIT =
      new NodeBounds(
          RunningService.LONG_TIMEOUTS.database(),
          RunningService.LONG_TIMEOUTS.requestWait(),
          RunningService.LONG_TIMEOUTS.http(),
          Duration.ZERO,
          Duration.ZERO);

  /** It connects to no database and generates no secrets, which belong to the first service. */
  @Test
  void rejectsASecondServiceWithAnExternalDatabase(@TempDir Path directory) throws IOException {
    Config config =
        Config.read(
            Map.of(
                "CALLORDERS_DATA_DIR",
                directory.toString(),
                "CALLORDERS_DATABASE_URL",
                "postgresql://none:none@127.0.0.1:9/none"),
            null);
    try (DataDirectoryLock _ = DataDirectoryLock.acquire(directory, Duration.ZERO)) {
      assertThatThrownBy(
              () -> Node.start(config, WITHOUT_WAIT, options -> Vertx.builder().with(options)))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("the data directory %s is in use", directory);
    }
    try (Stream<Path> files = Files.list(directory)) {
      assertThat(files).containsExactly(directory.resolve("lock"));
    }
  }

  @Test
  void serviceHoldsTheLockUntilItHasStopped(@TempDir Path directory) {
    try (RunningService _ =
        RunningService.sandbox(Map.of("CALLORDERS_DATA_DIR", directory.toString()))) {
      assertThatThrownBy(() -> DataDirectoryLock.acquire(directory, Duration.ZERO))
          .hasMessageContaining("in use");
    }
    DataDirectoryLock.acquire(directory, Duration.ZERO).close();
  }
}
