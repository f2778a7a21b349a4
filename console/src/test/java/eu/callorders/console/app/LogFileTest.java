package eu.callorders.console.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.logging.FileHandler;
import java.util.logging.Handler;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogFileTest {
  private final Thread.UncaughtExceptionHandler before =
      Thread.getDefaultUncaughtExceptionHandler();

  @TempDir private Path home;

  @AfterEach
  void close() {
    Thread.setDefaultUncaughtExceptionHandler(before);
    Logger root = Logger.getLogger("");
    for (Handler handler : root.getHandlers()) {
      if (handler instanceof FileHandler) {
        root.removeHandler(handler);
        handler.close();
      }
    }
  }

  @Test
  void logsRecordsAndUncaughtExceptions() throws Exception {
    Path directory = home.resolve("a % of all");
    LogFile.open(directory);
    System.getLogger("eu.callorders.console")
        .log(System.Logger.Level.ERROR, "unexpected", new IllegalStateException("of a kind"));
    Thread thrower =
        new Thread(
            () -> {
              throw new IllegalArgumentException("thrown in a thread");
            });
    thrower.start();
    thrower.join();
    assertThat(Files.readString(directory.resolve("console.0.log")))
        .contains("unexpected", "of a kind", "thrown in a thread", "\tat ");
  }
}
