package eu.callorders.server.worker;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.server.concurrent.ProcessExit;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** A process of its own, since it does not survive. */
class OutOfMemoryTest {

  /** A loop that runs out of memory, as the cause of something else. */
  static final class Victim {
    private Victim() {}

    public static void main(String[] arguments) {
      WorkLoop.start(
          Vertx.vertx(),
          "victim",
          () -> {
            throw new IllegalStateException(new OutOfMemoryError("for the test"));
          });
    }
  }

  @Test
  void endsTheProcess() throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Victim.class.getName())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    try {
      assertThat(process.waitFor(Duration.ofMinutes(2).toSeconds(), TimeUnit.SECONDS)).isTrue();
      assertThat(process.exitValue()).isEqualTo(ProcessExit.OUT_OF_MEMORY);
    } finally {
      process.destroyForcibly();
    }
  }
}
