package eu.callorders.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DataDirectoryLockTest {
  @TempDir private Path directory;

  @Test
  void rejectsADirectoryInUse() {
    Path data = directory.resolve("data");
    try (DataDirectoryLock _ = acquire(data)) {
      assertThatThrownBy(() -> acquire(data))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining(data.toString())
          .hasMessageContaining("in use");
    }
    acquire(data).close();
  }

  @Test
  void excludesOtherProcessesUntilTheyDie() throws Exception {
    Process other =
        new ProcessBuilder(
                ProcessHandle.current().info().command().orElseThrow(),
                "-cp",
                System.getProperty("java.class.path"),
                Locks.class.getName(),
                directory.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    assertThat(other.inputReader().lines().anyMatch("locked"::equals)).isTrue();
    assertThatThrownBy(() -> acquire(directory)).hasMessageContaining("in use");

    other.destroyForcibly().waitFor();

    acquire(directory).close();
  }

  /** The start of an embedded database locks the directory, not one of its own. */
  @Test
  void excludesTheEmbeddedDatabase() {
    try (DataDirectoryLock _ = acquire(directory)) {
      assertThatThrownBy(
              () ->
                  EmbeddedDatabase.start(
                      directory, TestDatabase.programs(), Duration.ZERO, Map.of()))
          .hasMessageContaining("in use");
      assertThat(directory.resolve("postgres")).doesNotExist();
    }
  }

  /** A lock for reading, which other users could take, would exclude the service. */
  @Test
  void letsOnlyTheOwnerOpenTheFile() throws IOException {
    acquire(directory).close();
    assertThat(Files.getPosixFilePermissions(directory.resolve("lock")))
        .isEqualTo(PosixFilePermissions.fromString("rw-------"));
  }

  @Test
  void namesADirectoryThatCannotBeUsed() throws IOException {
    Path file = Files.createFile(directory.resolve("file"));
    assertThatThrownBy(() -> acquire(file))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageStartingWith("the data directory " + file + " cannot be used");
  }

  private static DataDirectoryLock acquire(Path directory) {
    return DataDirectoryLock.acquire(directory, Duration.ZERO);
  }

  /** A process to kill: holds the lock. */
  static final class Locks {
    private Locks() {}

    public static void main(String[] args) throws IOException {
      try (DataDirectoryLock _ = acquire(Path.of(args[0]))) {
        System.out.println("locked");
        System.in.read();
      }
    }
  }
}
