package eu.callorders.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.db.TestDatabase;
import eu.callorders.server.Await;
import eu.callorders.server.concurrent.ProcessExit;
import eu.callorders.server.config.Config;
import eu.callorders.server.worker.LoopWatchdogPolicy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A process node whose halts are recorded instead of executed. */
@Tag("long")
class EmbeddedServerEndedTest {
  private final Queue<Integer> exitCodes = new ConcurrentLinkedQueue<>();

  @Test
  void haltsWhenTheEmbeddedServerHasEnded(@TempDir Path directory) throws Exception {
    TestDatabase.linkPrograms(directory);
    Config config =
        Config.read(
            Map.of(
                "CALLORDERS_HTTP_PORT", "0",
                "CALLORDERS_ADMIN_PORT", "0",
                "CALLORDERS_DATA_DIR", directory.toString()),
            null);
    HaltPolicy policy =
        new HaltPolicy(LoopWatchdogPolicy.DEFAULT, Duration.ofSeconds(17), exitCodes::add);
    try (Node _ = Node.start(config, NodeBounds.DEFAULT, policy)) {
      assertThat(ProcessHandle.of(postmaster(directory)).orElseThrow().destroyForcibly()).isTrue();

      Await.until("the node halts", () -> !exitCodes.isEmpty());

      assertThat(exitCodes).containsOnly(ProcessExit.DATABASE_UNREACHABLE);
    }
  }

  private static long postmaster(Path directory) throws IOException {
    Path file = directory.resolve("postgres/cluster/postmaster.pid");
    return Long.parseLong(Files.readAllLines(file).getFirst().strip());
  }
}
